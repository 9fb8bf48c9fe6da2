# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0

include_guard(GLOBAL)

include(${CMAKE_CURRENT_LIST_DIR}/TickbenchCudaCompiler.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/TickbenchKernelOptions.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/TickbenchPtx.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/TickbenchShader.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/TickbenchSpirv.cmake)

# What else than OpenCL C a source is embedded as. Uses what tickbench_add_kernels knows.
#
# The names and types of arguments are in SPIR-V alone: for CUDA it is made before the PTX where that can be. So a mistake
# in the source is reported once, and as one of OpenCL C.
macro(_tickbench_add_compiled path to result)
  set(${result})
  set(spirv)
  tickbench_find_spirv_compiler(has_spirv_compiler)
  set(has_ptx_compiler FALSE)
  if("cuda" IN_LIST backends AND NOT ARG_NO_PTX)
    tickbench_find_ptx_compiler(has_ptx_compiler)
  endif()
  if("level_zero" IN_LIST backends AND NOT has_spirv_compiler)
    message(FATAL_ERROR "tickbench_add_kernels(${name}): ${file}: for Level Zero it is compiled to SPIR-V; expected "
                        "the programs clang-N and llvm-spirv-N of one version N >= 14, found none. Install them, "
                        "name them by TICKBENCH_CLANG and TICKBENCH_LLVM_SPIRV, or say OPENCL_ONLY")
  endif()
  if("level_zero" IN_LIST backends OR (has_ptx_compiler AND has_spirv_compiler))
    _tickbench_compile_spirv("${path}" "${to}" spirv ${flags})
    list(APPEND ${result} "${spirv}")
  endif()
  if(has_ptx_compiler)
    _tickbench_compile_ptx("${path}" "${to}" ptx "${spirv}" ${flags})
    list(APPEND ${result} "${ptx}")
  endif()
endmacro()

# What CUDA C++ or GLSL is embedded as: what `compile` makes of it for `backend` by the program that `find` finds, or,
# where there is none, itself, so that the program can say so. Uses what tickbench_add_kernels knows.
macro(_tickbench_add_for backend find compile path to result)
  set(${result} "${path}")
  if("${backend}" IN_LIST backends)
    cmake_language(CALL ${find} has_compiler)
    if(has_compiler)
      cmake_language(CALL ${compile} "${path}" "${to}" ${result} ${flags})
    else()
      message(STATUS "tickbench_add_kernels(${name}): ${file}: left out of the kernels for ${backend}, missing: ${missing}")
    endif()
  endif()
endmacro()

