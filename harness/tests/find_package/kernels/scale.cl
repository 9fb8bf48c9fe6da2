// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
kernel void scale(global float* x) { x[get_global_id(0)] *= 2.0f; }
