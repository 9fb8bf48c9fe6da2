// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/reasons.hpp"

namespace tickbench::floors {

std::string has_none(const std::string& id, const std::string& why) {
  return id + " has none" + (why.empty() ? "" : ": " + why.substr(0, why.find('\n')));
}

std::string reaches_zero(const std::string& id) { return "that of " + id + " may be 0"; }

}  // namespace tickbench::floors
