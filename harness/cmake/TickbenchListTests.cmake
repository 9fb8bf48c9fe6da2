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

# Ends listing where the command tickbench is missing.
function(_tickbench_require_tool why)
  if(NOT TOOL)
    message(FATAL_ERROR "tickbench_discover_tests(${TARGET_NAME}): ${why}: expected the command tickbench, installed "
                        "with the library or built with it, found none")
  elseif(NOT EXISTS "${TOOL}")
    message(FATAL_ERROR "tickbench_discover_tests(${TARGET_NAME}): ${why}: expected the command tickbench to be built "
                        "before (the word PLAIN in the call sees to it), found none at\n  ${TOOL}")
  endif()
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

# Appends commands that add a test of one benchmark, of `runs` processes; of a plain one where `runs` is PLAIN. The name and
# the id never enter a list, which their semicolons, brackets and backslashes would break. The results of its last run stay,
# for a dashboard and for `tickbench floors suggest`.
function(_tickbench_add_test name id flags resource runs)
  string(REGEX REPLACE "[^A-Za-z0-9_@.-]+" "_" file "${name}")
  string(SHA256 hash "${name}")
  string(SUBSTRING "${hash}" 0 8 hash)
  # Few file systems take a name of more than 255 bytes.
  string(SUBSTRING "${file}" 0 200 file)
  set(results "${RESULTS_FOLDER}/${file}-${hash}.json")
  set(command "${PROGRAM}")
  set(select "--tickbench_benchmark=${id}")
  set(ctest --tickbench_ctest)
  set(out "--benchmark_out=${results}")
  set(timeout "${TIMEOUT}")
  if(runs STREQUAL "PLAIN")
    set(command "${TOOL}" check "${PROGRAM}")
    set(select "--benchmark=${id}")
    set(ctest --ctest)
    set(out "--out=${results}")
  elseif(runs GREATER 1)
    _tickbench_require_tool("a floor of ${id} asks for ${runs} runs")
    # Before the flags of the program: those of `run`.
    set(command "${TOOL}" run ${runs} "${PROGRAM}" "--out=${results}" --as-floors-ask "--run-timeout=${TIMEOUT}" --)
    set(out)
    math(EXPR timeout "${TIMEOUT} * ${runs}")
  endif()
  _tickbench_quote(words "${name}")
  foreach(word IN LISTS LAUNCHER command)
    _tickbench_quote(quoted "${word}")
    string(APPEND words " ${quoted}")
  endforeach()
  foreach(word IN ITEMS "${select}" ${ctest} ${out})
    _tickbench_quote(quoted "${word}")
    string(APPEND words " ${quoted}")
  endforeach()
  foreach(flag IN LISTS flags)
    _tickbench_quote(quoted "${flag}")
    string(APPEND words " ${quoted}")
  endforeach()
  # CTest would add to a lock: an empty one in PROPERTIES takes it away.
  list(FIND PROPERTIES RESOURCE_LOCK at)
  if(at GREATER -1)
    math(EXPR at "${at} + 1")
    list(GET PROPERTIES ${at} lock)
    if(lock STREQUAL "" AND resource MATCHES "^RESOURCE_LOCK;")
      set(resource)
    endif()
  endif()
  set(properties WORKING_DIRECTORY "${WORKING_DIRECTORY}" SKIP_RETURN_CODE 77 ${resource})
  if(NOT LABELS STREQUAL "")
    list(JOIN LABELS "\\;" labels)
    list(APPEND properties LABELS "${labels}")
  endif()
  if(NOT PROPERTIES STREQUAL "")
    string(APPEND properties ";${PROPERTIES}")
  endif()
  # What a program under --tickbench_ctest prints last. Without it a benchmark or a driver has ended the program, and
  # its status says nothing. CTest adds such expressions to those in PROPERTIES.
  string(ASCII 127 end_mark)
  list(APPEND properties FAIL_REGULAR_EXPRESSION "^[^${end_mark}]*$")
  # Twice where it did not pass. A launcher may lose the status: `"$@" | tee log`.
  if(NOT LAUNCHER STREQUAL "")
    list(APPEND properties FAIL_REGULAR_EXPRESSION "${end_mark}${end_mark}")
  endif()
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
  if(may_take_none AND errors MATCHES "expected to match a benchmark, matches none")
    set(${result} "" PARENT_SCOPE)
    return()
  endif()
  if(NOT status STREQUAL "0" OR (ids STREQUAL "" AND what STREQUAL "--tickbench_list"))
    list(JOIN flags " " flags)
    set(common ${COMMON_FLAGS} ${EXTRA_ARGS})
    list(JOIN common " " common)
    set(hint)
    if(NOT SUITE)
      set(hint "\nFor a plain Google Benchmark program say PLAIN in the call.")
    endif()
    message(FATAL_ERROR "tickbench_discover_tests(${TARGET_NAME}): expected a list of benchmarks from\n"
                        "  ${PROGRAM} ${common} ${flags} ${what}\n"
                        "within ${DISCOVERY_TIMEOUT} s, found: ${status}\n${ids}${errors}${hint}")
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
  if(ids STREQUAL "")
    set(takes_ours FALSE PARENT_SCOPE)
    return()
  endif()
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
  _tickbench_add_tests_of("${ids}" "${flags}" "${resource}" "${suffix}" "${runs}")
