// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "google/registry.hpp"
#include "results/record.hpp"

namespace tickbench::suite {

using google::Format;

enum class Color { kAuto, kYes, kNo };

/// The command line, understood.
struct Options {
  // What to do.
  bool help = false;
  bool list_tests = false;
  bool list_ids = false;
  bool list_devices = false;
  bool large = false;
  bool verify_only = false;
  bool profile = false;
  bool measures() const { return !verify_only && !profile; }
  bool strict = false;
  bool energy = false;
  std::optional<bool> fresh;           ///< nothing: as registrations say, and the smallest
  std::optional<unsigned> fresh_seed;  ///< nothing: drawn for each benchmark

  // How to show it.
  bool tabular = true;
  Color color = Color::kAuto;
  Format format = Format::kTable;
  Format out_format = Format::kJson;
  std::string out;
  std::string samples_out;
  std::string trace_out;
  std::string list_ctest;           ///< the tests for CTest, and no run
  std::string modules_out;          ///< the embedded modules, and no run
  std::string partner_modules;      ///< a file that another build wrote as modules_out
  bool ctest = false;               ///< ends with what CTest reads
  std::vector<std::string> floors;  ///< files

  // Which benchmarks and devices.
  std::string filter;
  std::vector<std::string> ids;
  std::vector<std::string> axes;  ///< NAME=VALUES
  std::string devices;            ///< as given; empty: the default ones

  // How to measure.
  MeasurementSettings settings;
  std::optional<std::size_t> cold_bytes;  ///< --tickbench_cache=cold:BYTES, rotating:BYTES
  std::optional<Seconds> run_budget;      ///< of the whole run, which leaves out what does not fit
  std::vector<std::string> earlier;       ///< result files, by which it is ordered then
  std::optional<Seconds> stated_timeout;  ///< of one benchmark; 0: none
  std::optional<Seconds> lock_timeout;    ///< of one wait for another process; 0: none
  /// Longer than any sound benchmark takes, shorter than the time-out that CTest gives a test by
  /// default (1500 s), which kills without a word.
  Seconds timeout() const { return stated_timeout.value_or(Seconds(300)); }
  /// Somebody, such as CTest, waits no longer than they said.
  Seconds lock_limit() const { return lock_timeout.value_or(stated_timeout.value_or(Seconds(0))); }
  results::Modes modes = results::Modes::kBoth;
  int repetitions = 1;

  std::map<std::string, std::string> own;  ///< given of the program's own flags

  /// What was chosen of each back end's settings, defaults included.
  std::map<std::string, std::map<std::string, std::string>> choices;

  std::string program;
  std::vector<std::string> command_line;      ///< with the program's name
  std::vector<std::string> google_benchmark;  ///< what Google Benchmark is given
  std::vector<std::string> reproduce;         ///< the flags that change a measurement, as given
};

/// `arguments` begins with the program's name. Google Benchmark's environment variables are its
/// flags' defaults. Throws UsageError: the flag, what was expected and what was found.
Options parse_options(const std::vector<std::string>& arguments,
                      const std::vector<backend::Backend*>& backends = {});

/// Gives the program's own flags their values. Returns all other arguments. Throws UsageError.
std::vector<std::string> without_own_flags(const std::vector<std::string>& arguments);

/// With what the registration states in the place of flags. Throws UsageError.
Options with_stated(Options options, const Registration::Description& description);

/// "--benchmark_filter" and the others that a suite takes of Google Benchmark.
std::vector<std::string> flags_of_google_benchmark();

/// What --help prints.
std::string help_text(const std::vector<backend::Backend*>& backends);

}  // namespace tickbench::suite
