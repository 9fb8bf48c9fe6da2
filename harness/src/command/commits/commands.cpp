// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// The command `history`.
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <re2/re2.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <ostream>
#include <random>

#include "base/throw_error.hpp"
#include "commits/builds.hpp"
#include "compare/compare.hpp"
#include "conditions/conditions.hpp"
#include "history/steps.hpp"
#include "metrics/metric_info.hpp"
#include "results/fields.hpp"
#include "results/merge.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench::history {
namespace {

using text::visible;
using tools::ToolContext;

/// Of all sub-commands; each takes a part of them.
struct Flags {
  std::string store = ".tickbench-history", repository = ".", branch = "HEAD";
  ReadOptions read;
  double effect = compare::Options{}.effect;
  std::vector<std::string> files;
  std::string id, commit, reason, since, output, title = "Benchmark history";
  bool is_strict = false, as_csv = false;
  BuildFlags build;
  pairs::AbSettings ab;
  Seconds budget{3600}, cost{600};  // the budget of all
  std::size_t runs = 3;
};

struct Loaded {
  Git git;
  History history;
  std::vector<Step> steps;
  results::FormerIds former;
};

Loaded load(const Flags& flags, ToolContext& context) {
  const Git git(flags.repository);
  std::vector<std::string> faults;
  const auto values = read_results(flags.store, flags.read, faults);
  if (values.lacks_processors)
    context.err << "history: --any-host: some results name no processor: they stay by host\n";
  auto decisions = read_decisions(flags.store, faults);
  for (auto& decision : decisions) decision.id = values.former.now(decision.id);
  auto history = make_history(values, Line(git.first_parents(git.commit(flags.branch))),
                              compare::empty_comparison({.metric = flags.read.metric}).better ==
                                  metrics::Direction::kHigherIsBetter);
  auto steps = find_steps(history, decisions, flags.effect);
  for (const auto& fault : faults) context.err << "history: left out: " << visible(fault) << '\n';
  if (history.elsewhere > 0)
    context.err << fmt::format(
        "history: {} with results not on the line of {} (a shallow clone has few): left out\n",
        text::counted(history.elsewhere, "commit"), visible(flags.branch));
  if (history.series.empty())
    context.err << fmt::format("history: no points in {} for commits of {}\n", visible(flags.store),
                               visible(flags.branch));
  if (!faults.empty()) context.status = 2;
  return {git, std::move(history), std::move(steps), values.former};
}

/// A series that what is measured here goes on.
bool is_here(const SeriesKey& key) {
  static const auto kProcessor =
      processor_text(conditions::cpu_model(), ::sysconf(_SC_NPROCESSORS_ONLN));
  return key.machine.empty() || key.machine == conditions::host_name() || key.machine == kProcessor;
}

std::string commit_text(const Commit& commit) {
  return fmt::format("{} {} {}", short_hash(commit.hash), commit.date.substr(0, 10),
                     visible(commit.subject));
}

std::string_view unit_of(const Flags& flags) {
  return metrics::unit_of(flags.read.metric.empty() ? metrics::kTime : flags.read.metric);
}

std::string value_text(double value, const Flags& flags) {
  return text::quantity(value, unit_of(flags), {.keeps_zeros = true});
}

// Adding.

/// The first hash in a text that the repository has: an installed tickbench names its own commit.
std::optional<std::string> commit_in(const Git& git, const std::string& text) {
  static const RE2 kHash("([0-9a-f]{7,})");
  re2::StringPiece rest(text);
  for (std::string hash; RE2::FindAndConsume(&rest, kHash, &hash);)
    if (auto commit = git.resolve(hash)) return commit;
  return std::nullopt;
}

/// By the flag, by what all runs state, or else by the path.
std::string commit_for(const Git& git, const Flags& flags, const std::string& file,
                       const std::vector<results::ResultFile>& runs) {
  if (!flags.commit.empty()) return git.commit(flags.commit);
  std::set<std::string> stated;
  for (const auto& run : runs) stated.insert(run.context.commit);
  const auto& first = *stated.begin();
  const auto path = std::filesystem::absolute(file).lexically_normal().string();
  if (stated.size() == 1 && !first.ends_with("-dirty"))
    if (auto commit = commit_in(git, first.empty() ? path : first)) return *commit;
  throw_usage_error(
      "{}: expected the hash of one commit of {} in its context, or in its path where its context "
      "has none, found '{}': --commit names it",
      file, git.repository(), first);
}

void add(const Flags& flags, ToolContext& context) {
  static constexpr std::size_t kLargestFile = std::size_t{1} << 30;  // of results, in bytes
  const Git git(flags.repository);
  std::vector<std::pair<std::string, std::string>> texts;
  // All are read before any is added.
  for (const auto& file : flags.files) {
    auto text = results::read_text(file, kLargestFile);
    const auto runs = results::read_runs(results::parse_json(text, file));
    if (std::ranges::all_of(runs, [](const auto& run) { return run.benchmarks.empty(); }))
      throw UsageError(file + ": expected at least one benchmark, found none");
    texts.emplace_back(commit_for(git, flags, file, runs), std::move(text));
  }
  const auto added = std::ranges::count_if(
      texts, [&](const auto& file) { return add_results(flags.store, file.first, file.second); });
  context.err << fmt::format("history: {} added, {} there already\n",
                             text::counted(static_cast<std::size_t>(added), "file"),
                             std::ssize(texts) - added);
}

// Looking.

void list(const Flags& flags, ToolContext& context) {
  const auto history = load(flags, context).history;
  for (const auto& [key, points, divides, higher] : history.series)
    context.out << fmt::format(
        "{}: {}, {} to {}, last {}\n", visible(name_text(key)),
        text::counted(points.size(), "point"), history.line.hash_at(points.front().place),
        history.line.hash_at(points.back().place), value_text(points.back().value, flags));
  const auto is_single = [](const Series& series) { return series.points.size() == 1; };
  if (history.series.size() > 1 && std::ranges::all_of(history.series, is_single))
    context.err << "history: each series has one point: where each run has another host name, "
                   "--any-host joins them\n";
}

std::string step_text(const Step& step, const History& history) {
  const auto& line = history.line;
  auto text = fmt::format("{:<12} {} {:.4f}x  {}\n  since {}\n  behind {}, not behind {}{}{}\n",
                          to_string(step.state()), step.is_worse ? "slower" : "faster", step.ratio,
                          visible(name_text(history.series[step.series].key)),
                          commit_text(line.commits[step.at]), line.hash_at(step.before),
                          line.hash_at(step.after),
                          step.change.is_drift ? "; the beginning of a drift" : "",
                          step.is_recovered ? "; recovered since" : "");
  if (const auto& decision = step.decision)
    text += !decision->reason.empty()
                ? fmt::format("  {}: {}\n", to_string(decision->state), visible(decision->reason))
                : fmt::format("  {} by ab: {:.4f} [{:.4f}, {:.4f}], error rate {}\n",
                              to_string(decision->state), decision->ratio, decision->low,
                              decision->high, text::percent(decision->error_rate));
  return text;
}

std::string break_text(const Break& gap, const History& history) {
  const auto &a = history.series[gap.before], &b = history.series[gap.after];
  return fmt::format("not judged   {:.4f}x  {}\n  between {} and {}: {}\n", gap.ratio,
                     visible(b.key.id), history.line.hash_at(a.points.back().place),
                     history.line.hash_at(b.points.front().place), visible(gap.what));
}

void show(const Flags& flags, ToolContext& context) {
  const auto loaded = load(flags, context);
  const auto& history = loaded.history;
  const auto& id = loaded.former.now(flags.id);
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < history.series.size(); ++i) {
    const auto& series = history.series[i];
    if (ids.empty() || ids.back() != series.key.id) ids.push_back(series.key.id);
    if (series.key.id != id) continue;
    context.out << visible(name_text(series.key))
                << (series.divides_canary ? ", judged without the canary's changes\n" : "\n");
    for (const auto& point : series.points)
      context.out << fmt::format("  {:>11} [{}, {}] {:>2}  {}\n", value_text(point.value, flags),
                                 value_text(point.low, flags), value_text(point.high, flags),
                                 point.runs, commit_text(history.line.commits[point.place]));
    for (const auto& step : loaded.steps)
      if (step.series == i) context.out << step_text(step, history);
    for (const auto& gap : history.breaks)
      if (gap.after == i) context.out << break_text(gap, history);
  }
  if (std::ranges::find(ids, id) == ids.end())
    throw_usage_error("expected a benchmark of the history, found '{}'{}", flags.id,
                      text::did_you_mean(flags.id, ids));
}

