# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# Whether the Level Zero back end can be built: its loader, and the two programs that make SPIR-V from
# OpenCL C. Defines TICKBENCH_LEVEL_ZERO: on where all is there; asked for and not there is an error.

include_guard(GLOBAL)
include(${CMAKE_CURRENT_LIST_DIR}/TickbenchSpirv.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/TickbenchZeLoader.cmake)

set(missing)
if(NOT TICKBENCH_ZE_INCLUDE)
  list(APPEND missing "level_zero/ze_api.h (package libze-dev or level-zero-dev)")
endif()
if(NOT TICKBENCH_ZE_LOADER)
  list(APPEND missing "libze_loader (package libze1 or level-zero)")
endif()
tickbench_find_spirv_compiler(has_spirv_compiler)
if(NOT has_spirv_compiler)
  list(APPEND missing "clang-N and llvm-spirv-N of one version N >= 14")
endif()
list(JOIN missing ", " missing)

if(missing)
  option(TICKBENCH_LEVEL_ZERO "Build the Level Zero back end" OFF)
  if(TICKBENCH_LEVEL_ZERO)
    message(FATAL_ERROR "TICKBENCH_LEVEL_ZERO is on, and this is missing: ${missing}")
  endif()
  message(STATUS "tickbench: Level Zero back end: off, missing: ${missing}")
else()
  option(TICKBENCH_LEVEL_ZERO "Build the Level Zero back end" ON)
  message(STATUS "tickbench: Level Zero back end: ${TICKBENCH_LEVEL_ZERO} (SPIR-V by ${TICKBENCH_CLANG} and "
                 "${TICKBENCH_LLVM_SPIRV})")
endif()
