// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// What the .ptx and .cu files beside it have too, with another type of argument.
kernel void own_ptx(global int* data, int value) { data[get_global_id(0)] += value; }
kernel void own_cuda(global int* data, int value) { data[get_global_id(0)] += value; }
