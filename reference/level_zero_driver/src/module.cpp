// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "module.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <spirv/unified1/spirv.hpp>

#include "build_flags.hpp"
#include "driver.hpp"

namespace zecpu {
namespace {

constexpr std::string_view kNativeName = "zecpu module 1\n";

std::span<const std::byte> code_of(const ze_module_desc_t& desc) {
  const std::span code(reinterpret_cast<const std::byte*>(desc.pInputModule), desc.inputSize);
  if (desc.format == ZE_MODULE_FORMAT_IL_SPIRV) return code;
  if (code.size() < kNativeName.size() ||
      std::memcmp(code.data(), kNativeName.data(), kNativeName.size()) != 0)
    throw Failure(ZE_RESULT_ERROR_INVALID_NATIVE_BINARY);
  return code.subspan(kNativeName.size());
}

SpecializationConstants constants_of(const ze_module_desc_t& desc) {
  SpecializationConstants constants;
  if (desc.pConstants == nullptr) return constants;
  for (std::uint32_t i = 0; i < desc.pConstants->numConstants; ++i)
    constants[desc.pConstants->pConstantIds[i]] = desc.pConstants->pConstantValues[i];
  return constants;
}

/// Kernels take images and samplers as arguments. Those that take none need none of these.
const std::set<std::uint32_t> kOfObjects = {
    spv::CapabilityImageBasic,    spv::CapabilityImageReadWrite, spv::CapabilityImageMipmap,
    spv::CapabilityImage1D,       spv::CapabilitySampled1D,      spv::CapabilityImageBuffer,
    spv::CapabilitySampledBuffer, spv::CapabilityLiteralSampler};

/// The kernels of a module that take no objects.
std::set<std::string> without_objects(const SpirvModule& spirv) {
  std::set<std::string> names;
  for (const KernelSignature& kernel : spirv.kernels())
    if (!takes_objects(kernel)) names.insert(kernel.name);
  return names;
}

void check_version(const SpirvModule& spirv, const ExecutorLimits& limits) {
  if (spirv.minor_version() > limits.spirv_minor)
    throw BadSpirv("the module is SPIR-V 1." + std::to_string(spirv.minor_version()) +
                   ": the newest that " + limits.name + " reads is 1." +
                   std::to_string(limits.spirv_minor));
}

/// Names what a module needs and this device has not.
void check_capabilities(const SpirvModule& spirv, const ExecutorLimits& limits,
                        bool may_drop_kernels) {
  std::set<std::uint32_t> known = {
      spv::CapabilityAddresses, spv::CapabilityKernel, spv::CapabilityLinkage, spv::CapabilityInt8,
      spv::CapabilityInt16, spv::CapabilityInt64, spv::CapabilityVector16,
      spv::CapabilityFloat16Buffer, spv::CapabilityInt64Atomics, spv::CapabilityGenericPointer,
      // Hints of newer compilers.
      spv::CapabilityExpectAssumeKHR, spv::CapabilityOptNoneINTEL};
  if (limits.has_fp16) known.insert(spv::CapabilityFloat16);
  if (limits.has_fp64) known.insert(spv::CapabilityFloat64);
  static const std::map<std::uint32_t, const char*> kNames = {
      {spv::CapabilityFloat16, "half-precision arithmetic"},
      {spv::CapabilityFloat64, "double-precision arithmetic"},
      {spv::CapabilityImageBasic, "images"},
      {spv::CapabilityLiteralSampler, "samplers"},
      {spv::CapabilityPipes, "pipes"},
      {spv::CapabilityGroups, "group functions and sub-groups"},
      {spv::CapabilityDeviceEnqueue, "launches from the device"}};
  for (const std::uint32_t capability : spirv.capabilities()) {
    if (known.contains(capability) || (may_drop_kernels && kOfObjects.contains(capability)))
      continue;
    const auto name = kNames.find(capability);
    throw BadSpirv("the module needs SPIR-V capability " + std::to_string(capability) +
                   (name == kNames.end() ? "" : std::string(" (") + name->second + ")") +
                   ", which this device does not have");
  }
}

}  // namespace

const KernelSignature* Module::find(const std::string& kernel) const {
  const auto& kernels = spirv_.kernels();
  const auto found = std::find_if(kernels.begin(), kernels.end(),
                                  [&](const KernelSignature& k) { return k.name == kernel; });
  return found == kernels.end() ? nullptr : &*found;
}

std::shared_ptr<const ExecutorKernel> Module::make_kernel(const std::shared_ptr<Module>& self,
                                                          const KernelSignature& signature) {
  std::shared_ptr<ExecutorKernel> kernel = self->program_->kernel(signature);
  // The program must outlive what was made from it.
  const ExecutorKernel* address = kernel.get();
  return {address, [self, kernel](const ExecutorKernel*) {}};
}

std::shared_ptr<Module> build_module(Device& device, const ze_module_desc_t& desc, BuildLog& log) {
  const std::string options = opencl_options(desc.pBuildFlags == nullptr ? "" : desc.pBuildFlags);
  SpirvModule spirv(code_of(desc), constants_of(desc));
  Executor& executor = device.driver().executor();
  const std::set<std::string> usable = without_objects(spirv);
  check_version(spirv, executor.limits());
  check_capabilities(spirv, executor.limits(), !usable.empty());
  // With imports there is nothing to compile yet; creating a kernel says so.
  if (!spirv.imports().empty()) {
    for (const std::string& name : spirv.imports()) log.text += "unresolved symbol: " + name + '\n';
    return std::make_shared<Module>(std::move(spirv), nullptr);
  }
  const bool is_whole = usable.size() == spirv.kernels().size();
  for (const KernelSignature& kernel : spirv.kernels())
    if (!usable.contains(kernel.name))
      log.text += "left out, since it takes images or other objects: " + kernel.name + '\n';
  BuildResult result = executor.build(is_whole ? spirv : spirv.with_code_of(usable), options);
  log.text += result.log;
  if (result.program == nullptr) return nullptr;
  return std::make_shared<Module>(std::move(spirv), std::move(result.program));
}

std::vector<std::byte> native_binary(const SpirvModule& spirv) {
  const auto code = spirv.bytes();
  std::vector<std::byte> binary(kNativeName.size() + code.size());
  std::memcpy(binary.data(), kNativeName.data(), kNativeName.size());
  std::memcpy(binary.data() + kNativeName.size(), code.data(), code.size());
  return binary;
}

}  // namespace zecpu
