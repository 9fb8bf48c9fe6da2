# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# CUDA takes PTX: clang makes it of OpenCL C, with the builtin functions of libclc. No part of NVIDIA's is needed.

include_guard(GLOBAL)

# tickbench_find_ptx_compiler(RESULT): whether clang and a libclc that it reads are there; TICKBENCH_PTX_CLANG and
# TICKBENCH_LIBCLC in the cache say which. Else `missing` is what to install.
#
# The clang that makes SPIR-V is taken first, so that one compiler reads all kernels. Bitcode of a newer LLVM is not
# read by an older clang: a small kernel is compiled to see.
function(tickbench_find_ptx_compiler result)
  if(NOT TICKBENCH_PTX_CLANG AND TICKBENCH_CLANG)
    set(TICKBENCH_PTX_CLANG "${TICKBENCH_CLANG}" CACHE FILEPATH "clang, to make PTX")
  endif()
  if(NOT TICKBENCH_PTX_CLANG)
    foreach(version RANGE 22 14 -1)
      list(APPEND names clang-${version})
    endforeach()
    find_program(TICKBENCH_PTX_CLANG NAMES ${names} DOC "clang, to make PTX")
  endif()
  set(version N)
  if(TICKBENCH_PTX_CLANG)
    execute_process(COMMAND "${TICKBENCH_PTX_CLANG}" -dumpversion OUTPUT_VARIABLE version ERROR_QUIET)
    string(REGEX REPLACE "[^0-9].*" "" version "${version}")
  endif()
  set(folders /usr/lib/clc-${version} /usr/lib/llvm-${version}/share/clc /usr/lib/llvm-${version}/lib/clc /usr/lib/clc
              /usr/share/clc)
  find_file(TICKBENCH_LIBCLC nvptx64--nvidiacl.bc PATHS ${folders} NO_DEFAULT_PATH
            DOC "libclc's builtin functions, to make PTX")
  set(missing)
  if(NOT TICKBENCH_PTX_CLANG)
    set(missing "clang-N, N >= 14, and libclc-N")
  elseif(NOT TICKBENCH_LIBCLC)
    set(missing "libclc (package libclc-${version})")
  else()
    _tickbench_try_ptx(works)
    if(NOT works)
      set(missing "a libclc that ${TICKBENCH_PTX_CLANG} reads (package libclc-${version}; found ${TICKBENCH_LIBCLC})")
    endif()
  endif()
  string(COMPARE EQUAL "${missing}" "" found)
  set(${result} ${found} PARENT_SCOPE)
  set(missing "${missing}" PARENT_SCOPE)
endfunction()

# Whether a command works. Kept in the cache by this name, until `key` is another.
function(_tickbench_try name result key)
  if(NOT "${TICKBENCH_TRIED_${name}}" STREQUAL "${key}")
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
    string(COMPARE EQUAL "${status}" "0" works)
    set("TICKBENCH_TRIED_${name}" "${key}" CACHE INTERNAL "")
    set("TICKBENCH_WORKS_${name}" ${works} CACHE INTERNAL "")
  endif()
  set(${result} ${TICKBENCH_WORKS_${name}} PARENT_SCOPE)
endfunction()

# These two files, and what is done with them.
function(_tickbench_try_ptx result)
  set(pair "${TICKBENCH_PTX_CLANG};${TICKBENCH_LIBCLC}")
  foreach(file IN ITEMS TickbenchCompilePtx.cmake TickbenchPtx.h)
    file(SHA256 "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${file}" sum)
    list(APPEND pair ${sum})
  endforeach()
  set(source "${CMAKE_BINARY_DIR}/CMakeFiles/tickbench_try_ptx.cl")
  file(WRITE "${source}" "kernel void try(global float* x) { x[get_global_id(0)] = exp(x[get_global_id(0)]); }\n")
  _tickbench_try(ptx works "${pair}" "${CMAKE_COMMAND}" "-DCLANG=${TICKBENCH_PTX_CLANG}" "-DLIBCLC=${TICKBENCH_LIBCLC}"
                 "-DSOURCE=${source}" "-DOUTPUT=${source}.ptx" -P
                 "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/TickbenchCompilePtx.cmake")
  set(${result} ${works} PARENT_SCOPE)
endfunction()

# Further arguments are options of clang.
function(_tickbench_compile_ptx source folder result after)
  cmake_path(GET source STEM LAST_ONLY stem)
  set(ptx "${folder}/${stem}.ptx")
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/TickbenchCompilePtx.cmake")
  add_custom_command(
    OUTPUT "${ptx}"
    COMMAND "${CMAKE_COMMAND}" "-DCLANG=${TICKBENCH_PTX_CLANG}" "-DLIBCLC=${TICKBENCH_LIBCLC}" "-DSOURCE=${source}"
            "-DOUTPUT=${ptx}" "-DDEPFILE=${ptx}.d" "-DFLAGS=${ARGN}" -P "${script}"
    DEPENDS "${source}" "${script}" "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/TickbenchPtx.h" "${TICKBENCH_LIBCLC}" ${after}
    DEPFILE "${ptx}.d"
    COMMENT "Compiling ${source} to PTX"
    VERBATIM)
  set(${result} "${ptx}" PARENT_SCOPE)
endfunction()
