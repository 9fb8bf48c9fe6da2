// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// A kernel that nobody wrote in GLSL.
kernel void only_opencl_c(global int* data) { data[get_global_id(0)] = 1; }