endfunction()

# A test for each of these ids, a line each.
function(_tickbench_add_tests_of ids flags resource suffix runs)
  set(names)
  while(NOT ids STREQUAL "")
    string(FIND "${ids}" "\n" end)
    string(SUBSTRING "${ids}" 0 ${end} id)
    math(EXPR end "${end} + 1")
    string(SUBSTRING "${ids}" ${end} -1 ids)
    set(number PLAIN)
    if(NOT runs STREQUAL "PLAIN")
      _tickbench_runs_of(number "${runs}" "${id}")
      if(RESOURCES)
        string(FIND "${id}" "/" slash)
        string(SUBSTRING "${id}" 0 ${slash} backend)
        set(resource RESOURCE_GROUPS "${backend}:1")
      endif()
    endif()
    set(name "${TEST_PREFIX}${id}${suffix}")
    _tickbench_add_test("${name}" "${id}" "${flags}" "${resource}" ${number})
    string(REPLACE ";" "\\;" name "${name}")
    list(APPEND names "${name}")
  endwhile()
  _tickbench_quote(quoted "${names}")
  file(APPEND "${TESTS_FILE}.new" "list(APPEND _tickbench_names ${quoted})\n")
endfunction()

# Which kinds of benchmarks the program has. One call: a main that ignores flags which it does not know takes the second
# one at least, and lists its benchmarks in place of running them.
function(_tickbench_find_kinds ours plain)
  set(${ours} FALSE PARENT_SCOPE)
  set(${plain} TRUE PARENT_SCOPE)
  if(PLAIN)
    return()
  endif()
  execute_process(
    # The last flag: listing would empty a file that the environment or EXTRA_ARGS name.
    COMMAND "${PROGRAM}" ${COMMON_FLAGS} ${EXTRA_ARGS} --tickbench_list --benchmark_list_tests=true --benchmark_out=
    WORKING_DIRECTORY "${WORKING_DIRECTORY}"
    TIMEOUT "${DISCOVERY_TIMEOUT}"
    OUTPUT_VARIABLE list
    ERROR_VARIABLE errors
    RESULT_VARIABLE status)
  if(status STREQUAL "0" AND list MATCHES "(^|\n)(tickbench|plain)\t")
    if(list MATCHES "(^|\n)tickbench\t")
      set(${ours} TRUE PARENT_SCOPE)
    endif()
    if(NOT list MATCHES "(^|\n)plain\t")
      set(${plain} FALSE PARENT_SCOPE)
    endif()
    set(SUITE TRUE PARENT_SCOPE)
  elseif(SUITE OR (NOT status STREQUAL "0" AND
                   NOT "${list}${errors}" MATCHES "[Uu]n(recogni[sz]ed|known)[^\n]*tickbench_(list|floors|timeout)"))
    # Whatever is wrong, listing says it.
    set(${ours} TRUE PARENT_SCOPE)
    set(${plain} FALSE PARENT_SCOPE)
  endif()
endfunction()

