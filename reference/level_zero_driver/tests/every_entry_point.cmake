# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# cmake -DSOURCES=folder -DCALLS=file -P every_entry_point.cmake
#
# Fails where an entry point that the sources put into a table is not among the calls that the laboratory
# counted (ZECPU_LAB_CALLS_OUT).
file(STRINGS "${CALLS}" lines)
set(called)
foreach(line IN LISTS lines)
  string(REGEX REPLACE " .*" "" name "${line}")
  list(APPEND called "${name}")
endforeach()

set(implemented)
file(GLOB files "${SOURCES}/*.cpp")
foreach(file IN LISTS files)
  file(READ "${file}" text)
  string(REGEX MATCHALL "Entry<\"[A-Za-z]+\"" entries "${text}")
  foreach(entry IN LISTS entries)
    string(REGEX REPLACE "Entry<\"|\"" "" name "${entry}")
    list(APPEND implemented "${name}")
  endforeach()
endforeach()
list(LENGTH implemented count)
if(count LESS 50)
  message(FATAL_ERROR "expected the entry points in ${SOURCES}, found ${count}")
endif()

# Loaders before versions 1.10 and 1.14 of the specification do not have these.
set(missing ${implemented})
list(REMOVE_ITEM missing ${called} zeInitDrivers zeDriverGetDefaultContext)
if(missing)
  list(JOIN missing " " missing)
  message(FATAL_ERROR "no test calls ${missing}")
endif()
message(STATUS "${count} entry points, all called")
