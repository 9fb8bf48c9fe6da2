// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "suite/list_devices.hpp"
#include "suite/resource_allocation.hpp"
#include "tools/tool.hpp"

namespace tickbench::tools {
namespace {

struct DevicesFlags {
  bool as_json = false;
  bool as_resource_spec = false;
};

void devices(const DevicesFlags& options, ToolContext& context) {
  const auto here = suite::enumerate(context.backends);
  if (options.as_resource_spec)
    suite::write_resource_spec(here, context.out);
  else
    suite::list_devices(here, options.as_json ? suite::Format::kJson : suite::Format::kConsole,
                        context.out, context.err);
}

}  // namespace

void add_devices(CLI::App& app, ToolContext& context) {
  auto options = std::make_shared<DevicesFlags>();
  CLI::App* command = app.add_subcommand("devices", "Lists the devices of every back end");
  auto* json = command->add_flag("--json", options->as_json, "As JSON, with all that is known");
  command
      ->add_flag("--resource-spec", options->as_resource_spec,
                 "What `ctest --resource-spec-file` reads, to spread tests over the devices")
      ->excludes(json);
  command->callback([options, &context] { devices(*options, context); });
}

}  // namespace tickbench::tools
