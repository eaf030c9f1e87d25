# Writes the cells of assets/attention-lab.svg as C++: {x, y, width, height, 0xRRGGBB}, in build/…/icon_cells.inc.
function(attention_lab_icon_cells output)
  set(source ${CMAKE_SOURCE_DIR}/assets/attention-lab.svg)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(READ ${source} svg)
  string(REGEX REPLACE ".*<g " "" svg "${svg}")
  string(REGEX MATCHALL "<rect[^>]*>" cells "${svg}")
  list(LENGTH cells count)
  if(NOT count EQUAL 9)
    message(FATAL_ERROR "assets/attention-lab.svg has ${count} cells, not 9.")
  endif()
  list(TRANSFORM cells REPLACE
    "<rect x=\"([0-9]+)\" y=\"([0-9]+)\" width=\"([0-9]+)\" height=\"([0-9]+)\" rx=\"2\" fill=\"#([0-9a-f]+)\"/>"
    "{\\1, \\2, \\3, \\4, 0x\\5},\n")
  list(JOIN cells "" cells)
  file(CONFIGURE OUTPUT ${output} CONTENT "${cells}" @ONLY)
endfunction()
