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
# At -O3 GCC 12 sees copies overlap within libstdc++'s strings that do not: its bug 105651, mended in 13.
target_compile_options(tickbench_options
                       INTERFACE $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)
if(TICKBENCH_WERROR)
  target_compile_options(tickbench_options INTERFACE -Werror)
endif()
# GCC collects its garbage from 128 MB on, which takes an eighth of its time here. From 400 MB on few files make it begin.
target_compile_options(tickbench_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=400000>)

# The flags of tests that measure nothing: -O1 compiles them in two thirds of the time that -O2 takes.
add_library(tickbench_test_options INTERFACE)
target_link_libraries(tickbench_test_options INTERFACE tickbench_options)
target_compile_options(tickbench_test_options INTERFACE $<$<CONFIG:Release>:-O1>)
option(TICKBENCH_FAST_COMPILE "Compile faster: precompiled headers, and -O1 for the rooms that time and compute little" OFF)
set(light_rooms trials devices google command_line suite run results floors partner outputs comparison_formats summaries plots
                html_report programs flags commits tools)
option(TICKBENCH_SINGLE_TESTS "Each test of a GoogleTest program is a CTest test; else the program is" ON)

# tickbench_part(NAME SOURCES file... [DEPENDS part...] [HEADERS target...] [LIBRARIES target...] [KERNELS file...])
#
# One room of the harness, the folder NAME below the one it is called in, or that one: a library that sees the
# headers of the parts it names and no others, so that the arrows between rooms point one way. All parts together are
# the library `tickbench`; who links that links LIBRARIES, and never hears of HEADERS, which are header-only. The library
# carries KERNELS as well.
function(tickbench_part name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;DEPENDS;LIBRARIES;HEADERS;KERNELS")
  set(target tickbench_${name})
  set(folder ${CMAKE_CURRENT_SOURCE_DIR})
  if(IS_DIRECTORY ${folder}/${name})
    string(APPEND folder /${name})
  endif()
  list(TRANSFORM ARG_SOURCES PREPEND ${folder}/ REGEX "^[^/]")
  add_library(${target} STATIC ${ARG_SOURCES})
  # Each room has a folder of its own that holds nothing but a link to it; `all`, for tests, holds a link to each.
  foreach(links IN ITEMS ${name} all)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/harness/rooms/${links})
    file(CREATE_LINK ${folder} ${PROJECT_BINARY_DIR}/harness/rooms/${links}/${name} SYMBOLIC)
  endforeach()
  list(TRANSFORM ARG_DEPENDS PREPEND ${PROJECT_BINARY_DIR}/harness/rooms/ OUTPUT_VARIABLE rooms)
  target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/harness/rooms/${name} ${rooms})
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/harness/include)
  list(TRANSFORM ARG_DEPENDS PREPEND tickbench_)
  target_link_libraries(${target} PRIVATE tickbench_options PUBLIC ${ARG_DEPENDS} ${ARG_HEADERS} ${ARG_LIBRARIES})
  target_compile_features(${target} PUBLIC cxx_std_20)
  if(TICKBENCH_FAST_COMPILE AND name IN_LIST light_rooms)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON TICKBENCH_LIBRARIES "${ARG_LIBRARIES}")
  set_property(TARGET tickbench APPEND PROPERTY TICKBENCH_PARTS ${target})
  if(ARG_KERNELS)
    list(TRANSFORM ARG_KERNELS PREPEND ${folder}/)
    tickbench_add_kernels(${target}_kernels ${ARG_KERNELS})
    set_property(TARGET tickbench APPEND PROPERTY TICKBENCH_PARTS ${target}_kernels)
    target_link_libraries(${target} PUBLIC ${target}_kernels)
  endif()
endfunction()

