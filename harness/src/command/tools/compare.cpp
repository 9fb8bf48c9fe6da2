// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <future>
#include <utility>

#include "base/throw_error.hpp"
#include "flags/flags.hpp"

namespace tickbench::tools {
namespace {

struct CompareCommandFlags {
  CompareFlags common;
  std::vector<std::string> files, old_files, new_files, old_samples, new_samples;
};

// A folder stands for the runs in it, by name: what `ab --keep` leaves.
std::vector<std::string> expand(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const auto& path : paths) {
    if (!std::filesystem::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    const auto first = files.size();
    for (const auto& entry : std::filesystem::directory_iterator(path))
      if (entry.path().extension() == ".json") files.push_back(entry.path().string());
    if (files.size() == first) throw_usage_error("{}: expected result files, found none", path);
    std::sort(files.begin() + static_cast<std::ptrdiff_t>(first), files.end());
  }
  return files;
}

std::vector<results::ResultFile> read(const std::vector<std::string>& paths,
                                      const std::vector<std::string>& samples, const char* side) {
  const auto files = expand(paths);
  if (!samples.empty() && samples.size() != files.size())
    throw_usage_error(
        "expected a samples file for each {} result file or for none, found {} for {}", side,
        samples.size(), files.size());
  std::vector<results::ResultFile> runs;
  for (std::size_t i = 0; i < files.size(); ++i)
    std::ranges::move(results::read_runs(files[i], samples.empty() ? "" : samples[i]),
                      std::back_inserter(runs));
  return runs;
}

void compare_files(CompareCommandFlags flags, ToolContext& context) {
  const bool has_lists = !flags.old_files.empty() || !flags.new_files.empty();
  if (has_lists == !flags.files.empty() || (!has_lists && flags.files.size() != 2) ||
      (has_lists && (flags.old_files.empty() || flags.new_files.empty())))
    throw UsageError("expected OLD.json NEW.json, or --old FILE... --new FILE...");
  if (!has_lists) {
    flags.old_files = {flags.files[0]};
    flags.new_files = {flags.files[1]};
  }
  std::vector<std::string> inputs;
  for (const auto& files :
       {expand(flags.old_files), expand(flags.new_files), flags.old_samples, flags.new_samples})
    inputs.insert(inputs.end(), files.begin(), files.end());
  check_outputs(flags.common, inputs);
  const auto options = make_options(flags.common);
  // Reading is most of the work where files are large.
  auto reading = std::async(std::launch::async,
                            [&] { return read(flags.old_files, flags.old_samples, "old"); });
  const auto now = read(flags.new_files, flags.new_samples, "new");
  print(compare::compare(reading.get(), now, options), flags.common, context);
}

}  // namespace

void add_compare(CLI::App& app, ToolContext& context) {
  const auto [command, flags] = add_command<CompareCommandFlags>(
      app, context, "compare", "Compare two sets of runs, in result files of one run or several",
      compare_files);
  command->add_option("files", flags->files, "OLD.json NEW.json, or two folders of result files");
  command->add_option("--old", flags->old_files, "The old side's runs: files or folders");
  command->add_option("--new", flags->new_files, "The new side's runs: files or folders");
  command->add_option("--old-samples", flags->old_samples,
                      "Files of --tickbench_samples_out, one a result file");
  command->add_option("--new-samples", flags->new_samples, "The same for the new side");
  command
      ->add_option("--run-spread", flags->common.options.run_spread,
                   "The known standard deviation between runs, as a fraction: verdicts for one run "
                   "a side too")
      ->check(within(0.0, 1.0));
  command->add_flag("--paired", flags->common.options.paired,
                    "The i-th old run was taken next to the i-th new one");
  add_flags(*command, flags->common);
}

}  // namespace tickbench::tools
