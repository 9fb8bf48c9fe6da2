# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# cmake -DPAGE=page.md -DCODE=file.cpp [-DLANGUAGE=cpp] -P page_holds_code.cmake: the page holds the code word for
# word, but for its licence lines, as a block of this language.
if(NOT LANGUAGE)
  set(LANGUAGE cpp)
endif()
file(READ "${PAGE}" page)
file(READ "${CODE}" code)
string(REGEX REPLACE "^((//|#) SPDX[^\n]*\n)+" "" code "${code}")
string(FIND "${page}" "```${LANGUAGE}\n${code}```" at)
if(at EQUAL -1)
  message(FATAL_ERROR "${PAGE}: expected the code of ${CODE} word for word, found another")
endif()
