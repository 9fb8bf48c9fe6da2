// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "programs/instructions.hpp"

#include <gnu/libc-version.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <bit>
#include <csignal>
#include <fstream>

#include "metrics/metric_info.hpp"
#include "results/fields.hpp"

namespace tickbench::programs {
namespace {

namespace fields = results::fields;

// A thousand times what processes of equal work differ by: the dates and times that they print.
constexpr double kEnoughInstructions = 5e6;
constexpr std::int64_t kMostIterations = std::int64_t{1} << 30;
constexpr double kMostGrowth = 1024;  // of the iterations at once: few differ by noise alone
constexpr double kLoopSeconds = 0.1;  // under Callgrind
constexpr double kMostOfOthers = 1e-3, kMostProcessors = 1.1;  // of the work; of one thread

/// Ends the count of one benchmark.
struct NotCounted {
  std::string why;
  std::string_view outcome = kNotCounted;
};

void refuse_by_name(const PlainBenchmark& benchmark) {
  const std::string_view name = benchmark.name;
  const auto threads = name.rfind("/threads:");
  if (threads != name.npos && name.substr(threads) != "/threads:1")
    throw NotCounted{"it runs in several threads, which may spin while they wait: no count tells"};
  if (name.find("/min_warmup_time:") != name.npos)
    throw NotCounted{"it warms up for a time (MinWarmUpTime): no count tells"};
  if (!benchmark.is_single) throw NotCounted{"no filter tells it from another of its name"};
}

/// What stands before a program.
std::vector<std::string> callgrind(const std::string& file, bool is_loop_alone) {
  std::vector<std::string> words{"valgrind", "-q", "--tool=callgrind", "--command-line-only=yes",
                                 // A program may start itself again, without ASLR.
                                 "--trace-children=yes", "--separate-threads=yes",
                                 "--callgrind-out-file=" + file};
  if (is_loop_alone)
    words.insert(words.end(), {"--zero-before=benchmark::State::StartKeepRunning()",
                               "--dump-before=benchmark::State::FinishKeepRunning()"});
  words.emplace_back("--");
  return words;
}

/// Of each thread, the first one first; none where nothing was written. `by`: what counted.
std::vector<double> read_threads(const std::string& file, std::string& by) {
  static constexpr std::string_view kCreator = "creator: ", kSummary = "summary: ";
  std::vector<double> counts;
  while (true) {
    const auto before = counts.size();
    std::ifstream in(fmt::format("{}-{:02}", file, before + 1));
    for (std::string line; counts.size() == before && std::getline(in, line);)
      if (line.starts_with(kCreator))
        by = line.substr(kCreator.size());
      else if (line.starts_with(kSummary))
        counts.push_back(std::strtod(line.c_str() + kSummary.size(), nullptr));
    if (counts.size() == before) return counts;
  }
}

/// The last part of the loop that was written: earlier ones found how many iterations it takes.
std::string last_part(const std::string& file) {
  int part = 1;
  while (std::filesystem::exists(fmt::format("{}.{}-01", file, part + 1))) ++part;
  return fmt::format("{}.{}", file, part);
}

results::Json make_row(const PlainBenchmark& benchmark) {
  return {{fields::kName, benchmark.name}, {fields::kTickbench, {{fields::kId, benchmark.id}}}};
}

struct Work {
  std::int64_t iterations = 0;
  double instructions = 0, of_others = 0;  ///< of its thread, and of all others
};

void refuse_others(const Work& first, const Work& second) {
  const double more = std::max(second.instructions - first.instructions, kEnoughInstructions);
  if (std::abs(second.of_others - first.of_others) > kMostOfOthers * more)
    throw NotCounted{"other threads work in it, which may spin while they wait: no count tells"};
}

}  // namespace

ChildCounter::ChildCounter(std::uint32_t type, std::uint64_t event) {
  perf_event_attr attributes{};
  attributes.size = sizeof(attributes);
  attributes.type = type;
  attributes.config = event;
  attributes.disabled = attributes.inherit = attributes.enable_on_exec = 1;
  attributes.exclude_kernel = attributes.exclude_hv = 1;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  descriptor_ = static_cast<int>(
      ::syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
  if (descriptor_ < 0) error_ = errno;
}

ChildCounter::~ChildCounter() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::optional<double> ChildCounter::value() const {
  std::array<std::uint64_t, 3> read{};
  if (::read(descriptor_, read.data(), sizeof(read)) != sizeof(read)) return std::nullopt;
  return whole_count(read);
}

std::optional<double> whole_count(const std::array<std::uint64_t, 3>& read) {
  const auto [value, enabled, running] = read;
  if (running == 0 || running < enabled) return std::nullopt;
  return static_cast<double>(value);
}

struct InstructionCounter::Job {
  InstructionCounter& counter;
  const std::string& program;
  const PlainList& list;
  const PlainBenchmark& benchmark;
  const std::function<Seconds()>& left;
  bool takes_number = list.takes_suffix, is_callgrind = !takes_number || !counter.has_counters_;
  std::int64_t& least = counter.iterations_.try_emplace(benchmark.name, 1).first->second;
  PlainRun run{};  ///< of the last process
  std::string by = "counters";

  PlainRun count() {
    refuse_by_name(benchmark);
    Work first, second;
    while (true) {
      first = do_work(1);
      second = do_work(2);
      refuse_others(first, second);
      const double more = second.instructions - first.instructions;
      if (!takes_number || more >= kEnoughInstructions || least >= kMostIterations ||
          second.iterations <= first.iterations)
        break;
      const auto growth = std::clamp(kEnoughInstructions / std::max(more, 1.0), 2.0, kMostGrowth);
      least *= static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(growth)));
    }
    const auto third = do_work(4);
    run.values.clear();
    run.record->rows = results::Json::array();
    for (const auto& work : {second, third}) add_value(first, work);
    return std::move(run);
  }

