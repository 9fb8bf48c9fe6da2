# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# The CUDA back end: built anywhere, since the driver is loaded at run time. Its kernels take clang and libclc.

include_guard(GLOBAL)
include(${CMAKE_CURRENT_LIST_DIR}/TickbenchPtx.cmake)

option(TICKBENCH_CUDA "Build the CUDA back end" ON)
if(TICKBENCH_CUDA)
  tickbench_find_ptx_compiler(has_ptx_compiler MISSING missing)
  if(has_ptx_compiler)
    message(STATUS "tickbench: CUDA back end: ON (PTX by ${TICKBENCH_PTX_CLANG} and ${TICKBENCH_LIBCLC})")
  else()
    message(STATUS "tickbench: CUDA back end: ON, without kernels of OpenCL C, missing: ${missing}")
  endif()
else()
  message(STATUS "tickbench: CUDA back end: OFF")
endif()
