# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# cmake -D SETTINGS=file -P TickbenchListTests.cmake, or included by CTest: has a program write the list of its
# benchmarks, and makes the tests of it that tickbench_discover_tests promised.

cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

# `text` as a bracket argument that no text can end early.
function(_tickbench_quote result text)
  set(equals "=")
  # With one more bracket: a text that ends in ] would make an end of its own with the closing one.
  while("${text}]" MATCHES "]${equals}]")
    string(APPEND equals "=")
  endwhile()
  # The newline is not part of the argument; without it a text that begins with one would lose it.
  set(${result} "[${equals}[\n${text}]${equals}]" PARENT_SCOPE)
endfunction()

function(_tickbench_fail)
  list(JOIN ARGV "" message)
  message(FATAL_ERROR "tickbench_discover_tests(${TARGET_NAME}): ${message}")
endfunction()

function(_tickbench_require_tool why)
  if(NOT TOOL)
    _tickbench_fail("${why}: expected the command tickbench, installed with the library or built with it, found none")
  elseif(NOT EXISTS "${TOOL}")
    _tickbench_fail("${why}: expected the command tickbench to be built before (its target is tickbench_tool; the word PLAIN "
                    "in the call builds it with the program), "
                    "found none at\n  ${TOOL}")
  endif()
endfunction()

# The flags of all plain tests: those of `tickbench check`, then those of the program. What tickbench's benchmarks alone
# take is left out where the program has both kinds. As text: a list would lose what keeps a semicolon within its flag.
# Apart from them `skip`, of SKIP_PATTERN: an open bracket in it would keep the flags behind it in its list element.
function(_tickbench_plain_flags result has_both)
  string(REGEX REPLACE "(^|;)--tickbench_" "\\1--" own "${COMMON_FLAGS}")
  set(others "")
  if(SUITE)
    set(others ";--tickbench_plain")
  endif()
  foreach(flag IN LISTS EXTRA_ARGS)
    string(REPLACE ";" "\\;" flag "${flag}")
    if(flag MATCHES "^--tickbench_(strict|(budget|metric)=.*)$")
      string(APPEND own ";--${CMAKE_MATCH_1}")
    elseif(NOT flag MATCHES "^--tickbench_")
      string(APPEND others ";${flag}")
    elseif(NOT has_both)
      _tickbench_fail("EXTRA_ARGS ${flag}: expected flags of the program, --tickbench_strict, --tickbench_budget=SECONDS "
                      "or --tickbench_metric=instructions for its plain benchmarks")
    endif()
  endforeach()
  set(${result} "${own};--${others}" PARENT_SCOPE)
  set(skip "")
  if(NOT SKIP_PATTERN STREQUAL "")
    string(REPLACE ";" "\\;" skip "--skip-pattern=${SKIP_PATTERN}")
  endif()
  set(skip "${skip}" PARENT_SCOPE)
endfunction()

# The list of a suite's tests, on `device` where one is given; further arguments are flags. Nothing where the program is
# a plain one. One call: a main that ignores flags which it does not know takes the second flag at least, and lists its
# benchmarks in place of running them. The last flag: listing would empty a file that the environment or EXTRA_ARGS name.
function(_tickbench_list_suite device result)
  set(flags ${ARGN})
  if(NOT TEST_FILTER STREQUAL "")
    string(REPLACE ";" "\\;" filter "${TEST_FILTER}")
    list(APPEND flags "--benchmark_filter=${filter}")
  endif()
  set(part "${TESTS_FILE}.part")
  execute_process(
    COMMAND "${PROGRAM}" ${COMMON_FLAGS} ${EXTRA_ARGS} ${flags} "--tickbench_list_ctest=${part}" --benchmark_list_tests=true
            --benchmark_out=
    WORKING_DIRECTORY "${WORKING_DIRECTORY}"
    TIMEOUT "${DISCOVERY_TIMEOUT}"
    OUTPUT_VARIABLE out
    ERROR_VARIABLE out
    RESULT_VARIABLE status)
  set(text "")
  set(unknown_flag "[Uu]n(recogni[sz]ed|known)[^\n]*tickbench_(list|floors|timeout)")
  if(status STREQUAL "0" AND EXISTS "${part}")
    file(READ "${part}" text)
    file(REMOVE "${part}")
    _tickbench_quote(quoted "${device}")
    string(PREPEND text "set(SUITE TRUE)\nset(device ${quoted})\n")
  elseif(SUITE OR (NOT status STREQUAL "0" AND NOT "${out}" MATCHES "${unknown_flag}"))
    set(flags ${COMMON_FLAGS} ${EXTRA_ARGS} ${flags})
    list(JOIN flags " " flags)
    set(hint)
    if("${out}" MATCHES "${unknown_flag}")
      set(hint "\nIts main is another one: link tickbench::main, without a main or BENCHMARK_MAIN() of your own.")
    elseif(NOT SUITE)
      set(hint "\nFor a plain Google Benchmark program say PLAIN in the call.")
    endif()
    _tickbench_fail("expected a list of benchmarks from\n  ${PROGRAM} ${flags} --tickbench_list_ctest=FILE\n"
                    "within ${DISCOVERY_TIMEOUT} s, found: ${status}\n${out}${hint}")
  endif()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# The list of a plain program's tests, which the command tickbench makes.
