# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# Run by tickbench_add_kernels at build time: OUTPUT, the PTX of SOURCE, by CLANG with the builtin functions in
# LIBCLC and FLAGS of its own; what it includes is listed in DEPFILE.
#
# What PTX cannot be made of is refused here, by name: the driver would refuse the whole module, on another machine.

set(way_out "\nPTX is for CUDA alone: tickbench_add_kernels(... NO_PTX) makes none of these files")

# What is not there, by a part of its name, and what to write in its place.
set(instead
    "native_(exp|sin|cos|log)[0-9]*=the function without native_"
    "printf=a buffer that the host reads"
    "get_work_dim=an argument with the number of dimensions"
    "vstore_?a?_?half=a buffer of floats, or of shorts that the kernel converts to"
    "(read|write)_image|get_image=buffers, in place of images")

function(refuse name why)
  message(FATAL_ERROR "${SOURCE}: no PTX can be made of it: '${name}': ${why}${way_out}")
endfunction()

# Refuses a name of the list above; returns for any other one.
function(refuse_known name)
  foreach(entry IN LISTS instead)
    string(REGEX MATCH "^(.*)=([^=]*)$" matched "${entry}")
    set(other "${CMAKE_MATCH_2}")
    if(name MATCHES "${CMAKE_MATCH_1}")
      refuse("${name}" "not to be had on CUDA: write ${other}")
    endif()
  endforeach()
endfunction()

set(dependencies)
if(DEFINED DEPFILE)
  set(dependencies -MD -MF "${DEPFILE}" -MT "${OUTPUT}")
endif()
# For devices of compute capability 7.5 or newer: those that the newest drivers still serve. Loops that can be
# unrolled whole are, as far as NVIDIA's own compiler does, and division of floats is as exact as OpenCL asks (2.5 ulp) and NVIDIA's own is, not more.
execute_process(
  COMMAND "${CLANG}" -x cl -cl-std=CL1.2 -target nvptx64-nvidia-cuda -Xclang -target-cpu -Xclang sm_75
          -Xclang -target-feature -Xclang +ptx64 -Xclang -cl-ext=+cl_khr_fp16 -Xclang -finclude-default-header
          -include "${CMAKE_CURRENT_LIST_DIR}/TickbenchPtx.h" -O2 -mllvm -unroll-threshold=3000
          -mllvm -nvptx-prec-divf32=1 -Wno-linker-warnings -Xclang -mlink-builtin-bitcode -Xclang "${LIBCLC}"
          ${dependencies} ${FLAGS} -S -o "${OUTPUT}.new"
          "${SOURCE}"
  RESULT_VARIABLE status
  OUTPUT_VARIABLE said
  ERROR_VARIABLE said)
if(NOT status EQUAL 0)
  # Of some builtin functions clang says nothing, and crashes.
  file(READ "${SOURCE}" text)
  string(REGEX REPLACE "//[^\n]*" "" text "${text}")
  string(REGEX MATCHALL "[A-Za-z_][A-Za-z_0-9]*" words "${text}")
  list(REMOVE_DUPLICATES words)
  foreach(word IN LISTS words)
    refuse_known("${word}")
  endforeach()
  message(FATAL_ERROR "${SOURCE}: no PTX can be made of it (${CLANG}: ${status}):\n${said}${way_out}")
endif()
if(NOT said STREQUAL "")
  message(NOTICE "${said}")
endif()

file(READ "${OUTPUT}.new" ptx)
string(REGEX MATCHALL "\\.extern \\.func[^;]*" functions "${ptx}")
foreach(function IN LISTS functions)
  string(REGEX REPLACE "^\\.extern \\.func *(\\([^)]*\\))? *([^ \t\n(]+).*" "\\2" name "${function}")
  refuse_known("${name}")
  refuse("${name}" "nothing defines it")
endforeach()

string(REGEX MATCHALL "\\.entry [^ \t\n(]+" entries "${ptx}")
foreach(entry IN LISTS entries)
  string(REPLACE ".entry " "" kernel "${entry}")
  if(ptx MATCHES "call(\\.uni)?[ \t\n]+${kernel}[ \t\n]*[,;]")
    refuse("${kernel}" "a kernel that another kernel calls: give both a function to call")
  endif()
  # Local memory of a kernel's own: "kernel_$_array".
  string(REGEX MATCHALL "\\.shared [^\n]* ${kernel}_[$]_[^[\n]*\\[[0-9]+\\]" arrays "${ptx}")
  set(bytes 0)
  foreach(array IN LISTS arrays)
    string(REGEX REPLACE ".*\\[([0-9]+)\\]$" "\\1" size "${array}")
    math(EXPR bytes "${bytes} + ${size}")
  endforeach()
  if(bytes GREATER 49152)
    refuse("${kernel}"
           "${bytes} bytes of local memory, above the 49152 that a kernel may declare: take it as an argument (local T*)")
  endif()
endforeach()
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
