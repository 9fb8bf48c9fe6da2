// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// It takes a capability that a device without images lacks: it does not build there.
kernel void refused(read_only image2d_t image, global int* out) { out[0] = get_image_width(image); }
