// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "api/timing.hpp"
#include "text/wording.hpp"

namespace tickbench::api {
namespace {

/// Each is a body on the stack.
constexpr std::size_t kMostCopies = 128;

/// That one launch goes through.
double touched_bytes(const MeasuredWork& measured, const Body& body) {
  if (measured.launch == nullptr || !measured.launch->targets())
    return body.record.declared.bytes_read + body.record.declared.bytes_written;
  std::set<const backend::Memory*> seen;
  double bytes = 0;
  for (const auto& target : *measured.launch->targets())
    if (seen.insert(target.memory).second) bytes += static_cast<double>(target.memory->size());
  return bytes;
}

/// Between two launches on the same buffers the others fill the caches.
std::size_t count_copies(const MeasuredWork& measured, const Body& body) {
  const auto displaced = static_cast<double>(body.record.settings.displace_bytes);
  const auto bytes = touched_bytes(measured, body);
  const auto least = std::max(1.0, displaced / (kMostCopies - 1));
  if (!measured.is_own_queue && bytes >= least)
    return 1 + static_cast<std::size_t>(std::max(1.0, std::ceil(displaced / bytes)));
  // A flag asks it of benchmarks that know nothing of it.
  const auto& flags = body.benchmark_case.instance.description->flags;
  const bool is_stated =
      std::ranges::find(flags, "cache", &Registration::StatedFlag::name) != flags.end();
  throw Error(
      is_stated ? Outcome::kInvalidBenchmark : Outcome::kUnsupported,
      fmt::format(
          "rotating buffers: expected a launch on the device's queue that goes through {} "
          "and more, so that {} copies fill the caches ({}), found {} (its buffers, or "
          "state.reads and state.writes)",
          text::quantity(least, "B"), kMostCopies, text::quantity(displaced, "B"),
          measured.is_own_queue ? "a queue of the benchmark's own" : text::quantity(bytes, "B")));
}

}  // namespace

void rotate(const MeasuredWork& measured, Body& body, Outputs& outputs,
            const std::function<void(const Work& work)>& take) {
  const auto copies = count_copies(measured, body);
  std::vector<const Work*> works{&measured.work};
  std::size_t next = 0;
  bool is_named = false;  // what is thrown
  const std::function<void()> go_on = [&] {
    if (works.size() == copies) {
      body.record.words.push_back(fmt::format("{} copies of its buffers in turn", copies));
      Work work = measured.work;
      work.enqueue = [&] { works[next++ % copies]->enqueue(); };
      // Each bracket is of one launch then, behind one reset.
      if (work.reset) work.reset = [&] { works[next % copies]->reset(); };
      is_named = true;
      take(work);
      is_named = false;
      return;
    }
    RatioPartner copy{.id = fmt::format("copy {} of the buffers", works.size()),
                      .copied = &body.benchmark_case,
                      .outputs = &outputs};
    copy.then = [&](const floors::Running& running) {
      works.push_back(&running.work);
      go_on();
    };
    try {
      body.context.run_partner(copy);
    } catch (const Error& error) {
      if (std::exchange(is_named, true)) throw;
      throw Error(error.outcome(), fmt::format("{}: {}", copy.id, error.what()));
    }
  };
  go_on();
}

void run_copy(const MeasuredWork& measured, Body& body, Outputs& outputs) {
  const auto& partner = *body.context.partner;
  partner.then({measured.queue, measured.work, body.record, {}});
  const auto first = partner.outputs->all(), all = outputs.all();
  for (std::size_t i = 0; i < std::min(first.size(), all.size()); ++i) {
    if (!first[i].expected || first[i].size() != all[i].size()) continue;
    auto& values = all[i].expected.emplace(all[i].size(), HostMemory::Contents::kAny);
    std::ranges::copy(first[i].expected->bytes(), values.bytes().begin());
  }
}

}  // namespace tickbench::api
