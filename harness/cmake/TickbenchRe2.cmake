# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# The target tickbench::re2, or none where RE2 is not found. RE2 comes with a CMake package only in newer
# versions; with pkg-config's file always.

if(NOT TARGET tickbench::re2)
  if(NOT TARGET re2::re2)
    find_package(PkgConfig QUIET)
    if(PKG_CONFIG_FOUND)
      pkg_check_modules(TICKBENCH_RE2 QUIET IMPORTED_TARGET re2)
    endif()
  endif()
  foreach(target IN ITEMS re2::re2 PkgConfig::TICKBENCH_RE2)
    if(TARGET ${target})
      add_library(tickbench::re2 INTERFACE IMPORTED)
      target_link_libraries(tickbench::re2 INTERFACE ${target})
      break()
    endif()
  endforeach()
endif()