/// RFC 4180, on one line. What a spreadsheet would take for a formula begins with an apostrophe.
std::string csv_field(const std::string& text) {
  const bool is_formula = text.find_first_of("=+-@\t\r") == 0;
  std::string field = is_formula ? "\"'" : "\"";
  for (const char c : text)
    field += c == '"' ? std::string("\"\"") : c == '\n' ? std::string("; ") : std::string(1, c);
  return field + '"';
}

void export_csv(const Flags& flags, ToolContext& context) {
  const auto history = load(flags, context).history;
  context.out
      << "benchmark,machine,device,conditions,place,commit,date,value,low,high,runs,canary\n";
  for (const auto& series : history.series)
    for (const auto& point : series.points) {
      const auto& key = series.key;
      const auto& commit = history.line.commits[point.place];
      context.out << fmt::format(
          "{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(key.id), csv_field(key.machine),
          csv_field(key.device), csv_field(key.conditions), point.place, commit.hash, commit.date,
          text::shortest(point.value), text::shortest(point.low), text::shortest(point.high),
          point.runs, point.canary > 0 ? text::shortest(point.canary) : "");
    }
}

void write_page(const Flags& flags, ToolContext& context) {
  const process::OutputFile out("output", flags.output);
  const auto loaded = load(flags, context);
  out.write(make_page(loaded.history, loaded.steps, flags.effect, unit_of(flags), flags.title));
}

