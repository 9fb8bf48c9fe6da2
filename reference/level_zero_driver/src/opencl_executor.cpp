// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl_executor.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "opencl_lane.hpp"
#include "spirv_builtins.hpp"
#include "spirv_fences.hpp"
#include "spirv_kernel.hpp"

namespace zecpu {
namespace {

std::vector<cl_platform_id> platforms() {
  cl_uint count = 0;
  // The loader without any platform gives an error of its own, which is no error here.
  if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS || count == 0) return {};
  std::vector<cl_platform_id> found(count);
  check_cl(clGetPlatformIDs(count, found.data(), nullptr), "clGetPlatformIDs");
  return found;
}

bool has_extension(const std::string& extensions, const std::string& name) {
  return (' ' + extensions + ' ').find(' ' + name + ' ') != std::string::npos;
}

/// 2 of "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2", and no more than is known.
unsigned newest_spirv_minor(const std::string& il_version) {
  unsigned minor = kNewestSpirvMinor;
  while (minor > 0 && il_version.find("SPIR-V_1." + std::to_string(minor)) == std::string::npos)
    --minor;
  return minor;
}

std::string build_log(cl_program program, cl_device_id device) {
  std::size_t size = 0;
  check_cl(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size),
           "clGetProgramBuildInfo");
  std::string log(size, '\0');
  check_cl(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr),
           "clGetProgramBuildInfo");
  log.resize(std::strlen(log.c_str()));  // the last byte is a zero
  return log;
}

}  // namespace

OpenClExecutor::OpenClExecutor(const Laboratory& laboratory) : llvm_spirv_(std::string(), 0) {
  find_device();
  split(laboratory.sub_devices);
  std::vector<cl_device_id> devices{device_};
  for (const auto& sub_device : sub_devices_) devices.push_back(sub_device.get());
  cl_int status = CL_SUCCESS;
  context_.reset(clCreateContext(nullptr, static_cast<cl_uint>(devices.size()), devices.data(),
                                 nullptr, nullptr, &status));
  check_cl(status, "clCreateContext");
  takes_il_ = device_text(device_, CL_DEVICE_IL_VERSION).find("SPIR-V") != std::string::npos;
  llvm_spirv_ =
      LlvmSpirv(laboratory.llvm_spirv, llvm_version(platform_text(platform_, CL_PLATFORM_VERSION)));
  read_limits();
}

void OpenClExecutor::find_device() {
  for (cl_platform_id platform : platforms()) {
    cl_device_id device = nullptr;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, nullptr) != CL_SUCCESS) continue;
    platform_ = platform;
    device_ = device;
    return;
  }
  throw std::runtime_error("expected an OpenCL device of type CPU (PoCL), found none");
}

void OpenClExecutor::split(unsigned sub_devices) {
  if (sub_devices == 0) return;
  const auto units = device_info<cl_uint>(device_, CL_DEVICE_MAX_COMPUTE_UNITS);
  if (sub_devices > units)
    throw std::runtime_error("ZECPU_SUB_DEVICES: expected at most " + std::to_string(units) +
                             ", found " + std::to_string(sub_devices));
  sub_device_units_ = units / sub_devices;
  std::vector<cl_device_partition_property> properties{CL_DEVICE_PARTITION_BY_COUNTS};
  properties.insert(properties.end(), sub_devices, sub_device_units_);
  properties.insert(properties.end(), {CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0});
  std::vector<cl_device_id> created(sub_devices);
  check_cl(clCreateSubDevices(device_, properties.data(), sub_devices, created.data(), nullptr),
           "clCreateSubDevices");
  for (cl_device_id sub_device : created) sub_devices_.emplace_back(sub_device);
}

