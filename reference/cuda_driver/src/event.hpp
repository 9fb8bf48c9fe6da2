// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "cuda_api.hpp"

/// A mark in a stream. A command that is still waiting keeps what it will write.
struct CUevent_st {
  enum class State { kNotRecorded, kPending, kComplete };
  struct Stamp {
    std::atomic<State> state{State::kNotRecorded};
    std::atomic<std::uint64_t> ns{0};
  };
  std::shared_ptr<Stamp> stamp = std::make_shared<Stamp>();
};
