// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "trials/registration.hpp"

#include <fmt/args.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <cctype>
#include <cmath>
#include <set>

#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench {
namespace {

/// What Google Benchmark demands of a multiplier.
constexpr int kLeastMultiplier = 2;

/// Keeps the first mistake. Returns `is_met`.
bool require(Registration::Description& description, bool is_met, const std::string& mistake) {
  if (!is_met && description.mistake.empty()) description.mistake = mistake;
  return is_met;
}

bool require_range(Registration::Description& description, std::string_view call, std::int64_t low,
                   std::int64_t high) {
  return require(description, low <= high,
                 fmt::format("->{}: expected the lower end first, found {}, {}", call, low, high));
}

bool require_count(Registration::Description& description, std::string_view call,
                   std::int64_t count, std::string_view expected = "at least 1", int least = 1) {
  return require(description, count >= least,
                 fmt::format("->{}: expected {}, found {}", call, expected, count));
}

void require_seconds(Registration::Description& description, std::string_view call,
                     double seconds) {
  require(description, std::isfinite(seconds) && seconds >= 0,
          fmt::format("->{}: expected finite seconds of at least 0, found {:g}", call, seconds));
}

/// Returns what each call of the chain returns.
template <class Field, class Value>
Registration* set(Registration* registration, Field& field, Value value) {
  field = std::move(value);
  return registration;
}

}  // namespace

