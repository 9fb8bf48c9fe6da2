// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "api/body.hpp"
#include "measurement/measurement.hpp"

namespace tickbench::api {

struct CheckedOutput;
class Outputs;

/// The expected values that a body states, and its CPU implementations.
class References {
 public:
  struct Named {
    std::string name;
    detail::Fill fill;
    std::optional<Seconds> taken;  ///< the checked run's, where it is the first sample
  };

  explicit References(Body& body) : body_(body) {}

  void add(Reference reference, detail::Fill fill);
  void expect(detail::Fill fill) { expected_ = std::move(fill); }
  bool empty() const { return all_.empty(); }
  /// The first one gives the expected values of outputs without their own.
  bool are_expected() const { return !expected_; }
  std::span<const Named> all() const { return all_; }

  /// The expected values of the n-th of these outputs. Throws Error (kInvalidBenchmark).
  detail::Fill expected_values(std::span<const Output> outputs, std::size_t index,
                               const std::string& name) const;
  /// A reference that computes something else would be timed, and a speed-up over it printed.
  void check(Outputs& outputs);
  /// Under the lock of the references, with memory for what they write.
  void with_works(Outputs& outputs,
                  const std::function<void(const std::vector<ReferenceWork>&)>& use);

 private:
  void compare(Named& reference, std::span<const CheckedOutput> outputs, detail::Bytes found);

  Body& body_;
  std::optional<detail::Fill> expected_;
  std::vector<Named> all_;
};

}  // namespace tickbench::api
