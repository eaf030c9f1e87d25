# The dependency rules, enforced by the compiler: a target finds the headers of its own folder and of the targets it
# links, and no others. Every folder gets an include directory of its own (build/…/house/NAME/FOLDER → source FOLDER),
# so #include "ui/…" does not compile in core.
function(attention_lab_library target folder)
  add_library(${target} STATIC ${ARGN})
  attention_lab_offer(${target} ${folder})
endfunction()

function(attention_lab_offer target folder)
  set(root ${CMAKE_BINARY_DIR}/house/${target})
  get_filename_component(parent ${root}/${folder} DIRECTORY)
  file(MAKE_DIRECTORY ${parent})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${folder} ${root}/${folder} SYMBOLIC)
  target_include_directories(${target} PUBLIC ${root})
  target_link_libraries(${target} PRIVATE attention_lab_flags)
endfunction()