namespace api {
namespace {

/// Names and values of axes, or of arguments, of which some have no name.
using Parts = std::vector<std::pair<std::string, std::string>>;
Parts parts_of(const Registration::Description& description, const Point& point) {
  Parts parts;
  const auto& names = description.argument_names;
  for (std::size_t i = 0; i < point.values.size(); ++i)
    parts.emplace_back(description.axes[i].name, point.values[i]);
  for (std::size_t i = 0; description.axes.empty() && i < point.arguments.size(); ++i)
    parts.emplace_back(i < names.size() ? names[i] : "", std::to_string(point.arguments[i]));
  return parts;
}

std::string make_id(const std::string& backend, const std::string& name, const Parts& parts) {
  auto id = fmt::format("{}/{}", backend, name);
  for (const auto& [axis, value] : parts)  // "/n:8/3"
    id += fmt::format("/{}{}{}", axis, axis.empty() ? "" : ":", value);
  return id;
}

std::string fill_in(const Registration& registration, std::string_view call,
                    const std::string& backend, const std::string& pattern,
                    const Parts& parts) try {
  if (pattern.empty() || pattern.starts_with(backend + '/')) throw fmt::format_error("none");
  fmt::dynamic_format_arg_store<fmt::format_context> values;
  for (const auto& [name, value] : parts) values.push_back(fmt::arg(name.c_str(), value));
  return fmt::format("{}/{}", backend, fmt::vformat(pattern, values));
} catch (const fmt::format_error& error) {
  refuse(registration, fmt::format("->{}(\"{}\"): expected an id without its back end, with "
                                   "names of axes or arguments in braces, found: {}",
                                   call, text::visible(pattern), error.what()));
}

/// What the registration states, for the benchmark of these parts.
std::string baseline_of(const Registration& registration, const std::string& backend, Parts parts) {
  const auto& [name, stated] =
      std::tie(registration.description().name, registration.description().baseline);
  const auto colon = stated.find(':');
  const auto part = std::ranges::find(parts, stated.substr(0, colon), &Parts::value_type::first);
  if (colon == std::string::npos || part == parts.end())
    return fill_in(registration, "ComparedTo", backend, stated, parts);
  part->second = stated.substr(colon + 1);
  return make_id(backend, name, parts);
}

Instance make(const Registration& registration, const std::string& backend, const Point& point) {
  const auto& description = registration.description();
  Instance instance{point, &description, backend, {}, {}, {}, {}};
  const auto parts = parts_of(description, point);
  instance.id = make_id(backend, description.name, parts);
  instance.names = {instance.id};
  if (!description.baseline.empty()) instance.baseline = baseline_of(registration, backend, parts);
  for (const auto& [pattern, where] : description.former_ids)
    if (is_met(registration, "->FormerId", where, point.values))
      instance.names.push_back(fill_in(registration, "FormerId", backend, pattern, parts));
  std::string name = instance.id;
  // The order is that of benchmark::BenchmarkName::str().
  if (description.minimum_time > 0)
    name += fmt::format("/min_time:{:.3f}", description.minimum_time);
  if (description.minimum_warm_up > 0)
    name += fmt::format("/min_warmup_time:{:.3f}", description.minimum_warm_up);
  if (description.samples > 0) name += fmt::format("/iterations:{}", description.samples);
  instance.registered_name = name;
  if (description.repetitions > 0) name += fmt::format("/repeats:{}", description.repetitions);
  instance.full_name = name + "/manual_time";
  return instance;
}

/// Refuses two of one id, and control characters: programs read lists with a line for each id.
void require_ids(const std::vector<Instance>& instances) {
  std::map<std::string, const Instance*> seen;
  for (const auto& instance : instances)
    for (const auto& id : instance.names) {
      if (std::ranges::any_of(id, [](unsigned char c) { return std::iscntrl(c) != 0; }))
        throw UsageError(
            fmt::format("the name of {}: expected no control characters in the id of a "
                        "benchmark, found one",
                        instance.description->function));
      const auto [found, is_new] = seen.emplace(id, &instance);
      if (is_new) continue;
      throw UsageError(fmt::format(
          "two benchmarks have the id {}: {} and {} (arguments repeated, an id of ->FormerId, or "
          "names that are the same in snake_case; ->Name(\"...\") gives one of them another)",
          id, found->second->description->function, instance.description->function));
    }
}

/// Refuses what no benchmark is, on whatever back end, and what all of its own are themselves.
void require_baseline(const Registration& registration, const std::vector<Instance>& instances,
                      const std::set<std::string>& ids) {
  if (std::ranges::any_of(instances, [&](const Instance& instance) {
        return instance.baseline != instance.id && ids.contains(instance.baseline);
      }))
    return;
  const auto& [stated, axes] =
      std::tie(registration.description().baseline, registration.description().axes);
  std::vector<std::string> near;
  for (const auto& id : ids) near.push_back(id.substr(1));
  for (const auto& axis : axes)
    for (const auto& value : axis.texts) near.push_back(axis.name + ':' + value);
  const auto& [id, found] = std::tie(instances.front().id, instances.front().baseline);
  auto hint = text::did_you_mean(stated, near);
  if (hint.empty()) hint = text::did_you_mean(found.substr(1), near);
  refuse(
      registration,
      fmt::format("->ComparedTo(\"{}\"): expected NAME:VALUE of an axis, or the id of another "
                  "benchmark without its back end, found {}",
                  text::visible(stated), ids.contains(found) ? "none but itself" : "none" + hint));
}

void require_baselines(const std::vector<const Registration*>& registrations) {
  const auto has_baseline = [](const auto* one) { return !one->description().baseline.empty(); };
  if (std::ranges::none_of(registrations, has_baseline)) return;
  std::map<const Registration*, std::vector<Instance>> all;
  std::set<std::string> ids;
  for (const auto* registration : registrations)
    for (const auto& point : points_of(*registration, {}))
      ids.insert(all[registration].emplace_back(make(*registration, "", point)).id);
  for (const auto* registration : registrations)
    if (has_baseline(registration)) require_baseline(*registration, all[registration], ids);
}

}  // namespace

void refuse(const Registration& registration, const std::string& mistake) {
  const auto& function = registration.description().function;
  throw UsageError(fmt::format("the registration of {}: {}",
                               function.empty() ? "a benchmark" : function, mistake));
}

std::string snake_case(std::string_view function) {
  // Two types may differ in nothing but the case of a letter.
  const auto template_arguments = function.substr(std::min(function.find('<'), function.size()));
  function.remove_suffix(template_arguments.size());
  if (const auto colons = function.rfind("::"); colons != std::string_view::npos)
    function.remove_prefix(colons + 2);
  std::string result(function);
  RE2::GlobalReplace(&result, "([A-Z])([A-Z][a-z])", "\\1_\\2");
  RE2::GlobalReplace(&result, "([^A-Z_/])([A-Z])", "\\1_\\2");
  return text::lower(result).append(template_arguments);
}

std::vector<std::unique_ptr<Registration>>& registrations() {
  static std::vector<std::unique_ptr<Registration>> all;
  return all;
}

void refuse_misspelt_backends(const std::vector<const Registration*>& registrations,
                              const std::vector<std::string>& backends) {
  for (const auto* registration : registrations)
    for (const auto& name : registration->description().backends) {
      if (std::find(backends.begin(), backends.end(), name) != backends.end()) continue;
      if (const auto hint = text::did_you_mean(name, backends); !hint.empty())
        refuse(*registration, fmt::format("->Backends: unknown back end '{}'{}", name, hint));
    }
}

std::vector<Instance> expand(const std::vector<const Registration*>& registrations,
                             const std::vector<std::string>& backends, const AskedAxes& asked) {
  std::map<const Registration*, std::vector<Point>> points;
  for (const auto* registration : registrations) {
    if (const auto& mistake = registration->description().mistake; !mistake.empty())
      refuse(*registration, mistake);
    points.emplace(registration, points_of(*registration, asked));
  }
  const auto has_none = [](const auto& found) { return found.second.empty(); };
  if (!asked.empty() && std::ranges::all_of(points, has_none))
    throw UsageError("--tickbench_axis: expected a combination that ->Where leaves, found none");
  require_baselines(registrations);
  std::vector<Instance> instances;
  for (const auto& backend : backends)
    for (const auto* registration : registrations) {
      const auto& on = registration->description().backends;
      if (!on.empty() && std::ranges::find(on, backend) == on.end()) continue;
      for (const auto& point : points.at(registration))
        instances.push_back(make(*registration, backend, point));
    }
  require_ids(instances);
  return instances;
}

}  // namespace api

