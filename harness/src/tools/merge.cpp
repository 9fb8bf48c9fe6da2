// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/merge.hpp"

#include <fmt/format.h>

#include <iterator>
#include <memory>
#include <set>
#include <utility>

#include "process/files.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"
#include "tickbench/error.hpp"
#include "tools/expected_ids.hpp"
#include "tools/tool.hpp"

namespace tickbench::tools {
namespace {

struct MergeFlags {
  std::vector<std::string> files;
  std::string out;
  std::string ids;
};

void merge(const MergeFlags& flags, ToolContext& context) {
  std::vector<process::TakenFile> inputs{{flags.ids, "is that of --ids"}};
  for (const auto& file : flags.files) inputs.push_back({file, "is an input"});
  process::require_own_file("out", flags.out, inputs);
  const auto ids = flags.ids.empty() ? std::vector<std::string>() : read_ids(flags.ids);
  // Before any result is read.
  std::unique_ptr<process::OutputFile> out;
  if (!flags.out.empty()) out = std::make_unique<process::OutputFile>("out", flags.out);
  std::vector<results::RunRecord> runs;
  for (const auto& file : flags.files) {
    auto more = results::load_runs(file);
    runs.insert(runs.end(), std::make_move_iterator(more.begin()),
                std::make_move_iterator(more.end()));
  }
  results::require_kin(runs);
  std::set<std::string> machines;
  for (const auto& run : runs)
    if (run.results) machines.insert(run.results->context.host);
  const auto count = runs.size();
  if (!ids.empty() && !all_were_measured(ids, runs, context.err)) context.status = 1;
  const auto text = results::to_runs_file(std::move(runs));
  if (!out) {
    context.out << text << std::flush;
    if (!context.out) throw UsageError("standard output: cannot be written");
    return;
  }
  out->write(text);
  context.err << fmt::format("{} of {} in {}\n", text::counted(count, "run"),
                             text::counted(machines.size(), "machine"), text::visible(flags.out));
}

}  // namespace

void add_merge(CLI::App& app, ToolContext& context) {
  auto flags = std::make_shared<MergeFlags>();
  auto* command =
      app.add_subcommand("merge", "Joins result files, of one run or several each, into one file");
  command->add_option("files", flags->files, "Result files (JSON)")->required();
  command->add_option("--out", flags->out, "The file to write; default: standard output");
  command->add_option("--ids", flags->ids,
                      "Of all these benchmarks, an id a line: each that was not measured is named, "
                      "and the exit status is 1");
  command->callback([flags, &context] { merge(*flags, context); });
}

}  // namespace tickbench::tools
