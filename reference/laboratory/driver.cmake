# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# What each driver beside this folder begins with: a part of tickbench's build, or built by itself from its folder.
if(PROJECT_IS_TOP_LEVEL)
  option(TICKBENCH_TESTS "Build the tests" ON)
  option(TICKBENCH_INSTALL "Install rules" ON)
  option(TICKBENCH_WERROR "Warnings are errors" ON)
  include(${CMAKE_CURRENT_LIST_DIR}/../../harness/cmake/TickbenchProject.cmake)
endif()
if(NOT TARGET reference_laboratory)
  add_subdirectory(${CMAKE_CURRENT_LIST_DIR} laboratory)
endif()
