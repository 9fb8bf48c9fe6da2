// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tickbench::inference {

/// Whether values of this variance spread by less than half a step: they round alike, and more of
/// them do not average the rounding out.
inline bool round_alike(double variance, double step) { return variance < step * step / 4; }

}  // namespace tickbench::inference
