// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tickbench {

/// The whole of a suite's main: flags, devices, measurements, reports. Returns the exit status.
int run(int argc, char** argv);

}  // namespace tickbench
