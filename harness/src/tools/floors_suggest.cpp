// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <memory>
#include <ostream>
#include <set>

#include "text/quantity.hpp"
#include "tools/floors_command.hpp"
#include "tools/suggestion.hpp"

namespace tickbench::tools {
namespace {

struct SuggestFlags : SuggestOptions {
  std::vector<std::string> results;
};

void suggest(const SuggestFlags& options, ToolContext& context) {
  std::vector<MeasuredFile> runs;
  std::set<std::filesystem::path> seen;
  for (const auto& path : options.results) {
    runs.push_back(read_measured(path));
    if (!seen.insert(std::filesystem::canonical(path)).second)
      throw UsageError("expected every run once, found " + path + " twice");
  }
  const auto suggestion = suggest_floors(runs, options);
  context.out << to_floor_file(suggestion.floors);
  for (const auto& note : suggestion.notes) context.err << "note: " << note << '\n';
  context.err << suggestion.floors.size() << (suggestion.floors.size() == 1 ? " floor" : " floors")
              << " from " << runs.size() << (runs.size() == 1 ? " run" : " runs") << " on "
              << suggestion.device << ", margin " << text::percent(options.margin)
              << (runs.size() == 1 ? ": one run shows nothing of the spread between runs\n" : "\n");
}

}  // namespace

void add_floors_suggest(CLI::App& floors, ToolContext& context) {
  auto options = std::make_shared<SuggestFlags>();
  CLI::App* command =
      floors.add_subcommand("suggest", "Proposes floors from several runs, on standard output");
  command->add_option("results", options->results, "The result files (JSON), one for each run")
      ->required();
  command
      ->add_option("--margin", options->margin,
                   "How much slower than the worst run is still accepted, as a fraction")
      ->capture_default_str();
  command
      ->add_option("--metrics", options->metrics,
                   "Comma-separated; default: the rates that a benchmark states, else its time")
      ->delimiter(',');
  command->add_option("--device", options->device, "A part of the device's name");
  command->callback([options, &context] { suggest(*options, context); });
}

}  // namespace tickbench::tools