function(_tickbench_list_plain result)
  _tickbench_require_tool("its plain benchmarks are measured and judged by `tickbench check`")
  if(RESOURCES AND PLAIN_RESOURCES STREQUAL "")
    _tickbench_fail("RESOURCES: expected which, for a plain program: RESOURCES gpus:1")
  endif()
  _tickbench_plain_flags(flags FALSE)
  # Its --timeout is of each call of the program; that of a test stands among the flags.
  string(REGEX REPLACE "(^|;)--timeout=[^;]*" "\\1--timeout=${DISCOVERY_TIMEOUT}" flags "${flags}")
  if(NOT TEST_FILTER STREQUAL "")
    string(REPLACE ";" "\\;" filter "${TEST_FILTER}")
    string(APPEND flags ";--benchmark_filter=${filter}")
  endif()
  set(part "${TESTS_FILE}.part")
  execute_process(
    COMMAND "${TOOL}" check "${PROGRAM}" "--list-ctest=${part}" ${skip} ${flags}
    WORKING_DIRECTORY "${WORKING_DIRECTORY}"
    OUTPUT_VARIABLE out
    ERROR_VARIABLE out
    RESULT_VARIABLE status)
  set(text "")
  if(status STREQUAL "0")
    file(READ "${part}" text)
    file(REMOVE "${part}")
  endif()
  if(text STREQUAL "")
    _tickbench_fail("expected a list of plain benchmarks, found: ${status}\n${out}")
  endif()
  set(${result} "set(device \"\")\n${text}" PARENT_SCOPE)
endfunction()

function(tickbench_list_tests settings)
  include("${settings}")
  # What an earlier program had is no longer true.
  file(REMOVE "${TESTS_FILE}" "${TESTS_FILE}.part")
  file(REMOVE_RECURSE "${RESULTS_FOLDER}")
  set(tests "")
  if(DEVICES STREQUAL "" AND NOT PLAIN)
    set(flag)
    if(NOT BACKENDS STREQUAL "")
      # `:all`, so that a word that is no back end is not taken for a part of a device's name.
      list(JOIN BACKENDS ":all," backends)
      set(flag "--tickbench_device=${backends}:all")
    endif()
    _tickbench_list_suite("" tests ${flag})
  endif()
  foreach(device IN LISTS DEVICES)
    _tickbench_list_suite("${device}" part "--tickbench_device=${device}")
    if(NOT tests STREQUAL "") # plain benchmarks have no device: once
      string(REGEX REPLACE "\n_tickbench_add_test\\(plain [^\n]*" "" part "${part}")
    endif()
    string(APPEND tests "${part}")
  endforeach()
  if(tests STREQUAL "")
    _tickbench_list_plain(tests)
  elseif(NOT PLAIN_RESOURCES STREQUAL "" AND NOT tests MATCHES "\n_tickbench_add_test\\(plain ")
    _tickbench_fail("RESOURCES ${PLAIN_RESOURCES}: expected RESOURCES alone, since each test takes a device of its back end")
  elseif(NOT SKIP_PATTERN STREQUAL "" AND NOT tests MATCHES "\n_tickbench_add_test\\(plain ")
    _tickbench_fail("SKIP_PATTERN ${SKIP_PATTERN}: expected plain benchmarks, whose errors it is for, found none")
  endif()
  file(WRITE "${TESTS_FILE}.new" "${tests}")
  file(RENAME "${TESTS_FILE}.new" "${TESTS_FILE}")
endfunction()

# CTest keeps two tests of one name, and gives the properties of both to both. Asked when it reads the tests: only then is
# each list that it reads the newest.
function(_tickbench_take_name name)
  cmake_path(GET TESTS_FILE PARENT_PATH folder)
  get_property(target GLOBAL PROPERTY "tickbench ${folder} ${name}")
  if(NOT "${target}" STREQUAL "")
    _tickbench_fail("expected one test named\n  ${name}\nfound two: give tickbench_discover_tests(${target}), or this call, "
                    "another TEST_PREFIX or TEST_SUFFIX")
  endif()
  set_property(GLOBAL PROPERTY "tickbench ${folder} ${name}" "${TARGET_NAME}")
endfunction()

