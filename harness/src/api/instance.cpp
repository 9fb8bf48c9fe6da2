// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "api/instance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "text/wording.hpp"
#include "tickbench/error.hpp"

namespace tickbench::api {
namespace {

std::string id_of(const Registration::Description& description, const std::string& backend,
                  const std::vector<std::int64_t>& arguments) {
  std::string id = fmt::format("{}/{}", backend, description.name);
  const auto& names = description.argument_names;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool is_named = i < names.size() && !names[i].empty();
    id +=
        is_named ? fmt::format("/{}:{}", names[i], arguments[i]) : fmt::format("/{}", arguments[i]);
  }
  return id;
}

Instance make(const Registration::Description& description, const std::string& backend,
              const std::vector<std::int64_t>& arguments) {
  Instance instance{&description, backend, arguments, id_of(description, backend, arguments),
                    {},           {}};
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

[[noreturn]] void refuse(const Registration& registration, const std::string& mistake) {
  throw UsageError("the registration of " + registration.description().function + ": " + mistake);
}

bool is_large(const Registration::Description& description,
              const std::vector<std::int64_t>& arguments) {
  return description.large_from && !arguments.empty() && arguments[0] >= *description.large_from;
}

void refuse_duplicates(const std::vector<Instance>& instances) {
  std::map<std::string, const Instance*> seen;
  for (const auto& instance : instances) {
    const auto [found, is_new] = seen.emplace(instance.id, &instance);
    if (is_new) continue;
    throw UsageError(fmt::format(
        "two benchmarks have the id {}: {} and {} (arguments repeated, or names that are the same "
        "in snake_case; ->Name(\"...\") gives one of them another)",
        instance.id, found->second->description->function, instance.description->function));
  }
}

/// Lists of ids have a line each, and other programs read them.
void refuse_control_characters(const std::vector<Instance>& instances) {
  for (const auto& instance : instances)
    if (std::any_of(instance.id.begin(), instance.id.end(),
                    [](unsigned char c) { return std::iscntrl(c) != 0; }))
      throw UsageError(
          fmt::format("the name of {}: expected no control characters in the id of a "
                      "benchmark, found one",
                      instance.description->function));
}

}  // namespace

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
                             const std::vector<std::string>& backends, bool large) {
  for (const auto* registration : registrations)
    if (const auto& mistake = registration->description().mistake; !mistake.empty())
      refuse(*registration, mistake);
  std::vector<Instance> instances;
  for (const auto& backend : backends)
    for (const auto* registration : registrations) {
      const auto& description = registration->description();
      const auto& on = description.backends;
      if (!on.empty() && std::ranges::find(on, backend) == on.end()) continue;
      if (description.arguments.empty()) instances.push_back(make(description, backend, {}));
      for (const auto& arguments : description.arguments)
        if (large || !is_large(description, arguments))
          instances.push_back(make(description, backend, arguments));
    }
  refuse_control_characters(instances);
  refuse_duplicates(instances);
  return instances;
}

}  // namespace tickbench::api
