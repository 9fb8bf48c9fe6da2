# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0

include_guard(GLOBAL)

# Where the script beside this file lies: CMAKE_CURRENT_LIST_DIR inside the function is the caller's.
set(TICKBENCH_LIST_TESTS_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/TickbenchListTests.cmake" CACHE INTERNAL "")
include("${TICKBENCH_LIST_TESTS_SCRIPT}")

# At the end of the whole project.
function(_tickbench_require_testing call)
  if(NOT CMAKE_TESTING_ENABLED)
    message(WARNING "${call}: expected enable_testing() in the project's top-level CMakeLists.txt, found none: ctest will find no tests")
  endif()
endfunction()

# tickbench_discover_tests(TARGET
#   [TEST_PREFIX text] [TEST_SUFFIX text] [TEST_LIST variable] [TEST_FILTER regex]
#   [EXTRA_ARGS flag...] [PROPERTIES name value...] [WORKING_DIRECTORY folder]
#   [DISCOVERY_MODE POST_BUILD|PRE_TEST] [DISCOVERY_TIMEOUT seconds]
#   [FLOORS file...] [BACKENDS name...] [DEVICES device...] [LABELS label...] [RESOURCES [resource:slots...]] [PLAIN]
#   [LAUNCHER command argument...] [SKIP_PATTERN regex])
#
# Makes each benchmark of a program a CTest test, as gtest_discover_tests does with GoogleTest's; what has the
# same name there means the same here. docs/ctest.md tells the rest.
#
#   TEST_FILTER        as --benchmark_filter
#   EXTRA_ARGS         flags of every test, also given when the program lists its benchmarks
#   DISCOVERY_MODE     when it lists them: after each build (POST_BUILD, the default, or what
#                      CMAKE_TICKBENCH_DISCOVER_TESTS_DISCOVERY_MODE says), or when CTest runs (PRE_TEST)
#   DISCOVERY_TIMEOUT  for listing, which opens no driver; default: 30
#   FLOORS             floor files, relative to the source folder; read whenever the program lists its benchmarks
#   BACKENDS           the benchmarks of these back ends only
#   DEVICES            one test an id and device, with the suffix @DEVICE; as in --tickbench_device, each one device
#   LABELS             labels of every test
#   RESOURCES          each test takes one device of its back end from `ctest --resource-spec-file` (RESOURCE_GROUPS
#                      opencl:1), so that tests run on several devices at once. Without it RESOURCE_LOCK keeps them apart.
#                      Of plain benchmarks: what each takes, such as gpus:1
#   PLAIN              the plain Google Benchmark benchmarks of any program, and no others. Where it is left out, those of a
#                      program that does not link tickbench, and both kinds where there are both. docs/plain.md
#   SKIP_PATTERN       a plain benchmark that calls SkipWithError with a message that matches (RE2) is skipped
#   LAUNCHER           a command that each test is run behind: LAUNCHER srun --gpus=1 runs each as a job of its own. Listing is
#                      not run behind it. docs/machines.md
#
# The test of a benchmark of which a floor asks for several runs runs them by the command tickbench: the one that is
# built or installed with the library, or TICKBENCH_TOOL. Its TIMEOUT is that of one run, times their number.
#
# TIMEOUT in PROPERTIES (default: 300) is passed on to the program, less a tenth; a test may also wait as long for another
# process that measures, so CTest's own TIMEOUT is twice as long. The results of a test's last run
# lie in TARGET-tickbench-N_results-CONFIG; a dashboard gets them, and each metric as a measurement.
function(tickbench_discover_tests target)
  cmake_parse_arguments(
    PARSE_ARGV 1 ARG "PLAIN"
    "TEST_PREFIX;TEST_SUFFIX;TEST_LIST;TEST_FILTER;WORKING_DIRECTORY;DISCOVERY_MODE;DISCOVERY_TIMEOUT;SKIP_PATTERN"
    "EXTRA_ARGS;PROPERTIES;FLOORS;BACKENDS;DEVICES;LABELS;RESOURCES;LAUNCHER")
  set(call "tickbench_discover_tests(${target})")
  if(NOT TARGET ${target})
    message(FATAL_ERROR "${call}: no such target")
  endif()
  if(NOT "${ARG_UNPARSED_ARGUMENTS}" STREQUAL "")
    message(FATAL_ERROR "${call}: not understood: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if("LAUNCHER" IN_LIST ARG_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "${call}: LAUNCHER: expected a command to run each test behind, such as srun --gpus=1, found none")
  endif()
  if("SKIP_PATTERN" IN_LIST ARG_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "${call}: SKIP_PATTERN: expected a pattern of messages, found none")
  endif()
  set(ARG_PLAIN_RESOURCES "${ARG_RESOURCES}")
  foreach(resource IN LISTS ARG_PLAIN_RESOURCES)
    if(NOT resource MATCHES "^[a-z_][a-z0-9_]*:[1-9][0-9]*$")
      message(FATAL_ERROR "${call}: RESOURCES ${resource}: expected a type of CTest's resource file and a number of slots, "
                          "such as gpus:1")
    endif()
  endforeach()
  # Without a value it is no variable.
  set(ARG_RESOURCES FALSE)
  if(NOT ARG_PLAIN_RESOURCES STREQUAL "" OR "RESOURCES" IN_LIST ARG_KEYWORDS_MISSING_VALUES)
    set(ARG_RESOURCES TRUE)
  endif()
  if(ARG_PLAIN AND NOT "${ARG_BACKENDS}${ARG_DEVICES}" STREQUAL "")
    message(FATAL_ERROR "${call}: PLAIN: expected neither BACKENDS nor DEVICES beside it: plain benchmarks know neither")
  endif()
  if(NOT "${ARG_DEVICES}" STREQUAL "" AND (ARG_RESOURCES OR NOT "${ARG_BACKENDS}" STREQUAL ""))
    message(FATAL_ERROR "${call}: DEVICES names the back ends and the devices itself: expected neither BACKENDS "
                        "nor RESOURCES beside it")
  endif()
  foreach(device IN LISTS ARG_DEVICES)
    if(device MATCHES "(^|:)all$|,")
      message(FATAL_ERROR "${call}: DEVICES ${device}: expected one device an entry, since a test and its lock are for "
                          "one: list them (DEVICES opencl:0 opencl:1)")
    endif()
  endforeach()
  if("${ARG_DISCOVERY_MODE}" STREQUAL "")
    set(ARG_DISCOVERY_MODE "${CMAKE_TICKBENCH_DISCOVER_TESTS_DISCOVERY_MODE}")
  endif()
  if("${ARG_DISCOVERY_MODE}" STREQUAL "")
    set(ARG_DISCOVERY_MODE POST_BUILD)
  endif()
  if(NOT ARG_DISCOVERY_MODE MATCHES "^(POST_BUILD|PRE_TEST)$")
    message(FATAL_ERROR "${call}: DISCOVERY_MODE: expected POST_BUILD or PRE_TEST, found ${ARG_DISCOVERY_MODE}")
  endif()
  if("${ARG_DISCOVERY_TIMEOUT}" STREQUAL "")
    # A program that is slow to load on a busy machine; one that hangs takes longer.
    set(ARG_DISCOVERY_TIMEOUT 30)
  endif()
  if("${ARG_TEST_LIST}" STREQUAL "")
    set(ARG_TEST_LIST ${target}_TESTS)
  endif()
  if("${ARG_WORKING_DIRECTORY}" STREQUAL "")
    set(ARG_WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  endif()
  # A test may take as long as a benchmark by the program's own default.
  set(ARG_TIMEOUT 300)
  list(FIND ARG_PROPERTIES TIMEOUT at)
  if(at GREATER -1)
    math(EXPR at "${at} + 1")
    list(GET ARG_PROPERTIES ${at} ARG_TIMEOUT)
  endif()
  if(NOT ARG_TIMEOUT MATCHES "^[0-9]+$")
    message(FATAL_ERROR "${call}: TIMEOUT ${ARG_TIMEOUT}: expected whole seconds")
  endif()
  # The program ends a test at nine tenths of it and says where it hangs, before CTest kills it without a word.
  math(EXPR whole "${ARG_TIMEOUT} * 9 / 10")
  math(EXPR tenth "${ARG_TIMEOUT} * 9 % 10")

  set(ARG_COMMON_FLAGS)
  set(floors)
  foreach(file IN LISTS ARG_FLOORS)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    get_source_file_property(is_generated "${file}" GENERATED)
    if(NOT is_generated AND NOT EXISTS "${file}")
      message(FATAL_ERROR "${call}: FLOORS: expected a file that exists, or that a rule of this folder generates, found "
                          "none named\n  ${file}")
    endif()
    list(APPEND floors "${file}")
    list(APPEND ARG_COMMON_FLAGS "--tickbench_floors=${file}")
  endforeach()
  set(ARG_FLOORS "${floors}")
  list(APPEND ARG_COMMON_FLAGS "--tickbench_timeout=${whole}.${tenth}")

  # Known at the end of the project alone: it may come behind this call.
  if(NOT DEFINED BUILD_TESTING OR BUILD_TESTING)
    cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]] CALL _tickbench_require_testing [[${call}]])")
  endif()

  # A target may be discovered several times.
  get_property(count TARGET ${target} PROPERTY TICKBENCH_DISCOVERIES)
  math(EXPR count "0${count} + 1")
  set_property(TARGET ${target} PROPERTY TICKBENCH_DISCOVERIES ${count})
  set(base "${CMAKE_CURRENT_BINARY_DIR}/${target}-tickbench-${count}")

  # What the script is told, one file a configuration: a command line would lose semicolons.
  set(ARG_PROGRAM "$<TARGET_FILE:${target}>")
  if(TARGET tickbench_tool)
    set(ARG_TOOL "$<TARGET_FILE:tickbench_tool>")
  else()
    # Installed: from lib/cmake/tickbench, lib/ARCHITECTURE/cmake/tickbench or, in a Python environment,
    # lib/python3.N/site-packages/tickbench/cmake. In a build: from cmake/tickbench. Then that in the PATH.
    cmake_path(GET TICKBENCH_LIST_TESTS_SCRIPT PARENT_PATH folder)
    find_program(TICKBENCH_TOOL tickbench HINTS "${folder}/../../../bin" "${folder}/../../../../bin"
                 "${folder}/../../../../../bin" "${folder}/../../harness/src/tools")
    set(ARG_TOOL "${TICKBENCH_TOOL}")
  endif()
  # Where the program is one of tickbench's: it has the property of the library that it links.
  set(ARG_SUITE "$<BOOL:$<TARGET_PROPERTY:${target},TICKBENCH_SUITE>>")
  set(ARG_TARGET_NAME "${target}")
  set(ARG_TESTS_FILE "${base}_tests-$<CONFIG>.cmake")
  set(ARG_RESULTS_FOLDER "${base}_results-$<CONFIG>")
  set(settings "# Generated by tickbench_discover_tests.\n")
  foreach(name PROGRAM TOOL TARGET_NAME TESTS_FILE RESULTS_FOLDER TEST_PREFIX TEST_SUFFIX TEST_LIST TEST_FILTER EXTRA_ARGS PROPERTIES
               WORKING_DIRECTORY DISCOVERY_TIMEOUT BACKENDS DEVICES LABELS RESOURCES PLAIN_RESOURCES PLAIN SUITE TIMEOUT
               COMMON_FLAGS FLOORS LAUNCHER DISCOVERY_MODE SKIP_PATTERN)
    _tickbench_quote(quoted "${ARG_${name}}")
    string(APPEND settings "set(${name} ${quoted})\n")
  endforeach()
  set(settings_file "${base}_settings-$<CONFIG>.cmake")
  file(GENERATE OUTPUT "${settings_file}" CONTENT "${settings}")

  if(ARG_DISCOVERY_MODE STREQUAL "POST_BUILD")
    if(ARG_PLAIN AND TARGET tickbench_tool)
      add_dependencies(${target} tickbench_tool)
    endif()
    add_custom_command(
      TARGET ${target} POST_BUILD
      BYPRODUCTS "${ARG_TESTS_FILE}"
      COMMAND "${CMAKE_COMMAND}" -D "SETTINGS=${settings_file}" -P "${TICKBENCH_LIST_TESTS_SCRIPT}"
      VERBATIM)
    # Other settings or floors: link, and so list, again.
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${settings_file}" ${floors})
  endif()

  # What CTest reads: the tests of the configuration that it runs.
  set(config "${CMAKE_BUILD_TYPE}")
  get_property(is_multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(is_multi_config)
    set(config "\${CTEST_CONFIGURATION_TYPE}")
  endif()
  _tickbench_quote(quoted_script "${TICKBENCH_LIST_TESTS_SCRIPT}")
  _tickbench_quote(quoted_base "${base}")
  file(WRITE "${base}_include.cmake" "# Generated by tickbench_discover_tests.\ninclude(${quoted_script})\n"
                                     "tickbench_read_tests(${target} ${quoted_base} \"${config}\")\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${base}_include.cmake")
endfunction()
