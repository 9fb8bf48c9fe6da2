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

  std::vector<backend::DeviceInfo> devices(backend::NotListed& not_listed) override {
    std::vector<backend::DeviceInfo> infos;
    std::size_t place = 0;
    for (const auto& [driver, device] : root_devices(not_listed)) {
      const std::string index = std::to_string(place++);
      try {
        infos.push_back(describe_device(driver, device, index));
      } catch (const Error& error) {
        not_listed.add("level_zero:" + index + ": " + error.what(), true);
      }
    }
    return infos;
  }

  std::optional<backend::DeviceInfo> describe(std::string_view index) override {
    const auto wanted = backend::parse_index(index);
    backend::NotListed not_listed;
    if (wanted.sub < 0 || wanted.root >= root_devices(not_listed).size()) return std::nullopt;
    const auto [driver, device] = find_device(index);
    return describe_device(driver, device, std::string(index));
  }

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