# tickbench_backend_list(FILE name...)
#
# Writes FILE, the C++ source of backend::all(): the back ends of these names, in this order. Folder FOO defines
# tickbench::FOO::backend().
function(tickbench_backend_list file)
  set(declarations "")
  set(backends "")
  foreach(name IN LISTS ARGN)
    string(APPEND declarations "namespace tickbench::${name} {\nbackend::Backend& backend();\n}\n")
    string(APPEND backends "&${name}::backend(), ")
  endforeach()
  file(CONFIGURE OUTPUT "${file}" @ONLY CONTENT
"// Generated by tickbench_backend_list.
#include \"tickbench/backend/backend.hpp\"

@declarations@
namespace tickbench::backend {

const std::vector<Backend*>& all() {
  static const std::vector<Backend*> backends{@backends@};
  return backends;
}

}  // namespace tickbench::backend
")
endfunction()

# tickbench_gtest(PROGRAM PREFIX [FILTER pattern] [PROPERTIES name value...])
#
# The tests of a GoogleTest program as CTest tests: each test PREFIX.SUITE.TEST in a process of its own, or, without
# TICKBENCH_SINGLE_TESTS, all of them in one, named PROGRAM.
function(tickbench_gtest program prefix)
  cmake_parse_arguments(PARSE_ARGV 2 ARG "" "FILTER" "PROPERTIES")
  if(NOT ARG_FILTER)
    set(ARG_FILTER "*")
  endif()
  if(TICKBENCH_SINGLE_TESTS)
    include(GoogleTest)
    gtest_discover_tests(${program} TEST_PREFIX ${prefix}. TEST_FILTER "${ARG_FILTER}" DISCOVERY_TIMEOUT 60
                         PROPERTIES TIMEOUT 300 ${ARG_PROPERTIES})
  else()
    add_test(NAME ${program} COMMAND ${program} "--gtest_filter=${ARG_FILTER}")
    set_tests_properties(${program} PROPERTIES TIMEOUT 1800 ${ARG_PROPERTIES})
  endif()
endfunction()

# tickbench_test(NAME SOURCES file... [PARTS part...] [LIBRARIES target...] [LABELS label...])
#
# A GoogleTest program, and its tests. Labels: `host` (loads neither OpenCL nor TBB; the thread sanitizer runs these),
# `device` (needs a device), `tbb`, `measured` (compares times). Without labels the program alone, for tests that run it
# as a whole: a driver takes its time to start.
function(tickbench_test name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;PARTS;LIBRARIES;LABELS")
  find_package(GTest REQUIRED)
  set(options tickbench_options)
  if(ARG_LABELS AND NOT ARG_LABELS STREQUAL "measured")
    set(options tickbench_test_options)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  list(TRANSFORM ARG_PARTS PREPEND tickbench_)
  target_link_libraries(${name} PRIVATE ${options} ${ARG_PARTS} ${ARG_LIBRARIES} GTest::gmock GTest::gtest_main)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/harness/tests ${PROJECT_BINARY_DIR}/harness/rooms/all)
  if(TICKBENCH_FAST_COMPILE AND ARG_PARTS AND options STREQUAL "tickbench_test_options")
    tickbench_test_headers()
    target_compile_options(${name} PRIVATE -pthread)
    target_precompile_headers(${name} REUSE_FROM tickbench_test_headers)
  endif()
  if(ARG_LABELS)
    tickbench_gtest(${name} ${name} PROPERTIES LABELS "${ARG_LABELS}")
  endif()
endfunction()

# The headers of others that most tests include: parsed once, since they are half of what a test takes to compile.
function(tickbench_test_headers)
  if(NOT TARGET tickbench_test_headers)
    set(source ${PROJECT_BINARY_DIR}/harness/tests/test_headers.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "")
    add_library(tickbench_test_headers OBJECT ${source})
    target_link_libraries(tickbench_test_headers PRIVATE tickbench_test_options fmt::fmt nlohmann_json::nlohmann_json GTest::gmock)
    target_compile_options(tickbench_test_headers PRIVATE -pthread)
    target_precompile_headers(tickbench_test_headers PRIVATE <fmt/format.h> <fmt/ranges.h> <gmock/gmock.h> <gtest/gtest.h>
                              <nlohmann/json.hpp> <algorithm> <array> <chrono> <cmath> <filesystem> <fstream> <functional>
                              <map> <memory> <optional> <ranges> <set> <span> <sstream> <string> <thread> <vector>)
  endif()
endfunction()
