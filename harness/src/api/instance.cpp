// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "api/instance.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <map>

#include "text/wording.hpp"
#include "tickbench/error.hpp"

namespace tickbench::api {
namespace {

std::string with_three_decimals(double value) {
  char text[64];
  std::snprintf(text, sizeof(text), "%0.3f", value);
  return text;
}

std::string id_of(const Registration::Description& description, const std::string& backend,
                  const std::vector<std::int64_t>& arguments) {
  std::string id = backend + "/" + description.name;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    id += '/';
    const auto& names = description.argument_names;
    if (i < names.size() && !names[i].empty()) id += names[i] + ":";
    id += std::to_string(arguments[i]);
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
    name += "/min_time:" + with_three_decimals(description.minimum_time);
  if (description.minimum_warm_up > 0)
    name += "/min_warmup_time:" + with_three_decimals(description.minimum_warm_up);
  if (description.samples > 0) name += "/iterations:" + std::to_string(description.samples);
  instance.registered_name = name;
  if (description.repetitions > 0) name += "/repeats:" + std::to_string(description.repetitions);
  instance.full_name = name + "/manual_time";
  return instance;
}

bool is_on(const Registration::Description& description, const std::string& backend) {
  const auto& names = description.backends;
  return names.empty() || std::find(names.begin(), names.end(), backend) != names.end();
}

[[noreturn]] void refuse(const Registration& registration, const std::string& mistake) {
  throw UsageError("the registration of " + registration.description().function + ": " + mistake);
}

void refuse_mistakes(const std::vector<const Registration*>& registrations) {
  for (const auto* registration : registrations)
    if (const auto& mistake = registration->description().mistake; !mistake.empty())
      refuse(*registration, mistake);
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
    throw UsageError("two benchmarks have the id " + instance.id + ": " +
                     found->second->description->function + " and " +
                     instance.description->function +
                     " (arguments repeated, or names that are the same in snake_case; "
                     "->Name(\"...\") gives one of them another)");
  }
}

/// Lists of ids have a line each, and other programs read them.
void refuse_control_characters(const std::vector<Instance>& instances) {
  for (const auto& instance : instances)
    if (std::any_of(instance.id.begin(), instance.id.end(),
                    [](unsigned char c) { return std::iscntrl(c) != 0; }))
      throw UsageError("the name of " + instance.description->function +
                       ": expected no control characters in the id of a benchmark, found one");
}

}  // namespace

void refuse_misspelt_backends(const std::vector<const Registration*>& registrations,
                              const std::vector<std::string>& backends) {
  for (const auto* registration : registrations)
    for (const auto& name : registration->description().backends) {
      if (std::find(backends.begin(), backends.end(), name) != backends.end()) continue;
      if (const auto hint = text::did_you_mean(name, backends); !hint.empty())
        refuse(*registration,
               std::string("->Backends: unknown back end '").append(name).append("'").append(hint));
    }
}

std::vector<Instance> expand(const std::vector<const Registration*>& registrations,
                             const std::vector<std::string>& backends, bool large) {
  refuse_mistakes(registrations);
  std::vector<Instance> instances;
  for (const auto& backend : backends)
    for (const auto* registration : registrations) {
      const auto& description = registration->description();
      if (!is_on(description, backend)) continue;
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
