// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <functional>

#include "tickbench/error.hpp"

namespace tickbench::fakes {

/// Runs `action` and gives the error it throws; fails the test where it throws none.
inline Error error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "expected an Error, found none";
  return {Outcome::kPassed, "no error"};
}

}  // namespace tickbench::fakes
