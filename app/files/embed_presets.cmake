# Writes the presets named after `output` as C++: their names, titles and full texts.
function(attention_lab_embed_presets output)
  set(items "")
  foreach(name IN LISTS ARGN)
    set(source ${CMAKE_SOURCE_DIR}/assets/presets/${name}.json)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    file(READ ${source} text)
    string(JSON title GET "${text}" title)
    string(APPEND items "      {\"${name}\", R\"preset(${title})preset\", R\"preset(${text})preset\"},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
"#include \"app/files/presets.h\"

namespace attention_lab {

const std::vector<Preset>& presets() {
  static const std::vector<Preset> all = {
@items@  };
  return all;
}

}  // namespace attention_lab
")
endfunction()
