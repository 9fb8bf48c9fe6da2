// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/backend/backend.hpp"

namespace tickbench::backend {

const std::vector<Backend*>& all() {
  static const std::vector<Backend*> kNone;
  return kNone;
}

}  // namespace tickbench::backend
