# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# cmake -DSOURCE=folder -DBUILD=folder -DFOLDER=folder -P install.cmake: installs what a developer needs, as the
# page on packages says, and moves it: nothing in an install tree may know where it was made.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/page.cmake)
file(REMOVE_RECURSE "${FOLDER}" "${FOLDER}.first")
page_command(install "${SOURCE}/harness/docs/package.md" "cmake --install" build/ci "${BUILD}" ~/tickbench "${FOLDER}.first")
list(POP_FRONT install)
list(TRANSFORM install REPLACE "^tickbench_development$" "tickbench_tools" OUTPUT_VARIABLE install_tools)
execute_process(COMMAND "${CMAKE_COMMAND}" ${install} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${CMAKE_COMMAND}" ${install_tools} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(RENAME "${FOLDER}.first" "${FOLDER}")
