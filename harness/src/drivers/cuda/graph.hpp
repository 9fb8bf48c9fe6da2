// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "cuda/stream.hpp"

namespace tickbench::cuda {

/// A graph of what was captured from a stream: the device takes all of it by one call.
class Graph final : public backend::Recording {
 public:
  explicit Graph(Stream& stream) : stream_(stream) {}

  /// Throws Error (kUnsupported) for what no graph can hold, such as a wait.
  void record(const std::function<void()>& enqueue) override;
  void launch() override;

 private:
  Stream& stream_;
  GraphExecHandle graph_;
};

}  // namespace tickbench::cuda
