// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// OpenCL C 2.0, where an atomic's pointer is generic.

kernel void count(global atomic_int* total, global int* sums, local atomic_int* part) {
  if (get_local_id(0) == 0) atomic_init(part, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add(total, 1);
  atomic_fetch_add_explicit(part, 2, memory_order_relaxed, memory_scope_work_group);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) sums[get_group_id(0)] = atomic_load(part);
  int last = (int)get_global_size(0);
  atomic_compare_exchange_strong(total, &last, 1000);
}

// A generic pointer as another function hands it over, and one that is chosen at run time.
__attribute__((noinline)) int bump(volatile atomic_int* counter, int by) {
  return atomic_fetch_add(counter, by);
}
kernel void hand_over(global atomic_int* total, global int* sums, local atomic_int* part) {
  if (get_local_id(0) == 0) atomic_init(part, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  bump(total, 1);
  bump(part, 2);
  atomic_fetch_add(get_local_id(0) % 2 == 0 ? (atomic_int*)total : (atomic_int*)part, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) sums[get_group_id(0)] = atomic_load(part);
}
