// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460

// In a file of its own, which no other benchmark has the driver build.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
void main() {}
