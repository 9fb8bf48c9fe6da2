// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>

namespace tickbench::process {

/// Ignores one signal while it lives: SIGPIPE and SIGXFSZ, so that a reader that has left
/// (`| head -1`), or a file above the limit of its size, fails a write instead of ending the
/// program before its files are written.
class IgnoredSignal {
 public:
  explicit IgnoredSignal(int signal) : signal_(signal) {
    struct sigaction ignored {};
    ignored.sa_handler = SIG_IGN;
    sigaction(signal_, &ignored, &before_);
  }
  ~IgnoredSignal() { sigaction(signal_, &before_, nullptr); }
  IgnoredSignal(const IgnoredSignal&) = delete;
  IgnoredSignal& operator=(const IgnoredSignal&) = delete;

 private:
  int signal_;
  struct sigaction before_ {};
};

}  // namespace tickbench::process
