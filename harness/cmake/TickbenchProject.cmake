# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# What this project's own folders share. Not installed.

include_guard(GLOBAL)

if(TICKBENCH_TESTS AND PROJECT_IS_TOP_LEVEL)
  enable_testing()
endif()

# Debian's loader, linker and CMake look here under every prefix; its own packages hold nothing elsewhere.
if(TICKBENCH_INSTALL)
  if(NOT DEFINED CMAKE_INSTALL_LIBDIR AND EXISTS /etc/debian_version AND CMAKE_LIBRARY_ARCHITECTURE)
    set(CMAKE_INSTALL_LIBDIR lib/${CMAKE_LIBRARY_ARCHITECTURE})
  endif()
  include(GNUInstallDirs)
endif()

# The flags of every target of this project: never of a consumer.
add_library(tickbench_options INTERFACE)
target_compile_features(tickbench_options INTERFACE cxx_std_20)
target_compile_options(tickbench_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                                   -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual)
if(TICKBENCH_WERROR)
  target_compile_options(tickbench_options INTERFACE -Werror)
endif()

# tickbench_part(NAME SOURCES file... [DEPENDS part...] [HEADERS target...] [LIBRARIES target...])
#
# One room of the harness, the folder src/NAME: a library that sees the headers of the parts it names and no
# others, so that the arrows between rooms point one way. All parts together are the library `tickbench`; who links
# that links LIBRARIES, and never hears of HEADERS, which are header-only.
function(tickbench_part name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;DEPENDS;LIBRARIES;HEADERS")
  set(target tickbench_${name})
  add_library(${target} STATIC ${ARG_SOURCES})
  # Each room has a folder of its own that holds nothing but a link to it.
  foreach(room IN LISTS ARG_DEPENDS ITEMS ${name})
    set(link ${PROJECT_BINARY_DIR}/harness/rooms/${room}/${room})
    if(NOT EXISTS ${link})
      cmake_path(GET link PARENT_PATH folder)
      file(MAKE_DIRECTORY ${folder})
      file(CREATE_LINK ${PROJECT_SOURCE_DIR}/harness/src/${room} ${link} SYMBOLIC)
    endif()
    target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/harness/rooms/${room})
  endforeach()
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/harness/include)
  list(TRANSFORM ARG_DEPENDS PREPEND tickbench_)
  target_link_libraries(${target} PRIVATE tickbench_options PUBLIC ${ARG_DEPENDS} ${ARG_HEADERS} ${ARG_LIBRARIES})
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON TICKBENCH_LIBRARIES "${ARG_LIBRARIES}")
  set_property(TARGET tickbench APPEND PROPERTY TICKBENCH_PARTS ${target})
endfunction()

# tickbench_test(NAME SOURCES file... [PARTS part...] [LIBRARIES target...] [LABELS label...])
#
# A GoogleTest program, each of its tests a CTest test. Labels: `host` (loads neither OpenCL nor TBB; the
# thread sanitizer runs these), `device` (needs an OpenCL device), `tbb`, `measured` (compares times).
function(tickbench_test name)
  if(NOT TICKBENCH_TESTS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;PARTS;LIBRARIES;LABELS")
  if(NOT ARG_LABELS)
    message(FATAL_ERROR "tickbench_test(${name}): expected LABELS")
  endif()
  find_package(GTest REQUIRED)
  include(GoogleTest)
  add_executable(${name} ${ARG_SOURCES})
  list(TRANSFORM ARG_PARTS PREPEND tickbench_)
  target_link_libraries(${name} PRIVATE tickbench_options ${ARG_PARTS} ${ARG_LIBRARIES} GTest::gmock
                                        GTest::gtest_main)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/harness/tests ${PROJECT_SOURCE_DIR}/harness/src)
  gtest_discover_tests(${name} TEST_PREFIX ${name}. PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT 120
                       DISCOVERY_TIMEOUT 60)
endfunction()
