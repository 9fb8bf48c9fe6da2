// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/hold.hpp"

#include <atomic>
#include <cstddef>

namespace tickbench::cuda {
namespace {

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

/// The driver's queue takes 1020 commands behind a kernel that runs, and blocks at the next one. A
/// bracket's marks and the hold take places too.
constexpr std::int64_t kMostCommands = 900;

/// Beyond what the host's own limit takes to open it.
constexpr std::uint64_t kLongestNanoseconds = 1'000'000'000;

}  // namespace

/// In the host's memory, where the device reads and writes too.
struct SpinningKernel::Words {
  std::uint32_t opened;  ///< the ticket of the hold that is to end
  std::uint32_t unused;
  std::uint64_t held_alone;  ///< nanoseconds of one that ended by itself; else 0
};

SpinningKernel::SpinningKernel(CUstream_st* stream, const Allocator& allocator)
    : stream_(stream),
      place_(allocator.place),
      module_(load_module(kHoldSource, "the hold's kernel", place_)),
      kernel_(find_function(module_, "tickbench_hold", place_)),
      words_(allocator.allocate(sizeof(Words), backend::MemoryKind::kHost)) {
  static_assert(offsetof(Words, held_alone) == 8);  // as the kernel has it
  words() = {};
}

SpinningKernel::Words& SpinningKernel::words() const {
  return *static_cast<Words*>(words_->host_pointer());
}

HoldLimits SpinningKernel::limits() const { return {HoldMethod::kHostEvent, kMostCommands}; }

void SpinningKernel::enqueue_wait() {
  place_.enter();
  ++ticket_;
  std::atomic_ref(words().held_alone).store(0);
  Address words_at = words_->address();
  std::uint64_t limit = kLongestNanoseconds;
  void* arguments[] = {&words_at, &ticket_, &limit};
  check(launch(kernel_, {}, 0, stream_, arguments), "cuLaunchKernel of the hold", place_.info());
}

void SpinningKernel::signal() noexcept { std::atomic_ref(words().opened).store(ticket_); }

std::optional<Seconds> SpinningKernel::duration() {
  const auto alone = std::atomic_ref(words().held_alone).load();
  if (alone == 0) return std::nullopt;
  return std::chrono::nanoseconds(alone);
}

std::unique_ptr<backend::Hold> make_hold(CUstream_st* stream, const Allocator& allocator,
                                         HoldChoice choice) {
  if (choice == HoldChoice::kOff) return std::make_unique<backend::NoHold>("");
  try {
    return std::make_unique<SpinningKernel>(stream, allocator);
  } catch (const Error& error) {
    // A device that is too old for the kernel; what else fails is no matter of holds.
    if (error.outcome() != Outcome::kBuildFailed) throw;
    return std::make_unique<backend::NoHold>(error.what());
  }
}

}  // namespace tickbench::cuda