Registration::Registration(std::string name, Body body, bool is_optimised)
    : description_(std::make_shared<Description>()) {
  description_->name = api::snake_case(name);
  description_->function = std::move(name);
  description_->body = std::move(body);
  description_->is_optimised = is_optimised;
  require(*description_, !description_->name.empty(), "expected a name, found none");
}

Registration* Registration::Args(const std::vector<std::int64_t>& values) {
  description_->arguments.push_back(values);
  return this;
}

Registration* Registration::Ranges(
    const std::vector<std::pair<std::int64_t, std::int64_t>>& ranges) {
  std::vector<std::vector<std::int64_t>> lists;
  for (const auto& [low, high] : ranges) {
    if (!require_range(*description_, "Range", low, high) ||
        !require_count(*description_, "RangeMultiplier", description_->multiplier, "at least 2",
                       kLeastMultiplier))
      return this;
    lists.push_back(benchmark::CreateRange(low, high, description_->multiplier));
  }
  return ArgsProduct(lists);
}

Registration* Registration::DenseRange(std::int64_t low, std::int64_t high, int step) {
  if (require_range(*description_, "DenseRange", low, high) &&
      require_count(*description_, "DenseRange", step, "a step of at least 1"))
    for (const std::int64_t value : benchmark::CreateDenseRange(low, high, step)) Arg(value);
  return this;
}

Registration* Registration::ArgsProduct(const std::vector<std::vector<std::int64_t>>& lists) {
  std::size_t count = 1;
  for (const auto& list : lists) count *= list.size();
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::int64_t> values;
    // The first list varies fastest, as in Google Benchmark.
    for (std::size_t left = i; const auto& list : lists) {
      values.push_back(list[left % list.size()]);
      left /= list.size();
    }
    Args(values);
  }
  return this;
}

Registration* Registration::RangeMultiplier(int multiplier) {
  return set(this, description_->multiplier, multiplier);
}
Registration* Registration::ArgNames(const std::vector<std::string>& names) {
  return set(this, description_->argument_names, names);
}
Registration* Registration::Axis(const std::string& name, const AxisValues& values) {
  description_->axes.push_back({values, name});
  return this;
}
Registration* Registration::Zip(const std::vector<std::string>& axes) {
  const auto call = fmt::format("->Zip({{\"{}\"}})", fmt::join(axes, "\", \""));
  for (const auto& name : axes) {
    const auto axis = std::ranges::find(description_->axes, name, &detail::Axis::name);
    if (require(*description_,
                axes.size() > 1 && axis != description_->axes.end() && axis->zip.empty(),
                call + ": expected axes that stand before it, two or more, each in one Zip"))
      axis->zip = call;
  }
  return this;
}
Registration* Registration::Where(Predicate predicate) {
  require(*description_, !description_->where, "->Where: expected once, found twice");
  return set(this, description_->where, std::move(predicate));
}

