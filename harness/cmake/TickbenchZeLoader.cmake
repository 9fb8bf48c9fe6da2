# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# The target tickbench::ze_loader, the Level Zero loader with its headers, or none where it is not found.

if(NOT TARGET tickbench::ze_loader)
  find_path(TICKBENCH_ZE_INCLUDE level_zero/ze_api.h)
  find_library(TICKBENCH_ZE_LOADER NAMES ze_loader)
  mark_as_advanced(TICKBENCH_ZE_INCLUDE TICKBENCH_ZE_LOADER)
  if(TICKBENCH_ZE_INCLUDE AND TICKBENCH_ZE_LOADER)
    add_library(tickbench::ze_loader UNKNOWN IMPORTED)
    set_target_properties(
      tickbench::ze_loader PROPERTIES IMPORTED_LOCATION "${TICKBENCH_ZE_LOADER}"
                                      INTERFACE_INCLUDE_DIRECTORIES "${TICKBENCH_ZE_INCLUDE}")
  endif()
endif()