// Judging.

/// A slower one that `ab` may decide.
bool is_open(const Step& step) {
  return step.state() == StepState::kProposed && step.is_worse && !step.is_recovered;
}

/// Of a step's series and commits, made now.
Decision make_decision(StepState state, const Step& step, const History& history) {
  const auto& key = history.series[step.series].key;
  Decision decision{state, key.id, key.machine, key.device};
  decision.conditions = key.conditions;
  decision.step_ratio = step.ratio;
  decision.before = history.line.commits[step.before].hash;
  decision.after = history.line.commits[step.after].hash;
  decision.made = fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr)));
  return decision;
}

/// What stays unclear stays proposed.
void take_verdict(const compare::Row& row, const Flags& flags, Step& step, const Loaded& loaded) {
  using enum compare::Verdict;
  const bool is_slower = row.verdict == kSlower, is_known = row.ratio || row.is_equal_code;
  if (!is_known || (!is_slower && row.verdict != kSame && row.verdict != kFaster)) return;
  step.decision =
      make_decision(is_slower ? StepState::kConfirmed : StepState::kRefuted, step, loaded.history);
  step.decision->after = loaded.history.line.commits[step.end].hash;
  const auto ratio = row.ratio.value_or(Estimate{1, {1, 1}});  // of equal code
  step.decision->ratio = ratio.value;
  step.decision->low = ratio.interval.low;
  step.decision->high = ratio.interval.high;
  if (row.is_equal_code) step.decision->reason = compare::kEqualCode;
  step.decision->error_rate = flags.ab.options.error_rate;
  add_decision(flags.store, *step.decision);
}