# What each line of a list calls: adds the test of one benchmark, of so many processes. The name and the id never enter a
# list, which their semicolons, brackets and backslashes would break. The results of its last run stay, for a dashboard and
# for `tickbench floors suggest`.
function(_tickbench_add_test kind id runs)
  set(at_device "")
  set(flags)
  if(kind STREQUAL "suite" AND NOT device STREQUAL "")
    set(at_device "@${device}")
    set(flags "--tickbench_device=${device}")
  endif()
  set(name "${TEST_PREFIX}${id}${at_device}${TEST_SUFFIX}")
  _tickbench_take_name("${name}")
  string(REGEX REPLACE "[^A-Za-z0-9_@.-]+" "_" file "${name}")
  string(SHA256 hash "${name}")
  string(SUBSTRING "${hash}" 0 8 hash)
  # Few file systems take a name of more than 255 bytes.
  string(SUBSTRING "${file}" 0 200 file)
  set(results "${RESULTS_FOLDER}/${file}-${hash}.json")
  # Its own time, and as long a wait for another process that measures.
  math(EXPR timeout "${TIMEOUT} * 2")
  if(kind STREQUAL "plain")
    _tickbench_require_tool("its plain benchmarks are measured and judged by `tickbench check`")
    _tickbench_plain_flags(flags TRUE)
    add_test("${name}" ${LAUNCHER} "${TOOL}" check "${PROGRAM}" "--benchmark=${id}" --ctest "--out=${results}" ${skip} ${flags})
  elseif(runs GREATER 1)
    _tickbench_require_tool("a floor of ${id} asks for ${runs} runs")
    set(run_timeout "${timeout}")
    math(EXPR timeout "${run_timeout} * ${runs}")
    # Before the flags of the program: those of `run`.
    add_test("${name}" ${LAUNCHER} "${TOOL}" run ${runs} "${PROGRAM}" "--out=${results}" --as-floors-ask
             "--run-timeout=${run_timeout}" -- "--tickbench_benchmark=${id}" --tickbench_ctest ${flags} ${COMMON_FLAGS}
             ${EXTRA_ARGS})
  else()
    add_test("${name}" ${LAUNCHER} "${PROGRAM}" "--tickbench_benchmark=${id}" --tickbench_ctest "--benchmark_out=${results}"
             ${flags} ${COMMON_FLAGS} ${EXTRA_ARGS})
  endif()

  set(groups "")
  if(kind STREQUAL "plain")
    list(JOIN PLAIN_RESOURCES "," groups)
  elseif(RESOURCES)
    string(REGEX REPLACE "/.*" ":1" groups "${id}")
  endif()
  set(resource RESOURCE_LOCK "tickbench${at_device}")
  if(NOT groups STREQUAL "")
    set(resource RESOURCE_GROUPS "${groups}")
  elseif(";${PROPERTIES};" MATCHES ";RESOURCE_LOCK;;") # CTest would add to the lock, where PROPERTIES takes it away
    set(resource)
  endif()
  set_tests_properties("${name}" PROPERTIES WORKING_DIRECTORY "${WORKING_DIRECTORY}" SKIP_RETURN_CODE 77 LABELS "${LABELS}"
                       ${resource})
  set(property "")
  foreach(word IN LISTS PROPERTIES)
    if(property STREQUAL "")
      set(property "${word}")
    else()
      set_tests_properties("${name}" PROPERTIES "${property}" "${word}")
      set(property "")
    endif()
  endforeach()
  # What a program under --tickbench_ctest prints last. Without it a benchmark or a driver has ended the program, and
  # its status says nothing. CTest adds such expressions to those in PROPERTIES. Twice where it did not pass: a launcher
  # may lose the status: `"$@" | tee log`.
  string(ASCII 127 end_mark)
  set(failures FAIL_REGULAR_EXPRESSION "^[^${end_mark}]*$")
  if(NOT LAUNCHER STREQUAL "")
    list(APPEND failures FAIL_REGULAR_EXPRESSION "${end_mark}${end_mark}")
  endif()
  # Last: one in PROPERTIES is that of one run.
  set_tests_properties("${name}" PROPERTIES ${failures} TIMEOUT "${timeout}")
  string(REPLACE ";" "\\;" name "${name}")
  list(APPEND names "${name}")
  set(names "${names}" PARENT_SCOPE)
endfunction()

# In CTest: the tests of one call of tickbench_discover_tests.
function(tickbench_read_tests target base config)
  set(settings "${base}_settings-${config}.cmake")
  if(NOT EXISTS "${settings}")
    # Without -C, or with one that is none, as add_test has it: CTest then says that it may be missing.
    add_test("${target}_NOT_AVAILABLE" NOT_AVAILABLE)
    return()
  endif()
  include("${settings}")
  if(DISCOVERY_MODE STREQUAL "PRE_TEST" AND EXISTS "${PROGRAM}")
    # Only where the list is older than the program, the settings or a floor file.
    string(REPLACE ";" "\\;" program "${PROGRAM}")
    foreach(file IN LISTS program settings FLOORS)
      # IS_NEWER_THAN holds where a file does not exist.
      if(NOT EXISTS "${TESTS_FILE}" OR NOT "${TESTS_FILE}" IS_NEWER_THAN "${file}")
        tickbench_list_tests("${settings}")
        break()
      endif()
    endforeach()
  endif()
  if(NOT EXISTS "${PROGRAM}" OR NOT EXISTS "${TESTS_FILE}")
    add_test("${TARGET_NAME}_NOT_BUILT" "${TARGET_NAME}_NOT_BUILT")
    return()
  endif()
  file(MAKE_DIRECTORY "${RESULTS_FOLDER}")
  set(names "")
  include("${TESTS_FILE}")
  set("${TEST_LIST}" "${names}" PARENT_SCOPE)
endfunction()

cmake_policy(POP)

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  tickbench_list_tests("${SETTINGS}")
endif()
