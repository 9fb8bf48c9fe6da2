// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "../event.hpp"

#include "../clock.hpp"
#include "../entry_point.hpp"
#include "../handles.hpp"
#include "../stream.hpp"

using namespace cuhost;

namespace {

constexpr unsigned kDisableTiming = 2;

void elapsed(float* milliseconds, CUevent_st* start, CUevent_st* end) {
  const auto& first = *handles<CUevent_st>().get(start).stamp;
  const auto& last = *handles<CUevent_st>().get(end).stamp;
  using State = CUevent_st::State;
  if (first.state == State::kNotRecorded || last.state == State::kNotRecorded)
    throw Failure{kInvalidHandle};
  if (first.state == State::kPending || last.state == State::kPending) throw Failure{kNotReady};
  // Signed: the order of the two is the caller's.
  const auto ns = static_cast<std::int64_t>(last.ns - first.ns);
  require(milliseconds) = static_cast<float>(static_cast<double>(ns) * 1e-6);
}

}  // namespace

int cuEventCreate(CUevent_st** event, unsigned flags) {
  return entered("cuEventCreate", [&] {
    if (flags >= kDisableTiming) throw Failure{kNotSupported};
    require_context();
    require(event) = handles<CUevent_st>().add(std::make_unique<CUevent_st>());
  });
}

int cuEventDestroy_v2(CUevent_st* event) {
  return entered("cuEventDestroy_v2", [&] { handles<CUevent_st>().destroy(event); });
}

int cuEventRecord(CUevent_st* event, CUstream_st* stream) {
  return entered("cuEventRecord", [&] {
    auto& queue = stream_of(stream);
    queue.require_no_capture();
    const auto stamp = handles<CUevent_st>().get(event).stamp;
    stamp->state = CUevent_st::State::kPending;
    queue.enqueue([stamp] {
      stamp->ns = device_now_ns();
      stamp->state = CUevent_st::State::kComplete;
    });
  });
}

int cuEventElapsedTime(float* milliseconds, CUevent_st* start, CUevent_st* end) {
  return entered("cuEventElapsedTime", [&] { elapsed(milliseconds, start, end); });
}

int cuEventElapsedTime_v2(float* milliseconds, CUevent_st* start, CUevent_st* end) {
  return entered("cuEventElapsedTime_v2", [&] { elapsed(milliseconds, start, end); });
}
