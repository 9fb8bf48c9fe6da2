// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// One work-item of a group takes a number for all of it.
kernel void shared_scalar(global uint* counter, global float* out) {
  local uint taken;
  if (get_local_id(0) == 0) taken = atomic_inc(counter);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[taken * get_local_size(0) + get_local_id(0)] = rsqrt((float)taken);
}
