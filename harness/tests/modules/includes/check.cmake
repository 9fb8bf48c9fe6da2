# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# A kernel's SPIR-V follows the headers that the kernel includes: a changed one makes other SPIR-V, and the
# first one the first SPIR-V again.
set(project "${FOLDER}/project")
file(REMOVE_RECURSE "${FOLDER}")
file(COPY "${CMAKE_CURRENT_LIST_DIR}/CMakeLists.txt" DESTINATION "${project}")
file(WRITE "${project}/kernel.cl" "#include \"factor.h\"\nkernel void scale(global int* x) { x[get_global_id(0)] *= FACTOR; }\n")
file(WRITE "${project}/kernel.comp" "#version 460\n#extension GL_GOOGLE_include_directive : require\n#include \"factor.h\"\n"
                                    "layout(local_size_x = FACTOR) in;\nvoid main() {}\n")
set(made kernel.spv)
if(KIND STREQUAL "shader")
  set(made kernel.comp.spv)
endif()

function(spirv_with factor result)
  file(WRITE "${project}/factor.h" "#define FACTOR ${factor}\n")
  execute_process(COMMAND "${CMAKE_COMMAND}" --build "${FOLDER}/build" COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
  file(SHA256 "${FOLDER}/build/${made}" hash)
  set(${result} ${hash} PARENT_SCOPE)
endfunction()

file(WRITE "${project}/factor.h" "#define FACTOR 3\n")
execute_process(COMMAND "${CMAKE_COMMAND}" -G "${GENERATOR}" -S "${project}" -B "${FOLDER}/build" -DKIND=${KIND} -DMODULE=${MODULE}
                COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
spirv_with(3 first)
spirv_with(5 second)
spirv_with(3 third)
if(first STREQUAL second)
  message(FATAL_ERROR "expected other SPIR-V after the included header had changed, found the same")
endif()
if(NOT first STREQUAL third)
  message(FATAL_ERROR "expected the first SPIR-V again, found another")
endif()