/// `ab` of the commits at both ends of the open steps, those with the same ends together.
void decide(Loaded& loaded, const Flags& flags, ToolContext& context) {
  const auto progress = tools::make_progress("history", context);
  const auto& [line, series, breaks, elsewhere] = loaded.history;
  std::map<std::pair<std::size_t, std::size_t>, std::vector<Step*>> groups;
  for (auto& step : loaded.steps)
    if (const auto& key = series[step.series].key; is_open(step) && is_here(key))
      groups[{step.before, step.end}].push_back(&step);
    else if (is_open(step))
      progress(fmt::format("not decided on this host: {}", name_text(key)));
  if (groups.empty()) return;
  Builds builds(loaded.git, flags.build.settings, progress);
  const auto begin = std::chrono::steady_clock::now();
  for (const auto& [ends, steps] : groups) {
    if (std::chrono::steady_clock::now() - begin + flags.ab.budget > flags.budget)
      return progress("the total budget has no room for a further answer: the rest stays proposed");
    const auto before = builds.build(line.commits[ends.first].hash),
               after = builds.build(line.commits[ends.second].hash);
    if (!before || !after) continue;
    std::vector<std::string> ids;
    for (const auto* step : steps) ids.push_back(series[step->series].key.id);
    compare::Comparison result;
    try {
      result = run_ab(*before, *after, loaded.former.names(ids), flags.build.program_flags,
                      flags.ab, progress);
    } catch (const UsageError& error) {  // a run crashed: the others can be decided
      progress(fmt::format("not decided: {}", error.what()));
    }
    for (auto* step : steps)
      for (const auto& row : result.rows) {
        const auto& key = series[step->series].key;
        if (loaded.former.now(row.id) != key.id || row.device != key.device) continue;
        if (row.driver.empty() ||
            (key.conditions + "\n").starts_with("driver: " + row.driver + "\n"))
          take_verdict(row, flags, *step, loaded);
        else
          progress(fmt::format("not decided: {} has another driver now", name_text(key)));
      }
  }
}

void check(Flags flags, ToolContext& context) {
  auto loaded = load(flags, context);
  const auto& history = loaded.history;
  const auto& steps = loaded.steps;
  flags.build.settings.command = context.after_dashes;
  flags.ab.options.metric = flags.read.metric;
  flags.ab.options.effect = flags.effect;
  flags.ab.options.all = flags.build.all;
  if (!context.after_dashes.empty() && std::ranges::any_of(steps, is_open))
    decide(loaded, flags, context);
  std::size_t jumps = 0;
  for (const auto& step : steps) context.out << step_text(step, history);
  for (const auto& gap : history.breaks)
    if (std::abs(std::log(gap.ratio)) >= std::log1p(flags.effect)) {
      ++jumps;
      context.out << break_text(gap, history);
    }
  const auto count = [&](StepState state) {
    return std::ranges::count(steps, state, &Step::state);
  };
  context.out << fmt::format(
      "{} in {} series: {} proposed, {} confirmed, {} refuted, {} acknowledged; {} not judged\n",
      text::counted(steps.size(), "step"), history.series.size(), count(StepState::kProposed),
      count(StepState::kConfirmed), count(StepState::kRefuted), count(StepState::kAcknowledged),
      jumps);
  const bool is_unsure = history.series.empty() || jumps > 0 || std::ranges::any_of(steps, is_open);
  if (std::ranges::any_of(steps, &Step::is_failing) || (flags.is_strict && is_unsure))
    context.status = std::max(context.status, 1);
}