void OpenClExecutor::read_limits() {
  limits_.name =
      device_text(device_, CL_DEVICE_VERSION) + ", " + device_text(device_, CL_DRIVER_VERSION);
  limits_.compute_units = device_info<cl_uint>(device_, CL_DEVICE_MAX_COMPUTE_UNITS);
  limits_.clock_mhz = device_info<cl_uint>(device_, CL_DEVICE_MAX_CLOCK_FREQUENCY);
  limits_.simd_width =
      std::max(1U, device_info<cl_uint>(device_, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT));
  limits_.max_group_size = device_info<std::size_t>(device_, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  limits_.max_group_dimensions = device_info<Extent>(device_, CL_DEVICE_MAX_WORK_ITEM_SIZES);
  limits_.local_memory_bytes = device_info<cl_ulong>(device_, CL_DEVICE_LOCAL_MEM_SIZE);
  limits_.max_arguments_bytes = device_info<std::size_t>(device_, CL_DEVICE_MAX_PARAMETER_SIZE);
  limits_.printf_bytes = device_info<std::size_t>(device_, CL_DEVICE_PRINTF_BUFFER_SIZE);
  limits_.spirv_minor = takes_il_ ? newest_spirv_minor(device_text(device_, CL_DEVICE_IL_VERSION))
                                  : llvm_spirv_.spirv_minor();
  const std::string extensions = device_text(device_, CL_DEVICE_EXTENSIONS);
  limits_.has_fp16 = has_extension(extensions, "cl_khr_fp16");
  limits_.has_fp64 = has_extension(extensions, "cl_khr_fp64");
  limits_.fp32_divides_correctly =
      (device_info<cl_device_fp_config>(device_, CL_DEVICE_SINGLE_FP_CONFIG) &
       CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
}

ClProgram OpenClExecutor::create_program(const std::vector<std::uint32_t>& words,
                                         std::string& options, std::string& log) const {
  cl_int status = CL_SUCCESS;
  ClProgram program;
  if (takes_il_) {
    program.reset(clCreateProgramWithIL(context_.get(), words.data(),
                                        words.size() * sizeof words[0], &status));
    check_cl(status, "clCreateProgramWithIL");
    return program;
  }
  if (llvm_spirv_.path().empty()) {
    log = "this OpenCL device (" + limits_.name +
          ") takes no SPIR-V: expected llvm-spirv-N on PATH, N not above the device's LLVM, or the "
          "path of one in ZECPU_LLVM_SPIRV\n";
    return program;
  }
  const std::vector<std::uint32_t> code = with_fence_calls(with_whole_builtins(words));
  const LlvmSpirv::Result translated = llvm_spirv_.to_bitcode(std::as_bytes(std::span(code)));
  log = translated.log;
  if (!translated.translated) return program;
  const std::size_t devices = 1 + sub_devices_.size();
  std::vector<cl_device_id> ids{device_};
  for (const auto& sub_device : sub_devices_) ids.push_back(sub_device.get());
  const std::vector<std::size_t> sizes(devices, translated.bitcode.size());
  const std::vector<const unsigned char*> binaries(
      devices, reinterpret_cast<const unsigned char*>(translated.bitcode.data()));
  program.reset(clCreateProgramWithBinary(
      context_.get(), static_cast<cl_uint>(devices), ids.data(), sizes.data(),
      const_cast<const unsigned char**>(binaries.data()), nullptr, &status));
  check_cl(status, "clCreateProgramWithBinary");
  options = "-x spir -spir-std=1.2 -cl-kernel-arg-info " + options;
  return program;
}

ClProgram OpenClExecutor::build_program(const std::vector<std::uint32_t>& words,
                                        std::string options, std::string& log) const {
  ClProgram program = create_program(words, options, log);
  if (program == nullptr) return program;
  const cl_int status =
      clBuildProgram(program.get(), 0, nullptr, options.c_str(), nullptr, nullptr);
  log += build_log(program.get(), device_);
  if (status == CL_SUCCESS) return program;
  log += "clBuildProgram: OpenCL error " + std::to_string(status) + '\n';
  return {};
}

BuildResult OpenClExecutor::build(const SpirvModule& module, const std::string& options) {
  BuildResult result;
  ClProgram program = build_program(module.words(), options, result.log);
  if (program == nullptr) return result;
  const auto alone = [this, options, words = module.words()](const std::string& kernel) {
    const auto code = only_kernel(words, kernel);
    if (!code) return ClProgram();
    std::string log;
    ClProgram built = build_program(*code, options, log);
    if (built == nullptr)
      throw Failure(ZE_RESULT_ERROR_MODULE_BUILD_FAILURE, kernel + " by itself: " + log);
    return built;
  };
  result.program = std::make_unique<OpenClProgram>(std::move(program), device_, alone);
  return result;
}

std::unique_ptr<Lane> OpenClExecutor::lane(int sub_device) {
  cl_device_id device = sub_device == kWholeDevice
                            ? device_
                            : sub_devices_.at(static_cast<std::size_t>(sub_device)).get();
  return std::make_unique<OpenClLane>(context_.get(), device);
}

}  // namespace zecpu
