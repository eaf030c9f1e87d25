# Fails if the kernels' object files define a name that other files could also define: the linker would keep only one
# copy, which may use instructions that the machine lacks (core/attention/kernels.h).
# Usage: -DNM=… -DOBJECTS=…, a comma-separated list.
string(REPLACE "," ";" OBJECTS "${OBJECTS}")
set(shared_names "")
foreach(object IN LISTS OBJECTS)
  string(REGEX MATCH "kernels_([a-z0-9]+)\\.dir" _ ${object})
  set(variant ${CMAKE_MATCH_1})
  execute_process(COMMAND ${NM} --demangle --defined-only --extern-only ${object}
                  OUTPUT_VARIABLE names COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE ";" "," names "${names}")
  string(REPLACE "\n" ";" names "${names}")
  foreach(name IN LISTS names)
    # DW.ref.… is data and the same in every file.
    if(name AND NOT name MATCHES "attention_lab::kernels_${variant}::| DW\\.ref\\.")
      list(APPEND shared_names "${variant}: ${name}")
    endif()
  endforeach()
endforeach()
if(shared_names)
  list(JOIN shared_names "\n  " shared_names)
  message(FATAL_ERROR "names that the kernels share with other files:\n  ${shared_names}")
endif()
