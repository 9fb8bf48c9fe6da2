// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
layout(local_size_x_id = 0) in;
shared float room[gl_WorkGroupSize.x];
void main() { room[gl_LocalInvocationID.x] = 1; }
