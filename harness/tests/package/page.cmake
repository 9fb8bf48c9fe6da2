# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# Code and commands as a page of the documentation has them.
cmake_minimum_required(VERSION 3.25)

# page_block(RESULT PAGE LANGUAGE TEXT): the first block of this language that holds the text.
function(page_block result page language text)
  file(READ "${page}" rest)
  set(fence "\n```${language}\n")
  string(LENGTH "${fence}" length)
  # By position: a block holds brackets and semicolons, which lists and patterns would trip over.
  while(TRUE)
    string(FIND "${rest}" "${fence}" begin)
    if(begin EQUAL -1)
      message(FATAL_ERROR "${page}: expected a block of ${language} that holds '${text}', found none")
    endif()
    math(EXPR begin "${begin} + ${length}")
    string(SUBSTRING "${rest}" ${begin} -1 rest)
    string(FIND "${rest}" "\n```\n" end)
    string(SUBSTRING "${rest}" 0 ${end} code)
    string(FIND "${code}" "${text}" at)
    if(NOT at EQUAL -1)
      break()
    endif()
  endwhile()
  set(${result} "${code}\n" PARENT_SCOPE)
endfunction()

# page_command(RESULT PAGE PROGRAM [FROM TO]...): the command line that begins so, as a list, with each FROM
# replaced by TO.
function(page_command result page program)
  page_block(block "${page}" sh "\n${program}")
  string(REGEX MATCH "(^|\n)(${program}[^\n]*)\n" matched "${block}")
  separate_arguments(words UNIX_COMMAND "${CMAKE_MATCH_2}")
  set(replacements ${ARGN})
  while(replacements)
    list(POP_FRONT replacements from to)
    if(NOT words MATCHES "${from}")
      message(FATAL_ERROR "${page}: expected ${from} in the command, found: ${words}")
    endif()
    list(TRANSFORM words REPLACE "${from}" "${to}")
  endwhile()
  set(${result} "${words}" PARENT_SCOPE)
endfunction()
