# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# Whether the Level Zero back end can be built: its loader, and the two programs that make SPIR-V from
# OpenCL C. Defines TICKBENCH_LEVEL_ZERO (on where all is there; asked for and not there is an error), the
# target LevelZero::Loader, TICKBENCH_CLANG, TICKBENCH_LLVM_SPIRV, and TICKBENCH_SPIRV_VAL where it is there.

include_guard(GLOBAL)

find_path(TICKBENCH_ZE_INCLUDE level_zero/ze_api.h)
find_library(TICKBENCH_ZE_LOADER NAMES ze_loader)
# A driver may end the process over a module that is not valid: it is found at build time.
find_program(TICKBENCH_SPIRV_VAL spirv-val)

# The translator reads the bitcode of its own LLVM version: take a pair, the newest first. Bitcode of an
# older clang is read as well, but a pair of one version is what distributions test.
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

set(missing)
if(NOT TICKBENCH_ZE_INCLUDE)
  list(APPEND missing "level_zero/ze_api.h (package libze-dev or level-zero-dev)")
endif()
if(NOT TICKBENCH_ZE_LOADER)
  list(APPEND missing "libze_loader (package libze1 or level-zero)")
endif()
if(NOT TICKBENCH_CLANG OR NOT TICKBENCH_LLVM_SPIRV)
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
  if(NOT TARGET LevelZero::Loader)
    add_library(LevelZero::Loader UNKNOWN IMPORTED GLOBAL)
    set_target_properties(
      LevelZero::Loader PROPERTIES IMPORTED_LOCATION "${TICKBENCH_ZE_LOADER}"
                                   INTERFACE_INCLUDE_DIRECTORIES "${TICKBENCH_ZE_INCLUDE}")
  endif()
endif()
