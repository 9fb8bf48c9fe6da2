// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
kernel void first_of_two(global int* a) { a[0] = 1; }
kernel void second_of_two(global int* a) { a[0] = 2; }
