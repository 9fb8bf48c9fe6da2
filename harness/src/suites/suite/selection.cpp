// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/selection.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "results/plain_names.hpp"
#include "text/wording.hpp"
#include "tickbench/error.hpp"

namespace tickbench::suite {
namespace {

std::string list_hint(std::string_view asked, const std::vector<std::string>& names,
                      std::size_t ids) {
  return fmt::format("{} (--tickbench_list lists the {} ids)", text::did_you_mean(asked, names),
                     ids);
}

/// The ids, and what lies between any two slashes of them: a filter may mean a part.
std::vector<std::string> id_parts(const std::vector<api::Instance>& instances) {
  std::set<std::string> parts;
  for (const auto& id : instance_ids(instances)) {
    std::vector<std::size_t> slashes;
    for (std::size_t at = 0; at <= id.size(); ++at)
      if (at == id.size() || id[at] == '/') slashes.push_back(at);
    std::size_t begin = 0;
    for (const auto slash : slashes) {
      for (const auto end : slashes)
        if (end > begin) parts.insert(id.substr(begin, end - begin));
      begin = slash + 1;
    }
  }
  return {parts.begin(), parts.end()};
}

/// Of a filter that matches nothing, without what stands for the ends of a name.
std::string near_filter(std::string pattern, const std::vector<api::Instance>& instances) {
  if (pattern.starts_with('-')) pattern.erase(0, 1);
  if (pattern.starts_with('^')) pattern.erase(0, 1);
  if (pattern.ends_with('$')) pattern.pop_back();
  return list_hint(pattern, id_parts(instances), instances.size());
}

std::vector<api::Instance> with_ids(std::vector<api::Instance> instances,
                                    const std::vector<std::string>& ids) {
  for (const auto& id : ids)
    if (std::ranges::find(instances, id, &api::Instance::id) == instances.end())
      throw UsageError(fmt::format(
          "--tickbench_benchmark={}: expected the id of a benchmark, found none{}", id,
          list_hint(results::without_suffixes(id), instance_ids(instances), instances.size())));
  std::erase_if(instances, [&](const api::Instance& instance) {
    return std::ranges::find(ids, instance.id) == ids.end();
  });
  return instances;
}

/// --benchmark_filter: a part of the name or of the id; behind a `-` those that it does not match.
class Filter {
 public:
  /// Throws UsageError.
  explicit Filter(const std::string& filter)
      : is_negative_(filter.starts_with('-')),
        regex_(filter == "all" ? "" : filter.substr(is_negative_ ? 1 : 0), RE2::Quiet) {
    if (!regex_.ok())
      throw UsageError(fmt::format("--benchmark_filter={}: expected a regular expression (RE2): {}",
                                   filter, regex_.error()));
  }

  bool operator()(const std::string& name, const std::string& id) const {
    return (RE2::PartialMatch(name, regex_) || RE2::PartialMatch(id, regex_)) != is_negative_;
  }

 private:
  bool is_negative_;
  RE2 regex_;
};

bool is_present(const devices::Selected& selected) { return selected.device.has_value(); }

/// Of back ends that have no row to say so.
void note_failed_drivers(const std::vector<devices::BackendDevices>& here,
                         const std::vector<devices::Selected>& devices, Messages& messages) {
  for (const auto& entry : here) {
    const bool is_said = std::ranges::any_of(devices, [&](const devices::Selected& selected) {
      return selected.backend == entry.backend && !is_present(selected);
    });
    if (entry.not_listed.has_failed && !is_said)
      messages.note(fmt::format("{}: {}", entry.backend->name(), entry.not_listed.reason));
  }
}

/// Nobody asked for a back end that has no device here: one note instead of a skipped row for each
/// benchmark, unless nothing else would be left.
void leave_out_absent(std::vector<devices::Selected>& devices, Messages& messages) {
  if (std::ranges::none_of(devices, is_present)) return;
  std::erase_if(devices, [&](const devices::Selected& selected) {
    if (is_present(selected)) return false;
    messages.note(fmt::format("{} is left out: {}", selected.backend->name(), selected.missing));
    return true;
  });
}

}  // namespace

std::vector<std::string> instance_ids(const std::vector<api::Instance>& instances) {
  std::vector<std::string> ids;
  for (const auto& instance : instances) ids.push_back(instance.id);
  return ids;
}

std::vector<api::Instance> select(const std::vector<api::Instance>& instances,
                                  const std::string& filter, const std::vector<std::string>& ids,
                                  bool may_be_none) {
  if (instances.empty()) throw UsageError("this program has no benchmarks for these back ends");
  auto chosen = ids.empty() ? instances : with_ids(instances, ids);
  const Filter matches(filter);
  std::erase_if(chosen, [&](const api::Instance& instance) {
    return !matches(instance.full_name, instance.id);
  });
  if (chosen.empty() && !may_be_none)
    throw UsageError(
        fmt::format("--benchmark_filter={}: expected to match a benchmark, matches none{}", filter,
                    near_filter(filter, instances)));
  return chosen;
}

std::vector<std::string> select_plain(const std::vector<std::string>& names,
                                      const Options& options) {
  const Filter matches(options.filter);
  const auto all = results::plain_ids(names);
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (options.ids.empty() && matches(names[i], all[i])) ids.push_back(all[i]);
  return ids;
}

DeviceChoice::DeviceChoice(const Options& options, const Environment& environment)
    : options_(options),
      environment_(environment),
      specs_(devices::parse_devices(options.devices, devices::names_of(environment.backends))) {}

std::vector<std::string> DeviceChoice::backends() const {
  return devices::select_backends(specs_, devices::names_of(environment_.backends));
}

void DeviceChoice::take_allocation() {
  allocation_ = devices::allocated_devices(devices::names_of(environment_.backends));
  if (options_.devices.empty()) specs_ = devices::with_allocation(specs_, allocation_);
}

std::vector<devices::Selected> DeviceChoice::resolve(const std::vector<api::Instance>& instances,
                                                     Messages& messages) {
  for (auto* backend : environment_.backends)
    if (const auto chosen = options_.choices.find(std::string(backend->name()));
        chosen != options_.choices.end())
      for (const auto& [setting, value] : chosen->second) backend->choose(setting, value);
  auto needed = environment_.backends;
  std::erase_if(needed, [&](const backend::Backend* backend) {
    return std::ranges::find(instances, backend->name(), &api::Instance::backend) ==
           instances.end();
  });
  const auto here = devices::enumerate(needed);
  auto [chosen, notes] = devices::resolve(specs_, here);
  devices::require_allocated(chosen, allocation_);
  for (const auto& note : notes) messages.note(note);
  note_failed_drivers(here, chosen, messages);
  if (options_.devices.empty() && options_.ids.empty()) leave_out_absent(chosen, messages);
  return chosen;
}

}  // namespace tickbench::suite
