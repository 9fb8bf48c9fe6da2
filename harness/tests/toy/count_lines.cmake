# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# cmake -DFILES=a;b -DMOST=n -P count_lines.cmake: prints how many lines the files have, which are at most so many.
set(total 0)
foreach(file IN LISTS FILES)
  file(READ "${file}" text)
  string(REGEX MATCHALL "\n" ends "${text}")
  list(LENGTH ends count)
  message(STATUS "${file}: ${count} lines")
  math(EXPR total "${total} + ${count}")
endforeach()
message(STATUS "the toy back end: ${total} lines")
if(total GREATER MOST)
  message(FATAL_ERROR "expected a back end of at most ${MOST} lines, found ${total}")
endif()
