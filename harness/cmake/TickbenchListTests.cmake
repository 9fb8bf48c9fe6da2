# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# cmake -D SETTINGS=file -P TickbenchListTests.cmake, or included by CTest: asks a program for its benchmarks and
# writes the file of CTest tests that tickbench_discover_tests promised.

cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

# `text` as a bracket argument that no text can end early.
function(_tickbench_quote result text)
  set(equals "=")
  while(TRUE)
    # With one more bracket: a text that ends in ] would make an end of its own with the closing one.
    string(FIND "${text}]" "]${equals}]" at)
    if(at EQUAL -1)
      break()
    endif()
    string(APPEND equals "=")
  endwhile()
  # The newline is not part of the argument; without it a text that begins with one would lose it.
  set(${result} "[${equals}[\n${text}]${equals}]" PARENT_SCOPE)
endfunction()

# In CTest: ends it where a test of this name was added before.
function(_tickbench_take_name taken name target)
  if(DEFINED ${taken})
    message(FATAL_ERROR "tickbench_discover_tests(${target}): expected one test named\n  ${name}\nfound two: give "
                        "tickbench_discover_tests(${${taken}}), or this call, another TEST_PREFIX or TEST_SUFFIX")
  endif()
  set(${taken} "${target}" PARENT_SCOPE)
endfunction()

# How many processes the floors of a benchmark ask for; `runs` has the program's list of these, a line each.
function(_tickbench_runs_of result runs id)
  set(number 1)
  string(FIND "${runs}" "\t${id}\n" at)
  if(NOT at EQUAL -1)
    string(SUBSTRING "${runs}" 0 ${at} before)
    string(REGEX MATCH "[0-9]+$" number "${before}")
  endif()
  set(${result} "${number}" PARENT_SCOPE)
endfunction()

# Appends commands that add a test of one benchmark, of `runs` processes. The name and the id never enter a list, which their
# semicolons, brackets and backslashes would break. The results of its last run stay, for a dashboard and for
# `tickbench floors suggest`.
function(_tickbench_add_test name id flags resource runs)
  string(REGEX REPLACE "[^A-Za-z0-9_@.-]+" "_" file "${name}")
  string(SHA256 hash "${name}")
  string(SUBSTRING "${hash}" 0 8 hash)
  # Few file systems take a name of more than 255 bytes.
  string(SUBSTRING "${file}" 0 200 file)
  set(results "${RESULTS_FOLDER}/${file}-${hash}.json")
  set(command "${PROGRAM}")
  set(out "--benchmark_out=${results}")
  set(timeout "${TIMEOUT}")
  if(runs GREATER 1)
    if(NOT TOOL)
      message(FATAL_ERROR "tickbench_discover_tests(${TARGET_NAME}): a floor of ${id} asks for ${runs} runs: expected "
                          "the command tickbench, installed with the library or built with it, found none")
    endif()
    # Before the flags of the program: those of `run`.
    set(command "${TOOL}" run ${runs} "${PROGRAM}" "--out=${results}" --as-floors-ask "--run-timeout=${TIMEOUT}" --)
    set(out)
    math(EXPR timeout "${TIMEOUT} * ${runs}")
  endif()
  set(words)
  foreach(word IN ITEMS "${name}" ${command} "--tickbench_benchmark=${id}" --tickbench_ctest ${out})
    _tickbench_quote(quoted "${word}")
    string(APPEND words " ${quoted}")
  endforeach()
  foreach(flag IN LISTS flags)
    _tickbench_quote(quoted "${flag}")
    string(APPEND words " ${quoted}")
  endforeach()
  set(properties WORKING_DIRECTORY "${WORKING_DIRECTORY}" SKIP_RETURN_CODE 77 ${resource})
  if(NOT LABELS STREQUAL "")
    list(JOIN LABELS "\\;" labels)
    list(APPEND properties LABELS "${labels}")
  endif()
  if(NOT PROPERTIES STREQUAL "")
    string(APPEND properties ";${PROPERTIES}")
  endif()
  # What a program under --tickbench_ctest prints last. Without it a benchmark or a driver has ended the program, and
  # its status says nothing. CTest takes one list of such expressions: that in PROPERTIES is kept.
  string(ASCII 127 end_mark)
  set(fails)
  list(FIND properties FAIL_REGULAR_EXPRESSION at)
  if(at GREATER -1)
    math(EXPR at "${at} + 1")
    list(GET properties ${at} fails)
  endif()
  list(APPEND fails "^[^${end_mark}]*$")
  list(JOIN fails "\\;" fails)
  list(APPEND properties FAIL_REGULAR_EXPRESSION "${fails}")
  # Last: one in PROPERTIES is that of one run.
  list(APPEND properties TIMEOUT "${timeout}")
  _tickbench_quote(quoted_properties "${name}")
  string(APPEND quoted_properties " PROPERTIES")
  foreach(word IN LISTS properties)
    _tickbench_quote(quoted "${word}")
    string(APPEND quoted_properties " ${quoted}")
  endforeach()
  # CTest keeps two tests of one name, and gives the properties of both to both. Asked when it reads the tests:
  # only then is each list that it reads the newest.
  cmake_path(GET TESTS_FILE PARENT_PATH folder)
  string(SHA256 taken "${folder}\n${name}")
  _tickbench_quote(quoted_name "${name}")
  _tickbench_quote(quoted_target "${TARGET_NAME}")
  file(APPEND "${TESTS_FILE}.new" "_tickbench_take_name(_tickbench_${taken} ${quoted_name} ${quoted_target})\n"
                                  "add_test(${words})\nset_tests_properties(${quoted_properties})\n")
