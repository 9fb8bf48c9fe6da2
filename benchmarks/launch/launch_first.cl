// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// In a file of its own, which no other benchmark has the driver build.
__kernel void launch_first(void) {}
