# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# The driver exports the getters of tables, and nothing else: a function named as the API's would take the place of
# the loader's.
#
#   cmake -DNM=program -DLIBRARY=file -P exports.cmake

execute_process(COMMAND ${NM} -D --defined-only ${LIBRARY} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^ \n]+\n" names "${symbols}")
set(getters ${names})
list(FILTER getters INCLUDE REGEX "^ze[st]?Get[A-Za-z]+ProcAddrTable\n$")
list(FILTER names EXCLUDE REGEX "^ze[st]?Get[A-Za-z]+ProcAddrTable\n$")
list(LENGTH getters count)
# Of the loader's 53, 46 are mandatory in version 1.8.12.
if(NOT count EQUAL 53 OR names)
  message(FATAL_ERROR "expected 53 getters of tables and no other symbol, found ${count} and: ${names}")
endif()
message(STATUS "${count} getters")
