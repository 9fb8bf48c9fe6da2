# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# Read by cpack. Without these CPack makes packages whose dependencies are silently missing.

if(CPACK_GENERATOR STREQUAL "DEB")
  foreach(need IN ITEMS dpkg-shlibdeps=dpkg-dev file=file)
    string(REGEX MATCH "^(.+)=(.+)$" matched "${need}")
    find_program(program "${CMAKE_MATCH_1}" NO_CACHE)
    if(NOT program)
      message(FATAL_ERROR "tickbench: a Debian package's dependencies are found by the program ${CMAKE_MATCH_1}: "
                          "expected it on PATH (package ${CMAKE_MATCH_2}), found none")
    endif()
    unset(program)
  endforeach()
endif()