endfunction()

# What the program lists, as its output has it, a line each: names with brackets and semicolons would not survive a
# list.
function(_tickbench_list result flags what)
  execute_process(
    COMMAND "${PROGRAM}" ${COMMON_FLAGS} ${EXTRA_ARGS} ${flags} ${what}
    WORKING_DIRECTORY "${WORKING_DIRECTORY}"
    TIMEOUT "${DISCOVERY_TIMEOUT}"
    OUTPUT_VARIABLE ids
    ERROR_VARIABLE errors
    RESULT_VARIABLE status)
  if(NOT status STREQUAL "0" OR (ids STREQUAL "" AND what STREQUAL "--tickbench_list"))
    list(JOIN flags " " flags)
    set(common ${COMMON_FLAGS} ${EXTRA_ARGS})
    list(JOIN common " " common)
    message(FATAL_ERROR "tickbench_discover_tests(${TARGET_NAME}): expected a list of benchmarks from\n"
                        "  ${PROGRAM} ${common} ${flags} ${what}\n"
                        "within ${DISCOVERY_TIMEOUT} s, found: ${status}\n${ids}${errors}")
  endif()
  # A program with a main of its own may leave out the last line's end.
  if(NOT ids STREQUAL "" AND NOT ids MATCHES "\n$")
    string(APPEND ids "\n")
  endif()
  set(${result} "${ids}" PARENT_SCOPE)
endfunction()

# A test for each id that the program lists with `list_flags`, on `device` where one is given.
function(_tickbench_add_tests list_flags device)
  _tickbench_list(ids "${list_flags}" --tickbench_list)
  set(runs)
  if(NOT FLOORS STREQUAL "")
    _tickbench_list(runs "${list_flags}" --tickbench_list_runs)
  endif()
  set(flags "${COMMON_FLAGS}")
  if(NOT EXTRA_ARGS STREQUAL "")
    string(APPEND flags ";${EXTRA_ARGS}")
  endif()
  set(suffix "${TEST_SUFFIX}")
  set(resource RESOURCE_LOCK tickbench)
  if(NOT device STREQUAL "")
    list(PREPEND flags "--tickbench_device=${device}")
    string(PREPEND suffix "@${device}")
    set(resource RESOURCE_LOCK "tickbench@${device}")
  endif()
  set(names)
  while(NOT ids STREQUAL "")
    string(FIND "${ids}" "\n" end)
    string(SUBSTRING "${ids}" 0 ${end} id)
    math(EXPR end "${end} + 1")
    string(SUBSTRING "${ids}" ${end} -1 ids)
    if(RESOURCES)
      string(FIND "${id}" "/" slash)
      string(SUBSTRING "${id}" 0 ${slash} backend)
      set(resource RESOURCE_GROUPS "${backend}:1")
    endif()
    set(name "${TEST_PREFIX}${id}${suffix}")
    _tickbench_runs_of(number "${runs}" "${id}")
    _tickbench_add_test("${name}" "${id}" "${flags}" "${resource}" ${number})
    string(REPLACE ";" "\\;" name "${name}")
    list(APPEND names "${name}")
  endwhile()
  _tickbench_quote(quoted "${names}")
  file(APPEND "${TESTS_FILE}.new" "list(APPEND _tickbench_names ${quoted})\n")
endfunction()

function(tickbench_list_tests settings)
  include("${settings}")
  # What an earlier program had is no longer true.
  file(REMOVE "${TESTS_FILE}")
  file(REMOVE_RECURSE "${RESULTS_FOLDER}")
  _tickbench_quote(quoted "${RESULTS_FOLDER}")
  file(WRITE "${TESTS_FILE}.new" "# Generated by tickbench_discover_tests.\nfile(MAKE_DIRECTORY ${quoted})\n"
                                 "set(_tickbench_names)\n")
  set(flags)
  if(NOT TEST_FILTER STREQUAL "")
    string(REPLACE ";" "\\;" filter "${TEST_FILTER}")
    list(APPEND flags "--benchmark_filter=${filter}")
  endif()
  if(NOT BACKENDS STREQUAL "")
    # `:all`, so that a word that is no back end is not taken for a part of a device's name.
    list(TRANSFORM BACKENDS APPEND ":all" OUTPUT_VARIABLE backends)
    list(JOIN backends "," backends)
    list(APPEND flags "--tickbench_device=${backends}")
  endif()
  if(DEVICES STREQUAL "")
    _tickbench_add_tests("${flags}" "")
  endif()
  foreach(device IN LISTS DEVICES)
    _tickbench_add_tests("${flags};--tickbench_device=${device}" "${device}")
  endforeach()
  _tickbench_quote(quoted "${TEST_LIST}")
  file(APPEND "${TESTS_FILE}.new" "set(${quoted} \"\${_tickbench_names}\")\n")
  file(RENAME "${TESTS_FILE}.new" "${TESTS_FILE}")
endfunction()

# Only where the list is older than the program, the settings or a floor file.
function(tickbench_list_tests_again settings)
  include("${settings}")
  if(NOT EXISTS "${PROGRAM}")
    return()
  endif()
  foreach(file IN LISTS PROGRAM settings FLOORS)
    # IS_NEWER_THAN holds where a file does not exist.
    if(NOT EXISTS "${TESTS_FILE}" OR NOT "${TESTS_FILE}" IS_NEWER_THAN "${file}")
      tickbench_list_tests("${settings}")
      break()
    endif()
  endforeach()
endfunction()

cmake_policy(POP)

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  tickbench_list_tests("${SETTINGS}")
endif()
