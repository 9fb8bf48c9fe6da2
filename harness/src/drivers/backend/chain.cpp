// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

#include <functional>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "backend/launch_digest.hpp"
#include "base/digest.hpp"
#include "base/throw_error.hpp"
#include "tickbench/device.hpp"

namespace tickbench {
namespace {

/// A chain is described by so many of its links.
constexpr std::size_t kDescribed = 4;

std::string describe(std::span<const Launch> links) {
  std::string text;
  for (const auto& link : links.first(std::min(links.size(), kDescribed)))
    text += fmt::format("{}{}", text.empty() ? "" : ", then ", link.work().description);
  if (links.size() > kDescribed)
    text += fmt::format(", and so on: {} launches in all", links.size());
  return text;
}

/// What is not known of one of them is not known of the chain: it is not what another one is.
Work joined(std::span<const Launch> links) {
  Work all;
  all.description = describe(links);
  all.is_copy = all.never_waits = true;
  std::vector<std::function<void()>> parts;
  Digest digest;
  for (const auto& link : links) {
    const auto& work = link.work();
    parts.push_back(work.enqueue);
    all.commands += work.commands;
    all.is_copy &= work.is_copy;
    all.never_waits &= work.never_waits;
    std::ranges::copy(work.launches, std::back_inserter(all.launches));
    std::ranges::copy(work.modules, std::back_inserter(all.modules));
    digest.add(work.digest);
  }
  const auto any = [&](bool (*is_unknown)(const Work&)) {
    return std::ranges::any_of(links, is_unknown, &Launch::work);
  };
  if (any([](const Work& work) { return work.commands == 0; })) all.commands = 0;
  if (any([](const Work& work) { return work.launches.empty(); })) all.launches.clear();
  all.digest = any([](const Work& work) { return work.digest == 0; }) ? 0 : digest.value();
  all.begins_or_ends_with_copy =
      links.front().work().begins_or_ends_with_copy || links.back().work().begins_or_ends_with_copy;
  all.enqueue = [parts = std::move(parts)] {
    for (const auto& part : parts) part();
  };
  return all;
}

Launch with_targets(std::span<const Launch> links, Work work) {
  auto& queue = links.front().queue();
  std::vector<WriteTarget> targets;
  for (const auto& link : links) {
    if (!link.targets()) return {queue, std::move(work)};
    std::ranges::copy(*link.targets(), std::back_inserter(targets));
  }
  return {queue, std::move(work), std::move(targets)};
}

}  // namespace

Launch detail::chain(std::span<const Launch> links) {
  if (links.empty())
    throw Error(Outcome::kInvalidBenchmark,
                "expected at least one launch, found an empty list of them");
  const auto& first = links.front();
  if (links.size() == 1) return first;
  for (const auto& link : links)
    if (&link.queue() != &first.queue())
      throw_error(Outcome::kInvalidBenchmark,
                  "'{}' and '{}': expected launches of one device, found two",
                  first.work().description, link.work().description);
  return with_targets(links, joined(links));
}

std::uint64_t backend::digest_of_launches(std::initializer_list<const Launch*> launches) {
  Digest digest;
  std::map<const backend::Memory*, std::uint64_t> numbers;
  for (const auto* const launch : launches) {
    if (!launch->targets() || launch->work().digest == 0) return 0;
    digest.add(launch->work().digest);
    for (const auto& target : *launch->targets()) {
      auto& memory = *target.memory;
      if (memory.written() == kUnknownContents) return 0;
      digest.add(numbers.try_emplace(&memory, numbers.size()).first->second).add(memory.size());
      digest.add(static_cast<std::uint64_t>(memory.kind())).add(memory.written());
      if (const auto* const host = static_cast<const std::byte*>(memory.host_pointer()))
        digest.add(std::span(host, memory.size()));
    }
  }
  return digest.value();
}

void Launch::require_buffers() const {
  if (!targets_) return;
  for (const auto& target : *targets_)
    if (target.life.expired())
      throw_error(Outcome::kInvalidBenchmark,
                  "'{}': expected its buffers to outlive it, found that {} is gone",
                  work_.description, target.role);
}

void Launch::operator()() const {
  require_buffers();
  if (backend::notes_writes) {
    if (!targets_) ++detail::backend_uses;
    const auto digest = backend::digest_of_launches({this});
    for (const auto& target : targets_.value_or(std::vector<WriteTarget>{}))
      if (target.is_written) target.memory->note_written(digest);
  }
  try {
    work_.enqueue();
  } catch (...) {
    // Links that were enqueued would run with whatever comes next, when their memory is freed.
    try {
      queue_->finish();
    } catch (const Error&) {
      // The failure that is on its way out says more.
    }
    throw;
  }
  queue_->finish();
}

}  // namespace tickbench
