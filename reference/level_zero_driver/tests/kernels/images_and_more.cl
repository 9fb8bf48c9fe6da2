// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// One kernel needs images, which the driver does not have. The other one does not.

kernel void reads_image(read_only image2d_t image, global float4* out) {
  const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST;
  out[0] = read_imagef(image, nearest, (int2)(0, 0));
}

kernel void counts(global uint* out) { out[get_global_id(0)] = (uint)get_global_id(0) + 1; }
