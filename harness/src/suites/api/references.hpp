// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "api/outputs.hpp"
#include "measurement/measurement.hpp"

namespace tickbench::api {

/// The runs of a body's CPU implementations.
class References {
 public:
  References(Body& body, Outputs& outputs) : body_(body), outputs_(outputs) {}

  /// A reference that computes something else would be timed, and a speed-up over it printed.
  void check();
  /// Under the lock of the references, with memory for what they write.
  void with_works(const std::function<void(const std::vector<ReferenceWork>&)>& use);

 private:
  /// `found`: memory for what it writes.
  void compare(NamedReference& reference, detail::Bytes found);

  Body& body_;
  Outputs& outputs_;
};

}  // namespace tickbench::api
