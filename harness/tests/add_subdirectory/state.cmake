# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# What a subdirectory could change of the project around it.

# targets_below(RESULT FOLDER): the targets made in this folder and those below.
function(targets_below result folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(children DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(child IN LISTS children)
    targets_below(more ${child})
    list(APPEND targets ${more})
  endforeach()
  set(${result} "${targets}" PARENT_SCOPE)
endfunction()

# state(PREFIX): sets PREFIX_variables, PREFIX_cache, ... in the caller's scope.
macro(state prefix)
  get_cmake_property(${prefix}_cache CACHE_VARIABLES)
  get_cmake_property(${prefix}_components COMPONENTS)
  set(${prefix}_visible)
  foreach(target IN ITEMS benchmark::benchmark nlohmann_json::nlohmann_json CLI11::CLI11 OpenCL::OpenCL Threads::Threads
                          Boost::headers tickbench::re2 tickbench::ze_loader)
    if(TARGET ${target})
      list(APPEND ${prefix}_visible ${target})
    endif()
  endforeach()
  get_property(${prefix}_tests DIRECTORY PROPERTY TESTS)
  get_property(${prefix}_options DIRECTORY PROPERTY COMPILE_OPTIONS)
  get_property(${prefix}_definitions DIRECTORY PROPERTY COMPILE_DEFINITIONS)
  get_property(${prefix}_folders DIRECTORY PROPERTY INCLUDE_DIRECTORIES)
  targets_below(${prefix}_targets ${CMAKE_CURRENT_SOURCE_DIR})
  set(${prefix}_variables)
  foreach(variable IN ITEMS CMAKE_CXX_FLAGS CMAKE_CXX_STANDARD CMAKE_BUILD_TYPE CMAKE_POSITION_INDEPENDENT_CODE
                            CMAKE_MODULE_PATH CMAKE_FIND_PACKAGE_TARGETS_GLOBAL BUILD_TESTING BUILD_SHARED_LIBS)
    list(APPEND ${prefix}_variables "${variable}=${${variable}}")
  endforeach()
endmacro()

# What is new must carry tickbench's name; in the cache also that of a package that was looked for.
macro(expect_no_side_effect before after)
  foreach(what IN ITEMS components visible tests options definitions folders variables)
    if(NOT "${${before}_${what}}" STREQUAL "${${after}_${what}}")
      message(SEND_ERROR "${what}: expected as before, '${${before}_${what}}', found '${${after}_${what}}'")
    endif()
  endforeach()
  set(new_targets ${${after}_targets})
  list(REMOVE_ITEM new_targets ${${before}_targets})
  list(FILTER new_targets EXCLUDE REGEX "^tickbench")
  if(new_targets)
    message(SEND_ERROR "targets: expected only names that begin with tickbench, found: ${new_targets}")
  endif()
  set(new_cache ${${after}_cache})
  list(REMOVE_ITEM new_cache ${${before}_cache})
  # The second line: what CMake's own modules keep.
  list(FILTER new_cache EXCLUDE REGEX "^(tickbench|TICKBENCH|benchmark|nlohmann_json|CLI11|Boost|boost_headers|fmt|utf8cpp|OpenCL|OPENCL)")
  list(FILTER new_cache EXCLUDE REGEX "PKG_CONFIG|pkg_?config|^Vulkan_|^pkgcfg_|^prefix_result$|FETCHCONTENT|^CMAKE_HAVE_LIBC_PTHREAD$|_MESSAGE_DETAILS_")
  if(new_cache)
    message(SEND_ERROR "cache: expected only variables of tickbench and the packages it looks for, found: ${new_cache}")
  endif()
  get_target_property(compile_options tickbench::tickbench INTERFACE_COMPILE_OPTIONS)
  if(compile_options)
    message(SEND_ERROR "tickbench::tickbench: expected no compile options for its users, found ${compile_options}")
  endif()
endmacro()
