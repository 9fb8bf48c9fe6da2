// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tickbench/backend.hpp"

namespace tickbench::level_zero {

backend::Backend& backend();

}  // namespace tickbench::level_zero
