# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# Vulkan takes SPIR-V that is a shader: glslang makes it of GLSL.

include_guard(GLOBAL)

# tickbench_find_glslang(RESULT): whether glslang's program is there; TICKBENCH_GLSLANG in the cache says which. OFF there
# says that none is wanted. Else `missing` is what to install.
function(tickbench_find_glslang result)
  set(missing)
  if("${TICKBENCH_GLSLANG}" STREQUAL "OFF")
    set(missing "glslang (TICKBENCH_GLSLANG is OFF)")
  else()
    find_program(TICKBENCH_GLSLANG NAMES glslangValidator glslang DOC "glslang, for .comp files; OFF: none")
    mark_as_advanced(TICKBENCH_GLSLANG)
    if(NOT TICKBENCH_GLSLANG)
      set(missing "glslangValidator (package glslang-tools)")
    endif()
  endif()
  string(COMPARE EQUAL "${missing}" "" found)
  set(${result} ${found} PARENT_SCOPE)
  set(missing "${missing}" PARENT_SCOPE)
endfunction()

# The kernel is the file's main, and has the file's name: what is saxpy.comp here is kernel("saxpy") there. Further
# arguments are macros. SPIR-V says "shader" by itself, so the file's ending is that of any SPIR-V.
function(_tickbench_compile_shader source folder result)
  cmake_path(GET source FILENAME name)
  cmake_path(GET source STEM LAST_ONLY kernel)
  set(shader "${folder}/${name}.spv")
  find_program(TICKBENCH_SPIRV_VAL spirv-val)
  mark_as_advanced(TICKBENCH_SPIRV_VAL)
  set(validate)
  if(TICKBENCH_SPIRV_VAL)
    set(validate COMMAND "${TICKBENCH_SPIRV_VAL}" --target-env vulkan1.2 "${shader}")
  endif()
  add_custom_command(
    OUTPUT "${shader}"
    COMMAND "${TICKBENCH_GLSLANG}" -V --target-env vulkan1.2 -S comp --quiet -e "${kernel}" --source-entrypoint main ${ARGN}
            --depfile "${shader}.d" -o "${shader}" "${source}"
    ${validate}
    DEPENDS "${source}"
    DEPFILE "${shader}.d"
    COMMENT "Compiling ${source} to a shader"
    VERBATIM)
  set(${result} "${shader}" PARENT_SCOPE)
endfunction()
