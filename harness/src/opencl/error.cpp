// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/error.hpp"

#include <fmt/format.h>

#include "backend/handle.hpp"
#include "base/enumerator_name.hpp"

namespace tickbench::opencl {
namespace {

// By number and not by macro: the extensions' are spread over headers of which not every system has
// all. The numbers are the statuses' negatives.
constexpr NamesFrom kStatuses[] = {
    {0,
     "CL_SUCCESS CL_DEVICE_NOT_FOUND CL_DEVICE_NOT_AVAILABLE CL_COMPILER_NOT_AVAILABLE "
     "CL_MEM_OBJECT_ALLOCATION_FAILURE CL_OUT_OF_RESOURCES CL_OUT_OF_HOST_MEMORY "
     "CL_PROFILING_INFO_NOT_AVAILABLE CL_MEM_COPY_OVERLAP CL_IMAGE_FORMAT_MISMATCH "
     "CL_IMAGE_FORMAT_NOT_SUPPORTED CL_BUILD_PROGRAM_FAILURE CL_MAP_FAILURE "
     "CL_MISALIGNED_SUB_BUFFER_OFFSET CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST "
     "CL_COMPILE_PROGRAM_FAILURE CL_LINKER_NOT_AVAILABLE CL_LINK_PROGRAM_FAILURE "
     "CL_DEVICE_PARTITION_FAILED CL_KERNEL_ARG_INFO_NOT_AVAILABLE"},
    {30,
     "CL_INVALID_VALUE CL_INVALID_DEVICE_TYPE CL_INVALID_PLATFORM CL_INVALID_DEVICE "
     "CL_INVALID_CONTEXT CL_INVALID_QUEUE_PROPERTIES CL_INVALID_COMMAND_QUEUE CL_INVALID_HOST_PTR "
     "CL_INVALID_MEM_OBJECT CL_INVALID_IMAGE_FORMAT_DESCRIPTOR CL_INVALID_IMAGE_SIZE "
     "CL_INVALID_SAMPLER CL_INVALID_BINARY CL_INVALID_BUILD_OPTIONS CL_INVALID_PROGRAM "
     "CL_INVALID_PROGRAM_EXECUTABLE CL_INVALID_KERNEL_NAME CL_INVALID_KERNEL_DEFINITION "
     "CL_INVALID_KERNEL CL_INVALID_ARG_INDEX CL_INVALID_ARG_VALUE CL_INVALID_ARG_SIZE "
     "CL_INVALID_KERNEL_ARGS CL_INVALID_WORK_DIMENSION CL_INVALID_WORK_GROUP_SIZE "
     "CL_INVALID_WORK_ITEM_SIZE CL_INVALID_GLOBAL_OFFSET CL_INVALID_EVENT_WAIT_LIST "
     "CL_INVALID_EVENT CL_INVALID_OPERATION CL_INVALID_GL_OBJECT CL_INVALID_BUFFER_SIZE "
     "CL_INVALID_MIP_LEVEL CL_INVALID_GLOBAL_WORK_SIZE CL_INVALID_PROPERTY "
     "CL_INVALID_IMAGE_DESCRIPTOR CL_INVALID_COMPILER_OPTIONS CL_INVALID_LINKER_OPTIONS "
     "CL_INVALID_DEVICE_PARTITION_COUNT CL_INVALID_PIPE_SIZE CL_INVALID_DEVICE_QUEUE "
     "CL_INVALID_SPEC_ID CL_MAX_SIZE_RESTRICTION_EXCEEDED"},
    {1000, "CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR CL_PLATFORM_NOT_FOUND_KHR"},
    {1010,
     "CL_INVALID_DX9_MEDIA_ADAPTER_KHR CL_INVALID_DX9_MEDIA_SURFACE_KHR "
     "CL_DX9_MEDIA_SURFACE_ALREADY_ACQUIRED_KHR CL_DX9_MEDIA_SURFACE_NOT_ACQUIRED_KHR"},
    {1057,
     "CL_DEVICE_PARTITION_FAILED_EXT CL_INVALID_PARTITION_COUNT_EXT CL_INVALID_PARTITION_NAME_EXT"},
    {1092,
     "CL_EGL_RESOURCE_NOT_ACQUIRED_KHR CL_INVALID_EGL_OBJECT_KHR CL_INVALID_ACCELERATOR_INTEL "
     "CL_INVALID_ACCELERATOR_TYPE_INTEL CL_INVALID_ACCELERATOR_DESCRIPTOR_INTEL "
     "CL_ACCELERATOR_TYPE_NOT_SUPPORTED_INTEL"},
    {1108, "CL_COMMAND_TERMINATED_ITSELF_WITH_FAILURE_ARM"},
    {1121, "CL_CONTEXT_TERMINATED_KHR"},
    {1138,
     "CL_INVALID_COMMAND_BUFFER_KHR CL_INVALID_SYNC_POINT_WAIT_LIST_KHR "
     "CL_INCOMPATIBLE_COMMAND_QUEUE_KHR CL_INVALID_MUTABLE_COMMAND_KHR CL_INVALID_SEMAPHORE_KHR"},
};

Outcome outcome_of(cl_int status) noexcept {
  return status == CL_MEM_OBJECT_ALLOCATION_FAILURE || status == CL_OUT_OF_HOST_MEMORY
             ? Outcome::kOutOfMemory
             : Outcome::kDeviceError;
}

}  // namespace

std::string_view status_name(cl_int status) noexcept {
  // In no header: what NVIDIA's driver gives for a kernel's illegal read or write.
  if (status == -9999) return "NVIDIA: illegal memory access in a kernel";
  return name_of_number(kStatuses, 0U - static_cast<unsigned>(status), "unknown OpenCL status");
}

std::string describe_status(cl_int status) {
  return fmt::format("{} ({})", status_name(status), status);
}

void check(cl_int status, std::string_view call, std::string_view where) {
  if (status == CL_SUCCESS) return;
  throw Error(outcome_of(status), fmt::format("{}: {}{}{}", call, describe_status(status),
                                              where.empty() ? "" : ", on ", where));
}

void check_clean_up(cl_int status, std::string_view call) noexcept {
  if (status == CL_SUCCESS) return;
  backend::note_failed_clean_up(fmt::format("{}: {}", call, describe_status(status)));
}

bool means_no_memory(cl_int status) noexcept {
  return status == CL_MEM_OBJECT_ALLOCATION_FAILURE || status == CL_OUT_OF_RESOURCES ||
         status == CL_OUT_OF_HOST_MEMORY;
}

}  // namespace tickbench::opencl
