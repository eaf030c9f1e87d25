# Every dependency as a CMake target, found on the system; a missing one is named with its Debian package.
# The packages themselves stand in third_party/packages.txt.
function(attention_lab_missing what package)
  message(FATAL_ERROR "${what} was not found. Install the Debian package ${package} "
                      "(third_party/install installs everything that is missing).")
endfunction()

find_package(Eigen3 3.4 QUIET NO_MODULE)
if(NOT TARGET Eigen3::Eigen)
  attention_lab_missing("Eigen" libeigen3-dev)
endif()

find_package(glfw3 3.3 QUIET)
if(NOT TARGET glfw)
  attention_lab_missing("GLFW" libglfw3-dev)
endif()

find_package(nlohmann_json 3.11 QUIET)
if(NOT TARGET nlohmann_json::nlohmann_json)
  attention_lab_missing("nlohmann-json" nlohmann-json3-dev)
endif()

find_package(CLI11 2.1 QUIET)
if(NOT TARGET CLI11::CLI11)
  attention_lab_missing("CLI11" libcli11-dev)
endif()

set(OpenGL_GL_PREFERENCE GLVND)
find_package(OpenGL QUIET)
if(NOT TARGET OpenGL::GL)
  attention_lab_missing("OpenGL" libgl-dev)
endif()

find_package(Threads REQUIRED)

find_package(PkgConfig QUIET)
if(NOT PKG_CONFIG_FOUND)
  attention_lab_missing("pkg-config" pkg-config)
endif()

function(attention_lab_pkg_config name module package)
  pkg_check_modules(${name} QUIET IMPORTED_TARGET GLOBAL ${module})
  if(NOT TARGET PkgConfig::${name})
    attention_lab_missing("${module}" ${package})
  endif()
endfunction()
attention_lab_pkg_config(imgui imgui libimgui-dev)
attention_lab_pkg_config(cairo cairo libcairo2-dev)
attention_lab_pkg_config(fontconfig fontconfig libfontconfig-dev)
attention_lab_pkg_config(freetype freetype2 libfreetype-dev)
attention_lab_pkg_config(png libpng libpng-dev)

if(ATTENTION_LAB_TESTS)
  find_package(GTest 1.12 QUIET)
  if(NOT TARGET GTest::gtest)
    attention_lab_missing("GoogleTest" libgtest-dev)
  endif()
  find_package(benchmark QUIET)
  if(NOT TARGET benchmark::benchmark)
    attention_lab_missing("google-benchmark" libbenchmark-dev)
  endif()
endif()