Registration* Registration::FormerId(const std::string& pattern, Predicate where) {
  description_->former_ids.emplace_back(pattern, std::move(where));
  return this;
}

Registration* Registration::ComparedTo(const std::string& baseline) {
  require(*description_, !baseline.empty() && description_->baseline.empty(),
          "->ComparedTo: expected one baseline, once");
  return set(this, description_->baseline, baseline);
}

Registration* Registration::Name(const std::string& name) {
  require(*description_, !name.empty(), "->Name: expected a name, found none");
  return set(this, description_->name, name);
}
Registration* Registration::Unit(benchmark::TimeUnit unit) {
  return set(this, description_->unit, unit);
}
Registration* Registration::ReportAggregatesOnly(bool value) {
  return set(this, description_->report_aggregates_only, value);
}
Registration* Registration::DisplayAggregatesOnly(bool value) {
  return set(this, description_->display_aggregates_only, value);
}
Registration* Registration::Repetitions(int count) {
  require_count(*description_, "Repetitions", count);
  return set(this, description_->repetitions, count);
}
Registration* Registration::MinTime(double seconds) {
  require_seconds(*description_, "MinTime", seconds);
  return set(this, description_->minimum_time, seconds);
}
Registration* Registration::MinWarmUpTime(double seconds) {
  require_seconds(*description_, "MinWarmUpTime", seconds);
  return set(this, description_->minimum_warm_up, seconds);
}
Registration* Registration::Iterations(std::int64_t samples) {
  require_count(*description_, "Iterations", samples);
  return set(this, description_->samples, samples);
}

/// The last call counts.
Registration* Registration::state(const std::string& name, const std::string& text) {
  std::erase_if(description_->flags, [&](const auto& flag) { return flag.name == name; });
  description_->flags.push_back({name, text});
  return this;
}
Registration* Registration::state(const std::string& name, double value) {
  return state(name, fmt::format("{}", value));
}

Registration* Registration::Setup(Body setup) {
  require(*description_, !description_->setup, "->Setup: expected once, found twice");
  return set(this, description_->setup, std::move(setup));
}
Registration* Registration::Teardown(Body teardown) {
  require(*description_, !description_->teardown, "->Teardown: expected once, found twice");
  return set(this, description_->teardown, std::move(teardown));
}

Registration* Registration::LargeFrom(std::int64_t first) {
  return set(this, description_->large_from, first);
}
Registration* Registration::Group(const std::string& name, const std::vector<Figure>& figures) {
  auto& groups = description_->groups;
  if (require(*description_, !name.empty() && text::visible(name) == name,
              fmt::format("->Group(\"{}\"): expected a name of visible characters in UTF-8",
                          text::visible(name))) &&
      require(*description_, std::ranges::find(groups, name, &FigureGroup::name) == groups.end(),
              fmt::format("->Group(\"{}\"): expected each group once, found it twice", name)))
    groups.push_back({name, figures});
  return this;
}

Registration* Registration::FreshInputs() { return set(this, description_->fresh_inputs, true); }
Registration* Registration::Version(int version) {
  require_count(*description_, "Version", version);
  return set(this, description_->version, version);
}

Registration* Registration::Backends(const std::vector<std::string>& names) {
  require(*description_, !names.empty(),
          "->Backends: expected the name of a back end, found none (without the call it is all)");
  return set(this, description_->backends, names);
}

std::deque<api::OwnFlag>& api::own_flags() {
  static std::deque<OwnFlag> all;
  return all;
}

const std::string* register_flag(std::string name, std::string value, std::string meaning,
                                 std::function<void(const std::string&)> take) {
  auto& flag = api::own_flags().emplace_back();
  flag = {std::move(name), std::move(value), std::move(meaning), std::move(take)};
  return &flag.value;
}

Registration* register_benchmark(const std::string& name, Registration::Body body,
                                 bool is_optimised) {
  return api::registrations()
      .emplace_back(std::make_unique<Registration>(name, std::move(body), is_optimised))
      .get();
}

}  // namespace tickbench