void acknowledge(const Flags& flags, ToolContext& context) {
  const auto loaded = load(flags, context);
  const auto& line = loaded.history.line;
  const auto place = line.find(loaded.git.commit(flags.commit));
  std::size_t count = 0;
  std::string others;
  for (const auto& step : loaded.steps) {
    if (loaded.history.series[step.series].key.id != loaded.former.now(flags.id)) continue;
    others += "; it has one at " + line.hash_at(step.at);
    if (!place || *place <= step.before || *place > step.after) continue;
    ++count;
    auto decision = make_decision(StepState::kAcknowledged, step, loaded.history);
    decision.ratio = step.ratio;
    decision.reason = flags.reason;
    add_decision(flags.store, decision);
  }
  if (count == 0)
    throw_usage_error("expected a step of '{}' that {} may have made, found none{}", flags.id,
                      flags.commit, others);
  context.err << fmt::format("history: {} acknowledged\n", text::counted(count, "step"));
}

// Measuring.

std::vector<PlannedCommit> plan_for(const Loaded& loaded, const Flags& flags,
                                    const std::set<std::size_t>& left_out, std::size_t count) {
  static constexpr std::size_t kLatest = 100;  // commits, where the user names no first one
  const auto& line = loaded.history.line;
  const auto since = flags.since.empty()
                         ? line.commits.size() - std::min(kLatest, line.commits.size())
                         : line.find(loaded.git.commit(flags.since));
  if (!since)
    throw_usage_error("--since: expected a commit on the line of {}, found {}", flags.branch,
                      flags.since);
  return plan(loaded.history, loaded.steps, *since, left_out, count, is_here);
}

void say_if_none_fits(const Flags& flags, ToolContext& context) {
  if (flags.budget < flags.cost)
    context.err << fmt::format(
        "history: nothing fits: a commit takes {} (--cost); --budget={}s has room for one\n",
        duration_text(flags.cost), flags.cost.count());
}

void print_plan(const Flags& flags, ToolContext& context) {
  const auto loaded = load(flags, context);
  const auto count = static_cast<std::size_t>(flags.budget / flags.cost);
  for (const auto& [place, why] : plan_for(loaded, flags, {}, count))
    context.out << fmt::format("{}  ({})\n", commit_text(loaded.history.line.commits[place]),
                               visible(why));
  say_if_none_fits(flags, context);
}

/// The ids that a build has otherwise than each commit that was measured here; none stands for all,
/// and nothing where there is nothing to measure.
std::optional<std::vector<std::string>> changed_ids(const std::string& program,
                                                    const History& history, const Flags& flags) {
  std::vector<std::string> changed;
  if (flags.build.all || !compare::follows_from_launches(flags.read.metric)) return changed;
  const auto checked =
      programs::check_only(programs::ProgramRunner(flags.build.program_flags), program, "checked");
  if (!checked || checked->results->benchmarks.empty()) return changed;
  for (const auto& benchmark : checked->results->benchmarks)
    if (benchmark.launch_digest.empty() || benchmark.is_failed() ||
        std::ranges::none_of(history.series, [&](const Series& series) {
          return series.key.id == benchmark.id && series.key.device == benchmark.device &&
                 is_here(series.key) &&
                 std::ranges::count(series.points, benchmark.launch_digest, &Point::digest) > 0;
        }))
      changed.push_back(benchmark.id);
  if (changed.empty()) return std::nullopt;
  const bool are_all = changed.size() == checked->results->benchmarks.size();
  return are_all || !pairs::fits_filter(changed) ? std::vector<std::string>() : changed;
}

/// The file of its runs; nothing where one fails. `ids`: none stands for all.
std::optional<std::string> measure(const std::string& program, const std::vector<std::string>& ids,
                                   Flags flags, const Progress& progress) {
  if (!ids.empty()) flags.build.program_flags.flags.push_back(pairs::filter_flag(ids));
  const programs::ProgramRunner runner(flags.build.program_flags);
  std::vector<results::RunRecord> records;
  for (std::size_t i = 0; i < flags.runs; ++i) {
    auto run = runner.run(program, std::to_string(i));
    if (const auto complaint = run.complaint(); !complaint.empty()) {
      progress("left out: " + complaint);
      return std::nullopt;
    }
    // Google Benchmark's own context names no processor, by which --any-host joins.
    if (auto& context = run.record.entry[results::fields::kContext];
        context.is_object() && !context.contains(results::fields::kTickbench))
      context.emplace(results::fields::kCpu, conditions::cpu_model());
    records.push_back(std::move(run.record));
  }
  return results::to_runs_file(std::move(records));
}

