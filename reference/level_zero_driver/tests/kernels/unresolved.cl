// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// Calls what no module defines.

int defined_elsewhere(int);

kernel void calls_elsewhere(global int* out) { out[0] = defined_elsewhere(1); }
