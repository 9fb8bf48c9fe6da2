// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>

#include "html_report/clean_text.hpp"
#include "html_report/write_report.hpp"
#include "tools/tool.hpp"

namespace tickbench::tools {

void add_report(CLI::App& app, ToolContext& context) {
  auto options = std::make_shared<html_report::ReportOptions>();
  auto* command = app.add_subcommand(
      "report", "Writes result files as one HTML page with plots, which needs nothing else");
  command
      ->add_option("RESULTS", options->results,
                   "Result files; the first is what the others are "
                   "set beside")
      ->required()
      ->type_name("FILE...");
  command
      ->add_option("-o,--output", options->folder,
                   "The folder to write; an earlier report there "
                   "is replaced")
      ->required()
      ->type_name("DIR");
  // One a flag, so that result files may follow it.
  command
      ->add_option("--samples", options->samples,
                   "What --tickbench_samples_out wrote; the first belongs to the first RESULTS")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command
      ->add_option("--label", options->labels,
                   "What to call the first RESULTS, the second, ... (default: A, B, ...)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command->add_option("--title", options->title, "The page's heading")->type_name("TEXT");
  command->add_flag("--png", options->has_png, "The plots as PNG files too");
  command->add_flag("!--no-plots", options->has_plots, "Tables only: gnuplot is not needed");
  command->add_option("--gnuplot", options->gnuplot, "The plotting program")
      ->type_name("PROGRAM")
      ->capture_default_str();
  command->callback([options, &context] {
    html_report::write_report(*options);
    context.err << "tickbench: wrote "
                << html_report::clean_text((options->folder / "index.html").string()) << "\n";
  });
}

}  // namespace tickbench::tools
