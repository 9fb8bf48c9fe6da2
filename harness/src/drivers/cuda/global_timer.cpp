// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/global_timer.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace tickbench::cuda {
namespace {

// The second one waits for the clock to move twice: it moves in steps, of 32 ns or of a
// microsecond.
constexpr const char* kClockSource = R"(
.version 6.4
.target sm_75
.address_size 64

.visible .entry tickbench_clock_now(.param .u64 to)
{
  .reg .u64 %to, %now;
  ld.param.u64 %to, [to];
  mov.u64 %now, %globaltimer;
  st.volatile.global.u64 [%to], %now;
  ret;
}

.visible .entry tickbench_clock_step(.param .u64 to)
{
  .reg .pred %same;
  .reg .u64 %to, %first, %second, %third;
  ld.param.u64 %to, [to];
  mov.u64 %first, %globaltimer;
FIRST:
  mov.u64 %second, %globaltimer;
  setp.eq.u64 %same, %first, %second;
  @%same bra FIRST;
SECOND:
  mov.u64 %third, %globaltimer;
  setp.eq.u64 %same, %second, %third;
  @%same bra SECOND;
  sub.u64 %third, %third, %second;
  st.volatile.global.u64 [%to], %third;
  ret;
}
)";

// Something may come between the two readings of one: the shortest counts.
constexpr int kStepReadings = 5;

constexpr std::uint64_t kUnwritten = ~std::uint64_t{0};

std::atomic_ref<std::uint64_t> timer_word(Buffer& buffer) {
  return std::atomic_ref(*static_cast<std::uint64_t*>(buffer.host_pointer()));
}

}  // namespace

GlobalTimer::GlobalTimer(CUstream_st* stream, const Allocator& allocator)
    : stream_(stream),
      place_(allocator.place),
      module_(load_module(kClockSource, "the clock's kernels", place_)),
      word_(allocator.allocate(sizeof(std::uint64_t), backend::MemoryKind::kHost)),
      now_(find_function(module_, "tickbench_clock_now", place_)) {
  auto* const step = find_function(module_, "tickbench_clock_step", place_);
  std::chrono::nanoseconds shortest = std::chrono::nanoseconds::max();
  for (int i = 0; i < kStepReadings; ++i) shortest = std::min(shortest, written_by(step));
  step_ = shortest;
}

void GlobalTimer::finish() const {
  check(driver().cuStreamSynchronize(stream_), "cuStreamSynchronize", place_.info());
}

std::chrono::nanoseconds GlobalTimer::written_by(CUfunc_st* kernel) {
  const auto word = timer_word(*word_);
  word.store(kUnwritten);
  Address to = word_->address();
  void* arguments[] = {&to};
  check(launch(kernel, {}, 0, stream_, arguments), "cuLaunchKernel", place_.info());
  finish();
  const auto found = word.load();
  if (found == kUnwritten)
    backend::throw_nothing_executed(
        "expected a time in memory after a successful wait, found it unwritten",
        place_.info().name);
  return std::chrono::nanoseconds(found);
}

ClockReading GlobalTimer::read() {
  place_.enter();
  finish();
  ClockReading reading;
  reading.host_before = host_clock().now();
  reading.device = written_by(now_);
  reading.host_after = host_clock().now();
  reading.device_tick = step_;
  return reading;
}

}  // namespace tickbench::cuda
