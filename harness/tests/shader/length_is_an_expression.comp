// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
layout(local_size_x_id = 0) in;
layout(constant_id = 3) const uint COUNT = 1;
shared float room[2 * COUNT];
void main() { room[gl_LocalInvocationID.x] = 1; }
