// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/device_list.hpp"
#include "level_zero/device.hpp"
#include "level_zero/device_info.hpp"
#include "level_zero/device_list.hpp"

namespace tickbench::level_zero {
namespace {

struct Listed {
  static constexpr std::string_view kName = "level_zero";
  static auto roots(backend::NotListed& not_listed) { return root_devices(not_listed); }
  static auto find(std::string_view index) { return find_device(index); }
  static auto describe(const DriverDevice& found, const std::string& index) {
    return describe_device(found.driver, found.device, index);
  }
};

class LevelZeroBackend final : public backend::ListedBackend<Listed> {
 public:
  std::vector<backend::Setting> settings() const override {
    return {{"list", {"regular", "immediate"}, "the command lists that are measured"},
            {"stamps", {"global", "context"}, "which time stamps of a kernel"},
            {"query", {"event", "appended"}, "how they are read: by the host, or by a command"},
            {"copies", {"compute", "engine"}, "where copies run: an engine that only copies"}};
  }

  void choose(std::string_view setting, std::string_view value) override {
    if (setting == "list")
      options_.list =
          value == "immediate" ? CommandList::Kind::kImmediate : CommandList::Kind::kRegular;
    if (setting == "stamps")
      options_.stamps = value == "context" ? StampKind::kContext : StampKind::kGlobal;
    if (setting == "query")
      options_.query = value == "appended" ? StampQuery::kAppended : StampQuery::kEvent;
    if (setting == "copies") options_.on_copy_engine = value == "engine";
  }

  std::unique_ptr<backend::Device> open(const backend::DeviceInfo& device) override {
    return std::make_unique<Device>(find_device(device.index), device.index, options_);
  }

 private:
  Options options_;
};

}  // namespace

backend::Backend& backend() {
  static LevelZeroBackend instance;
  return instance;
}

}  // namespace tickbench::level_zero
