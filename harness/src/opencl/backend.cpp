// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "opencl/backend.hpp"

#include "backend/device_index.hpp"
#include "opencl/device.hpp"
#include "opencl/device_info.hpp"
#include "opencl/device_list.hpp"

namespace tickbench::opencl {
namespace {

class OpenClBackend final : public backend::Backend {
 public:
  std::string_view name() const noexcept override { return "opencl"; }

  std::vector<backend::DeviceInfo> devices(backend::NotListed& not_listed) override {
    std::vector<backend::DeviceInfo> infos;
    std::size_t place = 0;
    for (auto* device : root_devices(not_listed)) {
      const std::string index = std::to_string(place++);
      try {
        infos.push_back(describe_device(device, index));
      } catch (const Error& error) {
        not_listed.add("opencl:" + index + ": " + error.what(), true);
      }
    }
    return infos;
  }

  std::optional<backend::DeviceInfo> describe(std::string_view index) override {
    const auto wanted = backend::parse_index(index);
    backend::NotListed not_listed;
    if (wanted.sub < 0 || wanted.root >= root_devices(not_listed).size()) return std::nullopt;
    const auto device = find_device(index);
    return describe_device(device.get(), std::string(index));
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
