# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# Whether the Vulkan back end can be built: the headers and the loader. Defines TICKBENCH_VULKAN: on where both are there;
# asked for and not there is an error. Its kernels take glslang.

include_guard(GLOBAL)
include(${CMAKE_CURRENT_LIST_DIR}/TickbenchShader.cmake)

set(missing)
find_package(Vulkan QUIET)
if(NOT TARGET Vulkan::Vulkan)
  set(missing "Vulkan's headers and loader (package libvulkan-dev)")
elseif(Vulkan_VERSION VERSION_LESS 1.3)
  set(missing "Vulkan's headers of 1.3 or newer (package libvulkan-dev; found ${Vulkan_VERSION})")
endif()

if(missing)
  option(TICKBENCH_VULKAN "Build the Vulkan back end" OFF)
  if(TICKBENCH_VULKAN)
    message(FATAL_ERROR "TICKBENCH_VULKAN is on, and this is missing: ${missing}")
  endif()
  message(STATUS "tickbench: Vulkan back end: off, missing: ${missing}")
else()
  option(TICKBENCH_VULKAN "Build the Vulkan back end" ON)
  tickbench_find_glslang(has_glslang MISSING missing)
  if(NOT TICKBENCH_VULKAN)
    message(STATUS "tickbench: Vulkan back end: OFF")
  elseif(has_glslang)
    message(STATUS "tickbench: Vulkan back end: ON (shaders by ${TICKBENCH_GLSLANG})")
  else()
    message(STATUS "tickbench: Vulkan back end: ON, without kernels of GLSL, missing: ${missing}")
  endif()
endif()