void run_plan(Flags flags, ToolContext& context) {
  flags.build.settings.command = context.after_dashes;
  const auto progress = tools::make_progress("history", context);
  Builds builds(Git(flags.repository), flags.build.settings, progress);
  const auto begin = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return Seconds(std::chrono::steady_clock::now() - begin); };
  std::set<std::size_t> left_out;
  say_if_none_fits(flags, context);
  Seconds longest{0};  // of the commits that were measured
  for (Seconds start{0}; start + (longest > Seconds(0) ? longest : flags.cost) <= flags.budget;
       start = elapsed()) {
    const auto loaded = load(flags, context);
    const auto next = plan_for(loaded, flags, left_out, 1);
    if (next.empty()) break;
    left_out.insert(next[0].place);
    const auto& commit = loaded.history.line.commits[next[0].place];
    progress(fmt::format("{} ({})", commit_text(commit), next[0].why));
    const auto program = builds.build(commit.hash);
    if (!program) continue;
    const auto ids = changed_ids(*program, loaded.history, flags);
    if (!ids)
      progress(fmt::format("not measured: {} as before", compare::kEqualCode));
    else if (const auto text = measure(*program, *ids, flags, progress))
      add_results(flags.store, commit.hash, *text);
    longest = std::max(longest, elapsed() - start);
  }
}

// The flags.

/// "90", "15m" or "2h", in seconds.
void add_duration(CLI::App& command, const std::string& name, Seconds& duration,
                  const std::string& help) {
  static const std::map<std::string, double> kUnits{{"s", 1}, {"m", 60}, {"h", 3600}};
  tools::add_seconds(command, name, duration, 0.001, help, 7 * tools::kLongestWait)
      ->transform(CLI::AsNumberWithUnit(kUnits))
      ->type_name("TIME");
}

/// A sub-command on a store.
template <class Run>
std::pair<CLI::App*, Flags*> add_storing(CLI::App& history, ToolContext& context, const char* name,
                                         const char* help, Run run) {
  const auto [command, flags] = tools::add_command<Flags>(history, context, name, help, run);
  command->add_option("--store", flags->store, "The folder of the store")->capture_default_str();
  command->add_option("--repository", flags->repository, "The git repository")
      ->capture_default_str();
  return {command, flags};
}

/// The same, of one that reads the store.
template <class Run>
std::pair<CLI::App*, Flags*> add_reading(CLI::App& history, ToolContext& context, const char* name,
                                         const char* help, Run run) {
  const auto [command, flags] = add_storing(history, context, name, help, run);
  command->add_option("--branch", flags->branch, "Its first parents are the order of the commits")
      ->capture_default_str();
  command->add_option("--metric", flags->read.metric, "What to look at; default: as `compare`");
  command->add_flag("--any-host", flags->read.any_host,
                    "Hosts with one kind of processor are one machine: hosted runners");
  command->add_option("--effect", flags->effect, "The smallest relevant effect, as a fraction")
      ->check(tools::within(0.0, 10.0))
      ->capture_default_str();
  return {command, flags};
}

void add_looking(CLI::App& history, ToolContext& context) {
  const auto [command, flags] = add_storing(
      history, context, "add", "Adds result files, tickbench's or Google Benchmark's", add);
  command->add_option("files", flags->files, "Result files (JSON), of one run or several each")
      ->required();
  command->add_option("--commit", flags->commit,
                      "Their commit; default: the hash in each file's context, else in its path");
  add_reading(history, context, "list", "The series of the store, a line each", list);
  const auto [shown, id] =
      add_reading(history, context, "show", "The points of a benchmark, and what changed", show);
  shown->add_option("benchmark", id->id, "Its id")->required();
  const auto [exported, format] =
      add_reading(history, context, "export", "All points on standard output", export_csv);
  exported->add_flag("--csv", format->as_csv, "As CSV, a line a point")->required();
  const auto [drawn, page] =
      add_reading(history, context, "page",
                  "Writes all of it as one HTML page, which needs nothing else", write_page);
  drawn->add_option("-o,--out", page->output, "The file to write")->required();
  drawn->add_option("--title", page->title, "The page's heading")->capture_default_str();
}

