# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# What tickbench_add_kernels takes of VARIANT, DEFINES and OPTIONS. Uses what that function knows.

include_guard(GLOBAL)

# These say something of the code that SPIR-V and PTX can carry. The driver's own compiler knows more of them.
set(TICKBENCH_CARRIED_OPTIONS -cl-single-precision-constant -cl-no-signed-zeros -cl-finite-math-only
                              -cl-unsafe-math-optimizations -cl-fast-relaxed-math)

# Sets `flags`: what a compiler takes for the defines and the options.
macro(_tickbench_check_options)
  foreach(keyword IN LISTS ARG_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "tickbench_add_kernels(${name}): ${keyword}: expected a value, found none")
  endforeach()
  if(DEFINED ARG_VARIANT AND NOT ARG_VARIANT MATCHES "^[A-Za-z0-9_.+-]+$")
    message(FATAL_ERROR "tickbench_add_kernels(${name}): VARIANT ${ARG_VARIANT}: expected letters, digits and _ . + -")
  endif()
  set(flags)
  foreach(define IN LISTS ARG_DEFINES)
    # Printable and plain: a compiler's option, and a line of source.
    if(NOT define MATCHES "^[A-Za-z_][A-Za-z0-9_]*(=[^][\"\\\\]*)?$" OR define MATCHES "[^ -~]")
      message(FATAL_ERROR "tickbench_add_kernels(${name}): DEFINES ${define}: expected NAME or NAME=VALUE: a C identifier, "
                          "and a value without quotes, backslashes, square brackets and line breaks")
    endif()
    list(APPEND flags "-D${define}")
  endforeach()
  foreach(option IN LISTS ARG_OPTIONS)
    if(NOT option MATCHES "^-cl-[a-z0-9.=-]+$")
      message(FATAL_ERROR "tickbench_add_kernels(${name}): OPTIONS ${option}: expected options of OpenCL C, -cl-...; "
                          "macros are DEFINES")
    endif()
    if(NOT ARG_OPENCL_ONLY AND NOT option IN_LIST TICKBENCH_CARRIED_OPTIONS)
      string(REPLACE ";" " " known "${TICKBENCH_CARRIED_OPTIONS}")
      message(FATAL_ERROR "tickbench_add_kernels(${name}): OPTIONS ${option}: expected one that SPIR-V and PTX carry: "
                          "${known}; with OPENCL_ONLY the driver's compiler takes any")
    endif()
    list(APPEND flags "${option}")
  endforeach()
endmacro()

# Refuses what the file at `path`, of this extension, cannot heed.
macro(_tickbench_check_options_of path extension)
  if(flags AND "${extension}" MATCHES "^\\.(spv|ptx)$")
    message(FATAL_ERROR "tickbench_add_kernels(${name}): ${file}: it is compiled already: expected no DEFINES and OPTIONS")
  endif()
  if(ARG_OPTIONS AND "${extension}" MATCHES "^\\.(cu|comp)$")
    message(FATAL_ERROR "tickbench_add_kernels(${name}): ${file}: OPTIONS are for OpenCL C: expected none for this file")
  endif()
  if(ARG_DEFINES AND EXISTS "${path}")
    file(READ "${path}" source_text)
    foreach(define IN LISTS ARG_DEFINES)
      string(REGEX REPLACE "=.*" "" word "${define}")
      # What it includes may name it.
      if(NOT source_text MATCHES "(^|[^A-Za-z0-9_])${word}([^A-Za-z0-9_]|$)" AND NOT source_text MATCHES "#[ \t]*include")
        message(FATAL_ERROR "tickbench_add_kernels(${name}): ${file}: DEFINES ${define}: expected a macro that the source "
                            "names, found no '${word}' in it")
      endif()
    endforeach()
  endif()
endmacro()
