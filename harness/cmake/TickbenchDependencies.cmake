# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# What the harness is built with: a consumer's own targets where it has them, else the system's packages. The
# targets stay local to the folders below; CMake resolves a library's links where the library was made.

if(NOT TARGET benchmark::benchmark)
  find_package(benchmark 1.7 REQUIRED)
endif()
if(NOT benchmark_VERSION)
  # A consumer's own copy, built with it: its project's version.
  get_target_property(folder benchmark::benchmark SOURCE_DIR)
  get_directory_property(benchmark_VERSION DIRECTORY "${folder}" DEFINITION benchmark_VERSION)
endif()
if(NOT TARGET nlohmann_json::nlohmann_json)
  find_package(nlohmann_json 3.10 REQUIRED)
endif()
if(NOT TARGET CLI11::CLI11)
  find_package(CLI11 REQUIRED)
endif()
if(NOT TARGET fmt::fmt)
  find_package(fmt 9 REQUIRED)
endif()
if(NOT TARGET utf8::cpp)
  find_package(utf8cpp REQUIRED)
endif()
find_path(TICKBENCH_MUSTACHE kainjow/mustache.hpp REQUIRED DOC "Folder of kainjow/mustache.hpp")
mark_as_advanced(TICKBENCH_MUSTACHE)
if(NOT Boost_INCLUDE_DIRS)
  find_package(Boost 1.74 REQUIRED CONFIG)
endif()
find_package(Threads REQUIRED)
if(TICKBENCH_OPENCL AND NOT TARGET OpenCL::OpenCL)
  find_package(OpenCL REQUIRED)
endif()

include(${CMAKE_CURRENT_LIST_DIR}/TickbenchRe2.cmake)
if(NOT TARGET tickbench::re2)
  message(FATAL_ERROR "tickbench: RE2 not found by pkg-config (packages libre2-dev and pkgconf)")
endif()
