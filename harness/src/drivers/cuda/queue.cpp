// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/queue.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace tickbench::cuda {
namespace {

template <class T>
T value_of(std::span<const std::byte> pattern) {
  T value{};
  std::memcpy(&value, pattern.data(), sizeof(value));
  return value;
}

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

/// CUDA_ERROR_STREAM_CAPTURE_...: something that a graph cannot hold.
bool concerns_capture(Result result) { return result >= 900 && result <= 908; }

struct Captured {
  Result result;
  GraphHandle graph;
};
/// Without it a stream would capture for ever.
Captured end_capture(const Stream& stream) noexcept {
  CUgraph_st* graph = nullptr;
  const auto entered = stream.place().try_enter();
  const Result result = driver().cuStreamEndCapture(stream.get(), &graph);
  return {result, GraphHandle(graph)};
}

/// Relaxed: what other threads and libraries do meanwhile, such as to allocate, is none of its
/// business.
GraphHandle capture(const Stream& stream, const std::function<void()>& enqueue) {
  const auto entered = stream.place().enter();
  check(driver().cuStreamBeginCapture_v2(stream.get(), kCaptureRelaxed), "cuStreamBeginCapture_v2",
        stream.info());
  try {
    enqueue();
  } catch (...) {
    end_capture(stream);
    throw;
  }
  auto captured = end_capture(stream);
  if (concerns_capture(captured.result))
    throw_error(
        Outcome::kUnsupported,
        "expected work that a graph can hold, found a wait or another call that cannot be captured "
        "(cuStreamEndCapture: {}); --tickbench_mode=both measures it without a graph",
        describe_result(captured.result));
  check(captured.result, "cuStreamEndCapture", stream.info());
  return std::move(captured.graph);
}

/// In order with the default stream, so that a callable which enqueues there is timed as well.
StreamHandle create_stream(const Place& place) {
  const auto entered = place.enter();
  CUstream_st* stream = nullptr;
  check(driver().cuStreamCreate(&stream, 0), "cuStreamCreate", place.info());
  return StreamHandle(stream);
}

}  // namespace

Seconds Event::until(const Event& later) const {
  float milliseconds = 0;
  const Result result =
      driver().cuEventElapsedTime(&milliseconds, handle_.get(), later.handle_.get());
  // Not recorded, or recorded and pending.
  if (result == kInvalidHandle || result == kNotReady)
    backend::throw_nothing_executed(
        "expected two complete events after a successful wait, found cuEventElapsedTime: " +
            describe_result(result),
        info_->name);
  check(result, "cuEventElapsedTime", *info_);
  return Seconds(static_cast<double>(milliseconds) * 1e-3);
}

GlobalTimer::GlobalTimer(CUstream_st* stream, const Allocator& allocator)
    : stream_(stream),
      place_(allocator.place),
      module_(load_module(kClockSource, "the clock's kernels", place_)),
      word_(allocator.allocate(sizeof(std::uint64_t), backend::MemoryKind::kHost)),
      now_(find_function(module_, "tickbench_clock_now", place_)) {
  const auto entered = place_.enter();
  auto* const step = find_function(module_, "tickbench_clock_step", place_);
  std::chrono::nanoseconds shortest = std::chrono::nanoseconds::max();
  for (int i = 0; i < kStepReadings; ++i) shortest = std::min(shortest, written_by(step));
  step_ = shortest;
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

void Stream::fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) {
  backend::require_word_pattern(pattern.size(), bytes, "CUDA");
  const auto& buffer = as_buffer(to);
  if (buffer.kind() == backend::MemoryKind::kHeap)
    throw Error(Outcome::kUnsupported, "fill: no CUDA command fills heap memory");
  const auto entered = place().enter();
  const auto at = buffer.address();
  const std::size_t count = bytes / pattern.size();
  if (pattern.size() == 1)
    check(driver().cuMemsetD8Async(at, value_of<unsigned char>(pattern), count, stream_),
          "cuMemsetD8Async", info());
  else if (pattern.size() == 2)
    check(driver().cuMemsetD16Async(at, value_of<unsigned short>(pattern), count, stream_),
          "cuMemsetD16Async", info());
  else
    check(driver().cuMemsetD32Async(at, value_of<unsigned>(pattern), count, stream_),
          "cuMemsetD32Async", info());
}

constexpr const char* kHoldSource = R"(
.version 6.4
.target sm_75
.address_size 64

.visible .entry tickbench_hold(
  .param .u64 words,
  .param .u32 ticket,
  .param .u64 limit
)
{
  .reg .pred %end;
  .reg .u32 %ticket, %found;
  .reg .u64 %words, %limit, %begin, %held;
  ld.param.u64 %words, [words];
  ld.param.u32 %ticket, [ticket];
  ld.param.u64 %limit, [limit];
  mov.u64 %begin, %globaltimer;
POLL:
  ld.volatile.global.u32 %found, [%words];
  setp.eq.u32 %end, %found, %ticket;
  @%end bra OPENED;
  nanosleep.u32 100;
  mov.u64 %held, %globaltimer;
  sub.u64 %held, %held, %begin;
  setp.lt.u64 %end, %held, %limit;
  @%end bra POLL;
  st.volatile.global.u64 [%words+8], %held;
OPENED:
  ret;
}
)";

/// Beyond what the host's own limit takes to open it.
constexpr std::uint64_t kLongestNanoseconds = 1'000'000'000;

SpinningKernel::SpinningKernel(CUstream_st* stream, const Allocator& allocator)
    : stream_(stream),
      place_(allocator.place),
      module_(load_module(kHoldSource, "the hold's kernel", place_)),
      kernel_(find_function(module_, "tickbench_hold", place_)),
      words_(allocator.allocate(sizeof(Words), backend::MemoryKind::kHost)) {
  static_assert(offsetof(Words, held_alone) == 8);  // as the kernel has it
  words() = {};
}

void SpinningKernel::enqueue_wait() {
  const auto entered = place_.enter();
  Address words_at = words_->address();
  std::uint64_t limit = kLongestNanoseconds;
  void* arguments[] = {&words_at, &ticket_, &limit};
  check(launch(kernel_, {}, 0, stream_, arguments), "cuLaunchKernel of the hold", place_.info());
}

std::unique_ptr<backend::Hold> make_hold(const Stream& stream) {
  try {
    // What was made of one that failed is the context's.
    const auto entered = stream.place().enter();
    return std::make_unique<SpinningKernel>(stream.get(), stream.allocator());
  } catch (const Error& error) {
    // A device that is too old for the kernel; what else fails is no matter of holds.
    if (error.outcome() != Outcome::kBuildFailed) throw;
    return std::make_unique<backend::NoHold>(error.what());
  }
}

void Graph::record(const std::function<void()>& enqueue) {
  graph_ = {};
  const auto captured = capture(stream_, enqueue);
  CUgraphExec_st* executable = nullptr;
  check(driver().cuGraphInstantiateWithFlags(&executable, captured.get(), 0),
        "cuGraphInstantiateWithFlags", stream_.info());
  graph_ = GraphExecHandle(executable);
  // Else the first launch does it, behind a hold.
  check(driver().cuGraphUpload(executable, stream_.get()), "cuGraphUpload", stream_.info());
  stream_.finish();
}

Queue::Queue(const Allocator& allocator, bool holds)
    : StreamQueue(stream_),
      handle_(create_stream(allocator.place)),
      stream_(handle_.get(), allocator),
      events_(stream_.place()),
      graph_(stream_),
      holds_(holds) {
  use_events(events_);
  use_recording(graph_);
}

}  // namespace tickbench::cuda
