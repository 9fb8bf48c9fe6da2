# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# cmake -DPAGE=page.md -DCODE=file.cpp -P page_holds_code.cmake: the page holds the code word for word, but for
# its licence lines.
file(READ "${PAGE}" page)
file(READ "${CODE}" code)
string(REGEX REPLACE "^(// SPDX[^\n]*\n)+" "" code "${code}")
string(FIND "${page}" "```cpp\n${code}```" at)
if(at EQUAL -1)
  message(FATAL_ERROR "${PAGE}: expected the code of ${CODE} word for word, found another")
endif()
