# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# Level Zero takes SPIR-V: a source becomes bitcode by clang, and SPIR-V by llvm-spirv.

include_guard(GLOBAL)

# tickbench_find_spirv_compiler(RESULT): whether both programs are there; TICKBENCH_CLANG and
# TICKBENCH_LLVM_SPIRV in the cache say which.
#
# The translator reads the bitcode of its own LLVM version: take a pair, the newest first. Bitcode of an
# older clang is read as well, but a pair of one version is what distributions test.
function(tickbench_find_spirv_compiler result)
  if(NOT TICKBENCH_CLANG OR NOT TICKBENCH_LLVM_SPIRV)
    foreach(version RANGE 22 14 -1)
      find_program(clang_${version} clang-${version} NO_CACHE)
      find_program(spirv_${version} llvm-spirv-${version} NO_CACHE)
      if(clang_${version} AND spirv_${version})
        set(TICKBENCH_CLANG "${clang_${version}}" CACHE FILEPATH "clang, to make SPIR-V" FORCE)
        set(TICKBENCH_LLVM_SPIRV "${spirv_${version}}" CACHE FILEPATH "llvm-spirv, to make SPIR-V" FORCE)
        break()
      endif()
    endforeach()
  endif()
  set(${result} FALSE PARENT_SCOPE)
  if(TICKBENCH_CLANG AND TICKBENCH_LLVM_SPIRV)
    set(${result} TRUE PARENT_SCOPE)
  endif()
endfunction()

# tickbench_spirv_flags(FOR_CLANG FOR_LLVM_SPIRV)
#
# Without default headers for the target, OpenCL's builtins come with clang's own opencl-c.h. SPIR-V 1.2 is
# what every driver takes. It is left to the driver to optimise it, as it is for OpenCL C: of rotated and
# unrolled loops llvm-spirv makes modules that are not valid. The names of arguments stay, for messages.
function(tickbench_spirv_flags for_clang for_llvm_spirv)
  set(${for_clang} -target spir64 -cl-std=CL1.2 -Xclang -finclude-default-header -O2 -Xclang -disable-llvm-passes
                   -fno-discard-value-names -emit-llvm -c PARENT_SCOPE)
  set(${for_llvm_spirv} --spirv-max-version=1.2 PARENT_SCOPE)
endfunction()

# A driver may end the process over a module that is not valid: where spirv-val is there, it is found at build time.
# Further arguments are options of clang.
function(_tickbench_compile_spirv source folder result)
  cmake_path(GET source STEM LAST_ONLY stem)
  set(bitcode "${folder}/${stem}.bc")
  set(spirv "${folder}/${stem}.spv")
  find_program(TICKBENCH_SPIRV_VAL spirv-val)
  mark_as_advanced(TICKBENCH_SPIRV_VAL)
  set(validate)
  if(TICKBENCH_SPIRV_VAL)
    set(validate COMMAND "${TICKBENCH_SPIRV_VAL}" --target-env opencl2.2 "${spirv}")
  endif()
  tickbench_spirv_flags(for_clang for_llvm_spirv)
  add_custom_command(
    OUTPUT "${spirv}"
    COMMAND "${TICKBENCH_CLANG}" ${for_clang} ${ARGN} "${source}" -o "${bitcode}" -MD -MF "${bitcode}.d" -MT "${spirv}"
    COMMAND "${TICKBENCH_LLVM_SPIRV}" ${for_llvm_spirv} "${bitcode}" -o "${spirv}"
    ${validate}
    DEPENDS "${source}"
    DEPFILE "${bitcode}.d"
    BYPRODUCTS "${bitcode}"
    COMMENT "Compiling ${source} to SPIR-V"
    VERBATIM)
  set(${result} "${spirv}" PARENT_SCOPE)
endfunction()
