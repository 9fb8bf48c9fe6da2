// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// A work-item moves ITEMS vec4s of each array, all of which it asks for before it uses one. Those
// of a work-group lie side by side at each of its ITEMS steps. What is left behind the last whole
// vec4 is up to the first work-items of the launch.
#ifndef ITEMS
#define ITEMS 1
#endif

layout(local_size_x_id = 0, local_size_y_id = 1, local_size_z_id = 2) in;
layout(buffer_reference, std430) buffer Quads { vec4 at[]; };
layout(buffer_reference, std430) buffer Floats { float at[]; };

// The vec4 of this work-item at its first step.
uint first_quad() {
  return gl_WorkGroupID.x * gl_WorkGroupSize.x * ITEMS + gl_LocalInvocationID.x;
}
