// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
#extension GL_EXT_buffer_reference : require

// Touches nothing that anybody looks at.
layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Floats { float at[]; };
layout(push_constant) uniform Arguments { Floats other; };

void main() { other.at[gl_GlobalInvocationID.x] = 1.0f; }
