# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# The CMake package `tickbench`, in the build tree and, by `cmake --install`, elsewhere; and the command.
# Components: tickbench_development (library, headers, CMake package), tickbench_tools, tickbench_cpu_driver.

include_guard(GLOBAL)
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/tickbench)

set_target_properties(tickbench PROPERTIES EXPORT_PROPERTIES TICKBENCH_BACKENDS)
set_target_properties(tickbench_main PROPERTIES EXPORT_NAME main)
install(TARGETS tickbench tickbench_main EXPORT tickbenchTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT tickbench_development)
install(DIRECTORY include/tickbench DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT tickbench_development)
install(TARGETS tickbench_tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tickbench_tools)

# One set of files for both trees: they find each other by the folder they lie in.
set(folder ${PROJECT_BINARY_DIR}/cmake/tickbench)
get_property(TICKBENCH_BACKENDS TARGET tickbench PROPERTY TICKBENCH_BACKENDS)
set(TICKBENCH_COMPONENTS ${TICKBENCH_BACKENDS})
list(TRANSFORM TICKBENCH_COMPONENTS REPLACE "^opencl$" "OpenCL")
list(TRANSFORM TICKBENCH_COMPONENTS REPLACE "^level_zero$" "LevelZero")
list(TRANSFORM TICKBENCH_COMPONENTS REPLACE "^cuda$" "CUDA")
list(TRANSFORM TICKBENCH_COMPONENTS REPLACE "^vulkan$" "Vulkan")
configure_file(cmake/tickbenchConfig.cmake.in ${folder}/tickbenchConfig.cmake @ONLY)
# Before 1.0 a minor version may break what the one before it promised.
write_basic_package_version_file(${folder}/tickbenchConfigVersion.cmake COMPATIBILITY SameMinorVersion)
set(modules
    TickbenchAddTests.cmake TickbenchCompilePtx.cmake TickbenchCudaCompiler.cmake TickbenchEmbedKernel.cmake
    TickbenchKernelOptions.cmake TickbenchKernels.cmake TickbenchListTests.cmake TickbenchPtx.cmake TickbenchPtx.h
    TickbenchRe2.cmake TickbenchShader.cmake TickbenchSpirv.cmake TickbenchZeLoader.cmake)
foreach(module IN LISTS modules)
  configure_file(cmake/${module} ${folder}/${module} COPYONLY)
endforeach()
export(EXPORT tickbenchTargets NAMESPACE tickbench:: FILE ${folder}/tickbenchTargets.cmake)

list(TRANSFORM modules PREPEND ${folder}/)
install(FILES ${folder}/tickbenchConfig.cmake ${folder}/tickbenchConfigVersion.cmake ${modules}
        DESTINATION ${package} COMPONENT tickbench_development)
install(EXPORT tickbenchTargets NAMESPACE tickbench:: DESTINATION ${package} COMPONENT tickbench_development)
