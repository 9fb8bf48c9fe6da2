// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// In-place work, measured without a reset, behind a reset, behind one that restores nothing, behind
// a copy that is in the time, and that copy alone.
#include <algorithm>
#include <numeric>
#include <tickbench/tickbench.hpp>

namespace {

using Values = std::vector<std::uint32_t>;

enum Way { kBare, kAfter, kAfterNothing, kBehindCopy, kCopyAlone };

void measure(tickbench::State& state, const char* kernel, const Values& input,
             std::size_t work_items,
             const std::function<void(std::span<std::uint32_t>)>& expected) {
  auto& device = state.device();
  const auto original = device.upload(input);
  const auto nothing = device.upload(input);
  auto values = device.upload(input);
  const auto launch = device.kernel(kernel).args(values).over(work_items);
  const auto copy = device.copy(values, original);
  state.expect([&](std::span<std::uint32_t> out) {
    std::copy(input.begin(), input.end(), out.begin());
    if (state.range() != kCopyAlone) expected(out);
  });
  switch (state.range()) {
    case kBare:
    case kAfter:
    case kAfterNothing: {
      state.verify(launch, tickbench::inout(values), tickbench::exact());
      if (state.range() == kBare) state.measure(launch);
      auto elsewhere = device.upload(input);
      if (state.range() == kAfter) state.measure(launch).after(copy);
      if (state.range() == kAfterNothing)
        state.measure(launch).after(device.copy(elsewhere, nothing));
      return;
    }
    case kBehindCopy:
      state.verify(copy, launch, tickbench::out(values), tickbench::exact());
      state.measure(copy, launch);
      return;
    default:
      state.verify(copy, tickbench::out(values), tickbench::exact());
      state.measure(copy);
  }
}

Values numbered(std::size_t count, std::uint32_t first) {
  Values values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

void register_ways(tickbench::Registration* registration) {
  registration->DenseRange(kBare, kCopyAlone)->Backends({"opencl"});
}

}  // namespace

void BubbleSort(tickbench::State& state) {
  Values keys(64 * 256);
  for (std::size_t i = 0; i < keys.size(); ++i)
    keys[i] = static_cast<std::uint32_t>(keys.size() - i) * 2654435761U;
  measure(state, "bubble_sort", keys, 64, [](std::span<std::uint32_t> out) {
    for (std::size_t i = 0; i < out.size(); i += 256) std::ranges::sort(out.subspan(i, 256));
  });
}

void Solve(tickbench::State& state) {
  const auto values = numbered(64, 1U << 24);
  measure(state, "solve", values, values.size(), [](std::span<std::uint32_t> out) {
    for (std::size_t i = 0; i < out.size(); ++i)
      while (out[i] > 1000 + i) out[i] -= 1 + out[i] / 4096;
  });
}

void Insert(tickbench::State& state) {
  Values slots(4096 * 64);
  for (std::size_t i = 0; i < 4096; ++i) slots[i * 64 + 63] = static_cast<std::uint32_t>(i + 1);
  measure(state, "insert", slots, 4096, [](std::span<std::uint32_t> out) {
    for (std::size_t i = 0; i < out.size(); i += 64)
      out[i] = static_cast<std::uint32_t>(i / 64 + 1);
  });
}

void Add(tickbench::State& state) {
  const auto values = numbered(4096, 7);
  measure(state, "add", values, values.size(), [](std::span<std::uint32_t> out) {
    for (auto& x : out)
      for (int i = 0; i < 4096; ++i) x = x * 1664525U + 1013904223U;
  });
}

void sort_behind(tickbench::State& state, bool is_stale) {
  auto& device = state.device();
  Values keys;
  for (const float key : tickbench::random<float>(64 * 256))
    keys.push_back(static_cast<std::uint32_t>(key * (1U << 24)));
  static const Values stale = keys;
  const auto original = device.upload(is_stale ? stale : keys);
  auto values = device.upload(keys);
  const auto launch = device.kernel("bubble_sort").args(values).over(64);
  state.expect([&](std::span<std::uint32_t> out) {
    std::ranges::copy(keys, out.begin());
    for (std::size_t i = 0; i < out.size(); i += 256) std::ranges::sort(out.subspan(i, 256));
  });
  state.verify(launch, tickbench::inout(values), tickbench::exact());
  state.measure(launch).after(device.copy(values, original));
}
void RandomKeys(tickbench::State& state) { sort_behind(state, false); }
/// Behind the keys of the first run of the body.
void StaleKeys(tickbench::State& state) { sort_behind(state, true); }

TICKBENCH(BubbleSort)->Apply(register_ways);
TICKBENCH(Solve)->Apply(register_ways);
TICKBENCH(Insert)->Apply(register_ways);
TICKBENCH(Add)->Apply(register_ways);
TICKBENCH(RandomKeys)->Arg(kAfter)->Backends({"opencl"});
TICKBENCH(StaleKeys)->Arg(kAfter)->Backends({"opencl"});