void add_judging(CLI::App& history, ToolContext& context) {
  const auto [checked, flags] = add_reading(
      history, context, "check",
      "The steps of all series: check [--program FILE -- BUILD...] lets `ab` decide them; 0: none "
      "is confirmed to be slower, 1: some is, 2: wrong usage, or a file does not count",
      check);
  add_flags(*checked, flags->build, flags->ab);
  flags->budget = Seconds(24 * 3600);
  add_duration(*checked, "--total-budget", flags->budget, "Wall time for all answers of `ab`");
  checked->add_flag("--strict", flags->is_strict,
                    "Exit 1 too where a slower step is proposed, a break is not judged, or there "
                    "is nothing to judge");
  const auto [meant, why] = add_reading(history, context, "ack",
                                        "Quiets a step that was meant, with a reason", acknowledge);
  meant->add_option("benchmark", why->id, "Its id")->required();
  meant->add_option("commit", why->commit, "The commit that made it")->required();
  meant->add_option("--reason", why->reason, "Why it was meant")->required();
}

void add_measuring(CLI::App& history, ToolContext& context) {
  const auto add = [&](const char* name, const char* help, auto run) {
    const auto [command, flags] = add_reading(history, context, name, help, run);
    add_duration(*command, "--budget", flags->budget, "Wall time for all");
    add_duration(*command, "--cost", flags->cost, "What a commit takes, its build included");
    command->add_option("--since", flags->since, "The first commit; default: the hundredth latest");
    return std::pair(command, flags);
  };
  add("plan", "Names the commits to measure next", print_plan);
  const auto [command, flags] = add(
      "run", "Builds and measures what the plan names: run --program FILE -- BUILD...", run_plan);
  command->add_option("--runs", flags->runs, "Of the program, of each commit")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  add_flags(*command, flags->build);
}

}  // namespace

void add_flags(CLI::App& command, BuildFlags& flags) {
  auto& settings = flags.settings;
  command.add_option("--program", settings.program,
                     "The benchmark program that a build leaves, in the work tree");
  command.add_option("--program-flag", flags.program_flags.flags, "A flag of it; repeatable")
      ->allow_extra_args(false);
  command.add_option("--builds", settings.folder,
                     "The folder of the work trees, which stay; default: build/commits");
  add_duration(command, "--build-timeout", settings.timeout, "Kill a build after this");
  add_duration(command, "--run-timeout", flags.program_flags.timeout, "Kill a run after this");
  command.add_flag("--retry", settings.retries, "Try builds again that failed before");
  command.add_flag("--all", flags.all, "Measure too what has equal device code and launches");
  tools::add_skip_pattern(command, flags.program_flags.skip_pattern);
}

void add_flags(CLI::App& command, BuildFlags& flags, pairs::AbSettings& ab) {
  add_flags(command, flags);
  ab.seed = std::random_device{}();
  add_duration(command, "--budget", ab.budget, "Wall time for the pairs of one answer of `ab`");
  command.add_option("--error-rate", ab.options.error_rate, "The chance that one answer is wrong")
      ->check(tools::within(1e-9, 0.5))
      ->capture_default_str();
}

}  // namespace tickbench::history

void tickbench::tools::add_history(CLI::App& app, ToolContext& context) {
  CLI::App* command = app.add_subcommand(
      "history", "Keeps the results of commits, and finds since which one it is slower");
  command->require_subcommand(1);
  history::add_looking(*command, context);
  history::add_judging(*command, context);
  history::add_measuring(*command, context);
}
