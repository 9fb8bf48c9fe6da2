// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

kernel void profiled(global int* data) { data[get_global_id(0)] += 1; }