  Work do_work(std::int64_t times) {
    const auto name = fmt::format("counted/{:04}", ++counter.processes_);
    const auto file = (counter.runner_.folder() / (name + ".callgrind")).string();
    auto flags = flags_for(benchmark, 1);
    flags.push_back(takes_number ? fmt::format("{}={}x", kMinTimeFlag, times * least)
                                 : fmt::format("{}={}", kMinTimeFlag,
                                               kLoopSeconds * static_cast<double>(times / 2)));
    const auto timeout = left();
    const ChildCounter instructions(PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS);
    const ChildCounter clock(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK);
    auto process = counter.runner_.run(
        program, name, flags, timeout,
        is_callgrind ? callgrind(file, !takes_number) : std::vector<std::string>());
    if (is_callgrind && process.end.end == process::ChildResult::End::kKilled &&
        process.end.code == SIGILL)
      throw NotCounted{"Valgrind does not know one of its instructions, of AVX-512 for instance; " +
                       process.last_lines()};
    run = read_plain_run(process, program, benchmark, timeout);
    if (!run.is_good()) throw NotCounted{run.message, run.outcome};
    if (run.record->rows.size() != 1) throw NotCounted{"its code repeats it (Repetitions)"};
    Work work{run.record->rows.front().value("iterations", std::int64_t{0})};
    if (is_callgrind) return take_callgrinds(file, process, work);
    const auto count = instructions.value();
    if (!count) throw NotCounted{"its instructions were counted for a part of the time alone"};
    work.instructions = *count;
    if (clock.value().value_or(0) * 1e-9 > kMostProcessors * process.end.wall.count())
      work.of_others = *count;
    return work;
  }

  Work take_callgrinds(const std::string& file, const ProgramEnd& process, Work work) {
    const auto threads = read_threads(file, by);
    const auto own = takes_number ? threads : read_threads(last_part(file), by);
    if (threads.empty()) throw NotCounted{"Callgrind wrote no count; " + process.last_lines()};
    if (own.empty())
      throw NotCounted{
          "Callgrind did not see where its loop begins and ends "
          "(benchmark::State::StartKeepRunning, FinishKeepRunning): the program is stripped, or "
          "they are inlined"};
    work.instructions = own.front();
    for (const double count : std::span(threads).subspan(1)) work.of_others += count;
    return work;
  }

  void add_value(const Work& first, const Work& work) {
    const double more = work.instructions - first.instructions;
    if (work.iterations <= first.iterations || !(more > 0))
      throw NotCounted{fmt::format(
          "more iterations were asked for, and none found: {} as before (Iterations or MinTime "
          "in its code)",
          work.iterations)};
    refuse_others(first, work);
    auto& values = run.values[std::string(metrics::kInstructions)];
    auto& row = run.record->rows.emplace_back(make_row(benchmark));
    values.push_back(more / static_cast<double>(work.iterations - first.iterations));
    row["iterations"] = work.iterations;
    row[metrics::kInstructions] = values.back();
    row[fields::kTickbench][fields::kSettings][metrics::kInstructions] = {
        {"by", by}, {"glibc", ::gnu_get_libc_version()}};
  }
};

InstructionCounter::InstructionCounter(const ProgramRunner& runner) : runner_(runner) {
  const ChildCounter counter(PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS);
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here sets it.
  has_counters_ = std::getenv("TICKBENCH_CALLGRIND") == nullptr && counter.error() == 0;
  if (has_counters_) return;
  try {
    runner_.run("--version", "counted/valgrind", {}, {}, {"valgrind"});
  } catch (const UsageError& error) {
    throw_usage_error(
        "instructions: expected the processor's counters, or Valgrind (the package valgrind), "
        "found neither: perf_event_open: {}; {}",
        std::generic_category().message(counter.error()), error.what());
  }
}

PlainRun InstructionCounter::count(const std::string& program, const PlainList& list,
                                   const PlainBenchmark& benchmark,
                                   const std::function<Seconds()>& left) try {
  return Job{*this, program, list, benchmark, left}.count();
} catch (const NotCounted& not_counted) {
  return {{not_counted.outcome, not_counted.why}};
}

results::ResultFile InstructionCounter::count_all(const std::string& program,
                                                  const std::vector<std::string>& ids,
                                                  const std::string& name) {
  const auto timeout = runner_.flags().timeout;
  auto& list = lists_[program];
  if (list.all.empty()) list = list_plain(program, runner_.flags().flags, timeout);
  auto context = results::Json::object(), rows = results::Json::array();
  for (const auto& benchmark : list.chosen) {
    if (!ids.empty() && std::ranges::count(ids, benchmark.id) == 0) continue;
    auto run = count(program, list, benchmark, [&] { return timeout; });
    if (run.is_good()) {
      context = run.record->entry.at(fields::kContext);
      std::ranges::move(run.record->rows, std::back_inserter(rows));
      continue;
    }
    auto& row = rows.emplace_back(make_row(benchmark));
    const bool is_skip = run.outcome == kSkipped || run.outcome == kNotCounted;
    row[is_skip ? "skipped" : "error_occurred"] = true;
    row[is_skip ? "skip_message" : "error_message"] = run.message;
  }
  const auto path = (runner_.folder() / (name + ".json")).string();
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  process::OutputFile("keep", path)
      .write(results::Json{{fields::kContext, context}, {fields::kBenchmarks, rows}}.dump(
          1, ' ', true, results::Json::error_handler_t::replace));
  return std::move(results::read_runs(path).front());
}

}  // namespace tickbench::programs
