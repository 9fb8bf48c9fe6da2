// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "partner/paired_device.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "modules/modules.hpp"

namespace tickbench::other_build {
namespace {

std::string text_of(const std::vector<std::string>& arguments) {
  return fmt::format("({})", fmt::join(arguments, ", "));
}

/// As far as both are known.
bool are_alike(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return std::ranges::equal(a, b, [](const std::string& one, const std::string& other) {
    return one.empty() || other.empty() || one == other;
  });
}

}  // namespace

std::unique_ptr<backend::Kernel> PairedDevice::other_build(
    const backend::KernelName& name, const backend::Kernel& own,
    std::span<const backend::Argument> arguments) {
  const auto here = own.argument_texts();
  const auto differ = [&, kernel = to_string(name)](std::string partner_arguments) {
    if (std::ranges::find(differences_, kernel, &results::KernelDifference::kernel) ==
        differences_.end())
      differences_.push_back({kernel, text_of(here), std::move(partner_arguments)});
    return nullptr;
  };
  std::unique_ptr<backend::Kernel> other;
  try {
    const backend::PartnerModules in_use(partner_modules_);
    other = device().kernel(name);
  } catch (const Error& error) {
    if (error.outcome() != Outcome::kInvalidBenchmark)
      throw Error(error.outcome(), fmt::format("the other build's kernels: {}", error.what()));
    return differ("none");
  }
  try {
    other->set_arguments(arguments);
  } catch (const Error& error) {
    if (error.outcome() != Outcome::kInvalidBenchmark) throw;
    return differ(error.what());
  }
  const auto there = other->argument_texts();
  if (!are_alike(here, there)) return differ(text_of(there));
  return other;
}

}  // namespace tickbench::other_build
