# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# cmake -DSOURCE=folder -DBUILD=folder -DFOLDER=folder -P debian.cmake: makes the Debian packages as the page on
# packages says, checks what they say and hold, and unpacks them into FOLDER/root. Installs nothing.
cmake_minimum_required(VERSION 3.25)

include(${CMAKE_CURRENT_LIST_DIR}/page.cmake)
file(REMOVE_RECURSE "${FOLDER}")
page_command(cpack "${SOURCE}/harness/docs/package.md" cpack build/ci "${BUILD}" build/packages "${FOLDER}")
execute_process(COMMAND ${cpack} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

function(field result package name)
  execute_process(COMMAND dpkg-deb --field "${package}" ${name} OUTPUT_VARIABLE text OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# expect(PACKAGE DEPENDS pattern... FILES pattern...): one package of this name, with these in it.
function(expect name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "DEPENDS;FILES")
  file(GLOB package "${FOLDER}/${name}_*.deb")
  list(LENGTH package count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR "expected one package ${name}, found: ${package}")
  endif()
  field(depends "${package}" Depends)
  execute_process(COMMAND dpkg-deb --contents "${package}" OUTPUT_VARIABLE files COMMAND_ERROR_IS_FATAL ANY)
  foreach(pattern IN LISTS ARG_DEPENDS)
    if(NOT depends MATCHES "(^|, )${pattern}")
      message(SEND_ERROR "${name}: expected a dependency on ${pattern}, found: ${depends}")
    endif()
  endforeach()
  foreach(pattern IN LISTS ARG_FILES ITEMS "share/doc/${name}/copyright" "share/doc/${name}/changelog\\.gz")
    if(NOT files MATCHES " \\./usr/${pattern}[ \n]")
      message(SEND_ERROR "${name}: expected the file ${pattern}, found:\n${files}")
    endif()
  endforeach()
  execute_process(COMMAND dpkg-deb --extract "${package}" "${FOLDER}/root" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

expect(libtickbench-dev
       DEPENDS libbenchmark-dev libfmt-dev libre2-dev ocl-icd-opencl-dev
       FILES "include/tickbench/tickbench\\.hpp" "lib/[^/ ]+/libtickbench\\.a" "lib/[^/ ]+/cmake/tickbench/tickbenchConfig\\.cmake"
             "share/doc/libtickbench-dev/README\\.md" "share/doc/libtickbench-dev/harness/docs/api\\.md"
             "share/doc/libtickbench-dev/harness/docs/floors\\.schema\\.json" share/doc/libtickbench-dev/examples)
expect(tickbench DEPENDS libbenchmark libre2 ocl-icd-libopencl1 libc6
       FILES bin/tickbench bin/tickbench-suite "share/tickbench/floors\\.schema\\.json")
file(GLOB driver "${FOLDER}/libze-tickbench-cpu1_*.deb")
if(driver)
  expect(libze-tickbench-cpu1 DEPENDS libze1 pocl-opencl-icd ocl-icd-libopencl1
         FILES "lib/[^/ ]+/libze_tickbench_cpu\\.so\\.1")
else()
  message(STATUS "libze-tickbench-cpu1: not made, since this build has no CPU driver")
endif()

# The documentation as it was packed: the folder of examples leads to them, and the changelog can be read.
set(documentation "${FOLDER}/root/usr/share/doc/libtickbench-dev")
if(NOT EXISTS "${documentation}/examples/01_first_benchmark.cpp")
  message(SEND_ERROR "${documentation}/examples: expected 01_first_benchmark.cpp in it, found none")
endif()
execute_process(COMMAND gzip -dc "${documentation}/changelog.gz" OUTPUT_VARIABLE changelog COMMAND_ERROR_IS_FATAL ANY)
file(READ "${SOURCE}/CHANGELOG.md" expected)
if(NOT changelog STREQUAL expected)
  message(SEND_ERROR "${documentation}/changelog.gz: expected CHANGELOG.md, found:\n${changelog}")
endif()

# The programs as they were packed; the suite finds the driver in its own package.
if(driver)
  execute_process(COMMAND "${FOLDER}/root/usr/bin/tickbench-suite" --tickbench_list_devices --tickbench_device=zecpu
                  OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  if(NOT text MATCHES "zecpu")
    message(SEND_ERROR "expected the CPU driver's device, found:\n${text}")
  endif()
endif()
foreach(command IN ITEMS "tickbench --help" "tickbench-suite --tickbench_list")
  separate_arguments(command)
  list(POP_FRONT command program)
  execute_process(COMMAND "${FOLDER}/root/usr/bin/${program}" ${command} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  if(NOT text MATCHES "compare|opencl/saxpy/1024")
    message(SEND_ERROR "${program} ${command}: found:\n${text}")
  endif()
endforeach()
