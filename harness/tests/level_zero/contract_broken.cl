// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// It compiles, and leaves a symbol that nothing defines to the driver.
int no_such_name_anywhere(int x);
kernel void contract_broken(global int* out) { out[0] = no_such_name_anywhere(1); }
