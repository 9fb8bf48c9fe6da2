# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# PTX of CUDA C++, by nvcc or by clang with the CUDA toolkit, where one of them is. Nothing else needs them.

include_guard(GLOBAL)
include(${CMAKE_CURRENT_LIST_DIR}/TickbenchPtx.cmake)

# tickbench_find_cuda_compiler(RESULT): whether nvcc, or clang with the toolkit, makes PTX here;
# TICKBENCH_CUDA_COMPILER in the cache says which. OFF there says that none is wanted. Else `missing` is what to install.
#
# A compiler that is there may not work: nvcc takes no host compiler that is newer than itself, clang no newer toolkit.
# So a small kernel is compiled to see.
function(tickbench_find_cuda_compiler result)
  set(missing)
  set(works FALSE)
  if("${TICKBENCH_CUDA_COMPILER}" STREQUAL "OFF")
    set(missing "a CUDA compiler (TICKBENCH_CUDA_COMPILER is OFF)")
  else()
    find_program(TICKBENCH_CUDA_COMPILER NAMES nvcc PATHS /usr/local/cuda/bin /opt/cuda/bin
                 DOC "nvcc or clang, for .cu files; OFF: none")
    mark_as_advanced(TICKBENCH_CUDA_COMPILER)
    foreach(compiler IN ITEMS "${TICKBENCH_CUDA_COMPILER}" "${TICKBENCH_PTX_CLANG}")
      if(compiler AND NOT works)
        _tickbench_try_cuda("${compiler}" works)
        if(works AND NOT compiler STREQUAL "${TICKBENCH_CUDA_COMPILER}")
          set(TICKBENCH_CUDA_COMPILER "${compiler}" CACHE FILEPATH "nvcc or clang, for .cu files" FORCE)
        endif()
      endif()
    endforeach()
    if(NOT works AND TICKBENCH_CUDA_COMPILER)
      set(missing "an nvcc that works with ${CMAKE_CXX_COMPILER} (found ${TICKBENCH_CUDA_COMPILER})")
    elseif(NOT works)
      set(missing "nvcc, or clang with the CUDA toolkit")
    endif()
  endif()
  set(${result} ${works} PARENT_SCOPE)
  set(missing "${missing}" PARENT_SCOPE)
endfunction()

# The command that makes PTX, without its files: for the first of CMAKE_CUDA_ARCHITECTURES, else for devices of compute
# capability 7.5 or newer.
function(_tickbench_cuda_command compiler result)
  set(architecture 75)
  if("${CMAKE_CUDA_ARCHITECTURES}" MATCHES "^([0-9]+[a-z]?)")
    set(architecture "${CMAKE_MATCH_1}")
  endif()
  cmake_path(GET compiler FILENAME name)
  if(name MATCHES "nvcc")
    set(${result} "${compiler}" -ptx -arch=compute_${architecture} -std=c++17 -ccbin "${CMAKE_CXX_COMPILER}" PARENT_SCOPE)
  else()
    set(${result} "${compiler}" -x cuda --cuda-device-only --cuda-gpu-arch=sm_${architecture} -std=c++17 -O3 -S PARENT_SCOPE)
  endif()
endfunction()

function(_tickbench_try_cuda compiler result)
  _tickbench_cuda_command("${compiler}" command)
  set(source "${CMAKE_BINARY_DIR}/CMakeFiles/tickbench_try_cuda.cu")
  file(WRITE "${source}" "extern \"C\" __global__ void try_it(float* x) { x[threadIdx.x] = 1; }\n")
  _tickbench_try("${compiler}" works "${command}" ${command} "${source}" -o "${source}.ptx")
  set(${result} ${works} PARENT_SCOPE)
endfunction()

# Further arguments are options of the compiler.
function(_tickbench_compile_cuda source folder result)
  cmake_path(GET source FILENAME name)
  set(ptx "${folder}/${name}.ptx")
  _tickbench_cuda_command("${TICKBENCH_CUDA_COMPILER}" command)
  add_custom_command(
    OUTPUT "${ptx}"
    COMMAND ${command} ${ARGN} -MD -MF "${ptx}.d" -MT "${ptx}" "${source}" -o "${ptx}"
    DEPENDS "${source}"
    DEPFILE "${ptx}.d"
    COMMENT "Compiling ${source} to PTX"
    VERBATIM)
  set(${result} "${ptx}" PARENT_SCOPE)
endfunction()
