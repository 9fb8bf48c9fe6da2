// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include "tickbench/outcome.hpp"

namespace tickbench {

/// Ends one benchmark with an outcome. The message says what was expected, what was found, and
/// where.
class Error : public std::runtime_error {
 public:
  Error(Outcome outcome, const std::string& message)
      : std::runtime_error(message), outcome_(outcome) {}
  Outcome outcome() const noexcept { return outcome_; }

 private:
  Outcome outcome_;
};

/// Ends the program with exit status 2: flags, files or names given by the user are wrong.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tickbench
