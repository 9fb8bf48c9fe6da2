// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
kernel void contract_twice(global int* out) { out[get_global_id(0)] = 1; }
