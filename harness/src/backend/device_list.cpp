// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/device_list.hpp"

#include "tickbench/error.hpp"

namespace tickbench::backend {

void throw_no_device(std::string_view id, std::size_t found, std::string_view why) {
  std::string message = "no device " + std::string(id) + ": found " + std::to_string(found);
  if (!why.empty()) message += " (" + std::string(why) + ")";
  throw Error(Outcome::kNoDevice, message);
}

}  // namespace tickbench::backend
