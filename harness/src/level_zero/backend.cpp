// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/backend.hpp"

#include "backend/device_index.hpp"
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
    std::size_t place = 0;
    for (const auto& [driver, device] : root_devices(reason)) {
      const std::string index = std::to_string(place++);
      try {
        infos.push_back(describe_device(driver, device, index));
      } catch (const Error& error) {
        append_reason(reason, "level_zero:" + index + ": " + error.what());
      }
    }
    return infos;
  }

  std::optional<backend::DeviceInfo> describe(std::string_view index) override {
    const auto wanted = backend::parse_index(index);
    std::string reason;
    if (wanted.sub < 0 || wanted.root >= root_devices(reason).size()) return std::nullopt;
    const auto [driver, device] = find_device(index);
    return describe_device(driver, device, std::string(index));
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