# The flags of all plain tests: those of `tickbench check`, then those of the program. What tickbench's benchmarks alone take
# is left out where the program has both kinds.
function(_tickbench_plain_flags result has_both)
  list(TRANSFORM COMMON_FLAGS REPLACE "^--tickbench_" "--" OUTPUT_VARIABLE flags)
  set(others)
  if(SUITE)
    list(APPEND others --tickbench_plain)
  endif()
  foreach(flag IN LISTS EXTRA_ARGS)
    string(REPLACE ";" "\\;" flag "${flag}")
    if(flag MATCHES "^--tickbench_(strict|budget=.*)$")
      list(APPEND flags "--${CMAKE_MATCH_1}")
    elseif(NOT flag MATCHES "^--tickbench_")
      list(APPEND others "${flag}")
    elseif(NOT has_both)
      message(FATAL_ERROR "tickbench_discover_tests(${TARGET_NAME}): EXTRA_ARGS ${flag}: expected flags of the program, "
                          "--tickbench_strict or --tickbench_budget=SECONDS for its plain benchmarks")
    endif()
  endforeach()
  # As text: a list would lose what keeps a semicolon within its flag.
  string(APPEND flags ";--")
  if(others)
    string(APPEND flags ";${others}")
  endif()
  set(${result} "${flags}" PARENT_SCOPE)
endfunction()

# A test for each plain benchmark.
function(_tickbench_add_plain_tests has_both takes_ours)
  _tickbench_require_tool("its plain benchmarks are measured and judged by `tickbench check`")
  _tickbench_plain_flags(flags "${has_both}")
  # Its --timeout is of each call of the program; that of a test stands among the flags.
  set(list_flags)
  foreach(flag IN LISTS flags)
    string(REPLACE ";" "\\;" flag "${flag}")
    if(flag MATCHES "^--timeout=")
      set(flag "--timeout=${DISCOVERY_TIMEOUT}")
    endif()
    list(APPEND list_flags "${flag}")
  endforeach()
  if(NOT TEST_FILTER STREQUAL "")
    string(REPLACE ";" "\\;" filter "${TEST_FILTER}")
    list(APPEND list_flags "--benchmark_filter=${filter}")
  endif()
  execute_process(
    COMMAND "${TOOL}" check "${PROGRAM}" --list ${list_flags}
    WORKING_DIRECTORY "${WORKING_DIRECTORY}"
    OUTPUT_VARIABLE ids
    ERROR_VARIABLE errors
    RESULT_VARIABLE status)
  if(NOT status STREQUAL "0" OR (ids STREQUAL "" AND NOT takes_ours))
    message(FATAL_ERROR "tickbench_discover_tests(${TARGET_NAME}): expected a list of plain benchmarks, found: "
                        "${status}\n${ids}${errors}")
  endif()
  set(resource RESOURCE_LOCK tickbench)
  if(NOT PLAIN_RESOURCES STREQUAL "")
    list(JOIN PLAIN_RESOURCES "," groups)
    set(resource RESOURCE_GROUPS "${groups}")
  elseif(RESOURCES AND NOT has_both)
    message(FATAL_ERROR "tickbench_discover_tests(${TARGET_NAME}): RESOURCES: expected which, for a plain program: "
                        "RESOURCES gpus:1")
  endif()
  _tickbench_add_tests_of("${ids}" "${flags}" "${resource}" "${TEST_SUFFIX}" PLAIN)
endfunction()

function(tickbench_list_tests settings)
  include("${settings}")
  # What an earlier program had is no longer true.
  file(REMOVE "${TESTS_FILE}")
  file(REMOVE_RECURSE "${RESULTS_FOLDER}")
  _tickbench_quote(quoted "${RESULTS_FOLDER}")
  file(WRITE "${TESTS_FILE}.new" "# Generated by tickbench_discover_tests.\nfile(MAKE_DIRECTORY ${quoted})\n"
                                 "set(_tickbench_names)\n")
  _tickbench_find_kinds(has_ours has_plain)
  if(NOT PLAIN_RESOURCES STREQUAL "" AND NOT has_plain)
    message(FATAL_ERROR "tickbench_discover_tests(${TARGET_NAME}): RESOURCES ${PLAIN_RESOURCES}: expected RESOURCES alone, "
                        "since each test takes a device of its back end")
  endif()
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
  # Of both kinds, TEST_FILTER may take one alone.
  set(may_take_none ${has_plain})
  set(takes_ours ${has_ours})
  if(has_ours AND DEVICES STREQUAL "")
    _tickbench_add_tests("${flags}" "")
  elseif(has_ours)
    foreach(device IN LISTS DEVICES)
      _tickbench_add_tests("${flags};--tickbench_device=${device}" "${device}")
    endforeach()
  endif()
  if(has_plain)
    _tickbench_add_plain_tests("${has_ours}" "${takes_ours}")
  endif()
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
