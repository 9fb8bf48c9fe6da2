// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/backend.hpp"

#include "opencl/device.hpp"
#include "opencl/device_info.hpp"
#include "opencl/device_list.hpp"

namespace tickbench::opencl {
namespace {

class OpenClBackend final : public backend::Backend {
 public:
  std::string_view name() const noexcept override { return "opencl"; }

  std::vector<backend::DeviceInfo> devices(std::string& reason) override {
    std::vector<backend::DeviceInfo> infos;
    for (auto* device : root_devices(reason))
      infos.push_back(describe_device(device, std::to_string(infos.size())));
    return infos;
  }

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
