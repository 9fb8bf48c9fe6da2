// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/body.hpp"

namespace tickbench::api {

/// Judges the floors of a body that was measured, and samples on where one is open.
void judge_floors(Body& body, const floors::Running& running);

}  // namespace tickbench::api
