// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/backend.hpp"

#include "level_zero/device.hpp"
#include "level_zero/device_info.hpp"
#include "level_zero/device_list.hpp"

namespace tickbench::level_zero {
namespace {

class LevelZeroBackend final : public backend::Backend {
 public:
  std::string_view name() const noexcept override { return "level_zero"; }

  std::vector<backend::DeviceInfo> devices(std::string& reason) override {
    std::vector<backend::DeviceInfo> infos;
    for (const auto& [driver, device] : root_devices(reason))
      infos.push_back(describe_device(driver, device, std::to_string(infos.size())));
    return infos;
  }

  std::unique_ptr<backend::Device> open(const backend::DeviceInfo& device) override {
    return std::make_unique<Device>(find_device(device.index), device.index);
  }
};

}  // namespace

backend::Backend& backend() {
  static LevelZeroBackend instance;
  return instance;
}

}  // namespace tickbench::level_zero
