# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# TICKBENCH_CDASH=URL ctest -S ci/dashboard.cmake
#
# Configures, builds and tests, and submits the results to a CDash. The URL is that of its submit.php, with the
# project. These variables of the environment are read too:
#   TICKBENCH_CDASH_TOKEN  sent as a bearer token
#   TICKBENCH_CDASH_MODEL  Experimental (the default), Nightly or Continuous
#   TICKBENCH_CDASH_SITE   default: the host's name
#   TICKBENCH_CDASH_BUILD  default: the commit
# For another project give -DCTEST_SOURCE_DIRECTORY= and -DCTEST_BINARY_DIRECTORY=, and where it needs its own
# command to configure, -DCTEST_CONFIGURE_COMMAND=.

cmake_minimum_required(VERSION 3.25)

# environment(VARIABLE NAME DEFAULT)
macro(environment variable name default)
  set(${variable} "$ENV{${name}}")
  if("${${variable}}" STREQUAL "")
    set(${variable} "${default}")
  endif()
endmacro()

# A page with plots, made of the results that the tests left (see harness/docs/report.md).
function(upload_report)
  find_program(TICKBENCH_TOOL tickbench HINTS "${CTEST_BINARY_DIRECTORY}/harness/src/tools")
  file(GLOB_RECURSE results "${CTEST_BINARY_DIRECTORY}/*-tickbench-*_results-*/*.json")
  if(NOT TICKBENCH_TOOL OR NOT results)
    message("dashboard: no report: expected the command tickbench and results of tests, found "
            "'${TICKBENCH_TOOL}' and '${results}'")
    return()
  endif()
  set(folder "${CTEST_BINARY_DIRECTORY}/Testing/report")
  # One run, or several, of each test.
  execute_process(COMMAND "${TICKBENCH_TOOL}" merge ${results} "--out=${CTEST_BINARY_DIRECTORY}/Testing/results.json"
                  RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message("dashboard: no report: the results of the tests are not of one suite on one set of devices")
    return()
  endif()
  execute_process(COMMAND "${TICKBENCH_TOOL}" report "${CTEST_BINARY_DIRECTORY}/Testing/results.json" -o "${folder}"
                  RESULT_VARIABLE status)
  if(status EQUAL 0)
    file(GLOB plots "${folder}/plots/*.svg")
    ctest_upload(FILES "${CTEST_BINARY_DIRECTORY}/Testing/results.json" "${folder}/index.html" ${plots})
  endif()
endfunction()

environment(CTEST_SUBMIT_URL TICKBENCH_CDASH "")
if(NOT CTEST_SUBMIT_URL MATCHES "^https?://")
  message(FATAL_ERROR "TICKBENCH_CDASH: expected where to submit (https://HOST/submit.php?project=NAME), found "
                      "'${CTEST_SUBMIT_URL}'")
endif()
environment(token TICKBENCH_CDASH_TOKEN "")
environment(model TICKBENCH_CDASH_MODEL Experimental)
cmake_host_system_information(RESULT host QUERY HOSTNAME)
environment(CTEST_SITE TICKBENCH_CDASH_SITE ${host})

cmake_path(GET CTEST_SCRIPT_DIRECTORY PARENT_PATH root)
if(NOT CTEST_SOURCE_DIRECTORY)
  set(CTEST_SOURCE_DIRECTORY "${root}")
  set(CTEST_BINARY_DIRECTORY "${root}/build/ci")
  set(CTEST_CONFIGURE_COMMAND "${CMAKE_COMMAND} --preset ci")
endif()
if(NOT CTEST_CONFIGURE_COMMAND)
  set(CTEST_CONFIGURE_COMMAND
      "${CMAKE_COMMAND} -S \"${CTEST_SOURCE_DIRECTORY}\" -B \"${CTEST_BINARY_DIRECTORY}\"")
endif()
# Of a project without a CTestConfig.cmake.
set(CTEST_NIGHTLY_START_TIME "01:00:00 UTC")
set(CTEST_BUILD_COMMAND "${CMAKE_COMMAND} --build \"${CTEST_BINARY_DIRECTORY}\"")
execute_process(COMMAND git -C "${CTEST_SOURCE_DIRECTORY}" describe --always --dirty --tags
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(commit STREQUAL "")
  set(commit unknown)
endif()
environment(CTEST_BUILD_NAME TICKBENCH_CDASH_BUILD "${commit}")

ctest_start(${model})
ctest_configure(RETURN_VALUE configured)
set(built -1)
set(tested -1)
if(configured EQUAL 0)
  ctest_build(RETURN_VALUE built)
endif()
if(built EQUAL 0)
  # Comparisons of time, and what takes minutes, are asked for by name.
  ctest_test(EXCLUDE_LABEL "^(measured|slow)$" RETURN_VALUE tested)
  upload_report()
endif()

set(header)
if(token)
  set(header HTTPHEADER "Authorization: Bearer ${token}")
endif()
ctest_submit(${header} RETRY_COUNT 3 RETRY_DELAY 5 RETURN_VALUE submitted)
if(NOT configured EQUAL 0 OR NOT built EQUAL 0 OR NOT tested EQUAL 0 OR NOT submitted EQUAL 0)
  message(FATAL_ERROR "dashboard: expected all to succeed (0), found: configure ${configured}, build ${built}, "
                      "test ${tested}, submit ${submitted}")
endif()
