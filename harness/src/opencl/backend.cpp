// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/device_list.hpp"
#include "opencl/device.hpp"
#include "opencl/device_info.hpp"
#include "opencl/device_list.hpp"

namespace tickbench::opencl {
namespace {

struct Listed {
  static constexpr std::string_view kName = "opencl";
  static auto roots(backend::NotListed& not_listed) { return root_devices(not_listed); }
  static auto find(std::string_view index) { return find_device(index); }
  static auto describe(cl_device_id device, const std::string& index) {
    return describe_device(device, index);
  }
  static auto describe(const DeviceHandle& device, const std::string& index) {
    return describe_device(device.get(), index);
  }
};

class OpenClBackend final : public backend::ListedBackend<Listed> {
 public:
  std::unique_ptr<backend::Device> open(const backend::DeviceInfo& device) override {
    return std::make_unique<Device>(find_device(device.index), device.index);
  }
};

}  // namespace

backend::Backend& backend() {
  static OpenClBackend instance;
  return instance;
}

}  // namespace tickbench::opencl
