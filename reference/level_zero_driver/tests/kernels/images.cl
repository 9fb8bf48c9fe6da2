// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// Needs images, which the driver does not have.

kernel void reads_image(read_only image2d_t image, global float4* out) {
  const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST;
  out[0] = read_imagef(image, nearest, (int2)(0, 0));
}
