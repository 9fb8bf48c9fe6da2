// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
layout(local_size_x_id = 0) in;
layout(set = 0, binding = 0) buffer Values { float at[]; } values;
void main() { values.at[gl_GlobalInvocationID.x] = 1; }