# The name of a .comp file is its kernel's.
function(_tickbench_check_shader_name name file path)
  cmake_path(GET path STEM LAST_ONLY kernel)
  if(NOT kernel MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
    message(FATAL_ERROR "tickbench_add_kernels(${name}): ${file}: the file's name is the kernel's: expected letters, digits "
                        "and underscores before .comp, found '${kernel}'")
  endif()
endfunction()

# tickbench_add_kernels(NAME file... [OPENCL_ONLY] [NO_PTX]
#                       [VARIANT name] [DEFINES NAME[=VALUE]...] [OPTIONS -cl-...])
#
# An object library that embeds kernel code, byte by byte: OpenCL C (.cl), SPIR-V (.spv), PTX (.ptx), CUDA C++ (.cu) and
# GLSL (.comp). OpenCL C is also compiled to SPIR-V where tickbench has the Level Zero back end, and to PTX where it has
# that of CUDA and libclc is there. OPENCL_ONLY makes neither, NO_PTX no PTX. CUDA C++ is compiled to PTX where nvcc, or
# clang with the toolkit, is there. On CUDA, a kernel of a .ptx or .cu file goes before one of the same name in OpenCL C.
# GLSL is compiled to a shader for Vulkan where tickbench has that back end and glslang is there: the file's main is the
# kernel, by the file's name. SPIR-V is OpenCL's or Vulkan's, and says so itself. Linked directly into an executable the
# library registers its modules at start-up, where `device.kernel("name")` finds them:
#
#     tickbench_add_kernels(my_kernels scale.cl)
#     target_link_libraries(my_suite PRIVATE tickbench::main my_kernels)
#
# DEFINES are macros, for every form that the sources are embedded as; OPTIONS are of OpenCL C. So that one source gives
# several kernels of one name, each of them is a VARIANT, and a library of its own: `device.kernel("axpy", "double")`.
#
#     tickbench_add_kernels(axpy_float axpy.cl VARIANT float DEFINES T=float)
#     tickbench_add_kernels(axpy_double axpy.cl VARIANT double DEFINES T=double)
#
# A static archive drops objects that nothing refers to: inside one, call the generated
# `extern "C" void tickbench_kernels_NAME();` from code that needs the kernels.
function(tickbench_add_kernels name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "OPENCL_ONLY;NO_PTX" "VARIANT" "DEFINES;OPTIONS")
  set(files ${ARG_UNPARSED_ARGUMENTS})
  if(NOT files)
    message(FATAL_ERROR "tickbench_add_kernels(${name}): no kernel files; expected .cl, .spv, .ptx, .cu or .comp files")
  endif()
  if(NOT name MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
    message(FATAL_ERROR "tickbench_add_kernels(${name}): the name becomes part of a C identifier: letters, "
                        "digits and underscores only")
  endif()
  _tickbench_check_options()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${name}_modules")
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/TickbenchEmbedKernel.cmake")
  # By the ending of a file.
  set(format.cl opencl_c)
  set(format.spv spirv)
  set(format.ptx ptx)
  set(format.cu cuda_cpp)
  set(format.comp glsl)
  get_property(backends TARGET tickbench::tickbench PROPERTY TICKBENCH_BACKENDS)
  set(embedded)
  set(formats)
  foreach(file IN LISTS files)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE OUTPUT_VARIABLE path)
    cmake_path(GET path EXTENSION LAST_ONLY extension)
    if(NOT DEFINED format${extension})
      message(FATAL_ERROR "tickbench_add_kernels(${name}): ${file}: expected a file ending in .cl (OpenCL C), "
                          ".spv (SPIR-V), .ptx (PTX), .cu (CUDA C++) or .comp (GLSL), found '${extension}'")
    endif()
    get_source_file_property(is_generated "${path}" GENERATED)
    if(NOT is_generated AND (NOT EXISTS "${path}" OR IS_DIRECTORY "${path}"))
      message(FATAL_ERROR "tickbench_add_kernels(${name}): ${file}: no such file (looked for ${path})")
    endif()
    _tickbench_check_options_of("${path}" "${extension}")
    set(codes "${path}")
    # A folder of its own: two sources may have one name.
    list(LENGTH embedded index)
    file(MAKE_DIRECTORY "${folder}/${index}")
    if(extension STREQUAL ".cl" AND NOT ARG_OPENCL_ONLY)
      _tickbench_add_compiled("${path}" "${folder}/${index}" compiled)
      list(APPEND codes ${compiled})
    elseif(extension STREQUAL ".cu")
      _tickbench_add_for(cuda tickbench_find_cuda_compiler _tickbench_compile_cuda "${path}" "${folder}/${index}" codes)
    elseif(extension STREQUAL ".comp")
      _tickbench_check_shader_name("${name}" "${file}" "${path}")
      _tickbench_add_for(vulkan tickbench_find_glslang _tickbench_compile_shader "${path}" "${folder}/${index}" codes)
    endif()
    foreach(code IN LISTS codes)
      cmake_path(GET code EXTENSION LAST_ONLY code_extension)
      set(format "${format${code_extension}}")
      if(format STREQUAL "ptx" AND extension STREQUAL ".cl")
        set(format ptx_of_opencl_c)  # PTX of the user's own goes first
      endif()
      list(APPEND embedded "${code}")
      list(APPEND formats "${format}")
    endforeach()
  endforeach()
  set(output "${folder}/all.cpp")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DINPUTS=${embedded}" "-DFORMATS=${formats}" "-DOUTPUT=${output}" "-DNAME=${name}"
            "-DVARIANT=${ARG_VARIANT}" "-DDEFINES=${ARG_DEFINES}" "-DOPTIONS=${ARG_OPTIONS}" -P "${script}"
    DEPENDS ${embedded} "${script}"
    COMMENT "Embedding the kernels of ${name}"
    VERBATIM)
  add_library(${name} OBJECT "${output}")
  target_compile_features(${name} PRIVATE cxx_std_20)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
endfunction()
