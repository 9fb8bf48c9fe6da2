// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// Every atomic function of OpenCL C 1.x and 2.0. Each kernel writes the number of its last step
// that went wrong. A float is not compared and exchanged: SPIR-V has that for integers alone.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

#define EXPECT(found, expected) \
  ++step;                       \
  if ((found) != (expected)) *wrong = step
#define MAKES(call, expected) \
  call;                       \
  EXPECT(atomic_load(at), expected)

#define FOR_BOTH_MEMORIES(type)                         \
  int step = 0;                                         \
  for (int is_global = 0; is_global < 2; ++is_global) { \
    volatile type* at = is_global ? (volatile type*)in_global : in_local;

#define ANY_TYPE(type)                                                                         \
  MAKES(atomic_init(at, (type)5), 5);                                                          \
  MAKES(atomic_store(at, (type)6), 6);                                                         \
  MAKES(atomic_store_explicit(at, (type)7, memory_order_release), 7);                          \
  MAKES(atomic_store_explicit(at, (type)8, memory_order_relaxed, memory_scope_work_group), 8); \
  EXPECT(atomic_load_explicit(at, memory_order_acquire), 8);                                   \
  EXPECT(atomic_load_explicit(at, memory_order_relaxed, memory_scope_device), 8);              \
  EXPECT(atomic_exchange(at, (type)9), 8);                                                     \
  EXPECT(atomic_exchange_explicit(at, (type)10, memory_order_acq_rel), 9);                     \
  EXPECT(atomic_exchange_explicit(at, (type)12, memory_order_relaxed, memory_scope_device), 10);

#define FETCH(name, type, value, before, after)                                            \
  EXPECT(atomic_fetch_##name(at, (type)(value)), before);                                  \
  MAKES(atomic_store(at, before), before);                                                 \
  EXPECT(atomic_fetch_##name##_explicit(at, (type)(value), memory_order_seq_cst), before); \
  MAKES(atomic_store(at, before), before);                                                 \
  EXPECT(atomic_fetch_##name##_explicit(at, (type)(value), memory_order_relaxed,           \
                                        memory_scope_work_group),                          \
         before);                                                                          \
  EXPECT(atomic_load(at), after);

#define INTEGER(name)                                                                        \
  kernel void of_##name(global atomic_##name* in_global, local atomic_##name* in_local,      \
                        global int* wrong) {                                                 \
    FOR_BOTH_MEMORIES(atomic_##name)                                                         \
    ANY_TYPE(name)                                                                           \
    FETCH(add, name, 3, 12, 15)                                                              \
    FETCH(sub, name, 1, 15, 14)                                                              \
    FETCH(or, name, 1, 14, 15)                                                               \
    FETCH(xor, name, 3, 15, 12)                                                              \
    FETCH(and, name, 4, 12, 4)                                                               \
    FETCH(min, name, 3, 4, 3)                                                                \
    FETCH(max, name, 9, 3, 9)                                                                \
    FETCH(min, name, -1, 9, min((name)9, (name)-1))                                          \
    atomic_store(at, 9);                                                                     \
    name known = 9;                                                                          \
    EXPECT(atomic_compare_exchange_strong(at, &known, 2), true);                             \
    EXPECT(atomic_compare_exchange_weak(at, &known, 3), false);                              \
    EXPECT(known, 2);                                                                        \
    EXPECT(atomic_compare_exchange_strong_explicit(at, &known, 4, memory_order_acq_rel,      \
                                                   memory_order_acquire),                    \
           true);                                                                            \
    EXPECT(atomic_compare_exchange_weak_explicit(at, &known, 5, memory_order_relaxed,        \
                                                 memory_order_relaxed, memory_scope_device), \
           false);                                                                           \
    EXPECT(known, 4);                                                                        \
  }                                                                                          \
  }

INTEGER(int)
INTEGER(uint)
INTEGER(long)
INTEGER(ulong)

#define FLOATING(name)                                                                  \
  kernel void of_##name(global atomic_##name* in_global, local atomic_##name* in_local, \
                        global int* wrong) {                                            \
    FOR_BOTH_MEMORIES(atomic_##name)                                                    \
    ANY_TYPE(name)                                                                      \
  }                                                                                     \
  }

FLOATING(float)
#ifdef cl_khr_fp64
FLOATING(double)
#endif

kernel void of_flag(global atomic_flag* in_global, local atomic_flag* in_local, global int* wrong) {
  FOR_BOTH_MEMORIES(atomic_flag)
  atomic_flag_clear(at);
  EXPECT(atomic_flag_test_and_set(at), false);
  EXPECT(atomic_flag_test_and_set_explicit(at, memory_order_acquire), true);
  atomic_flag_clear_explicit(at, memory_order_release);
  EXPECT(atomic_flag_test_and_set_explicit(at, memory_order_relaxed, memory_scope_device), false);
  atomic_flag_clear_explicit(at, memory_order_relaxed, memory_scope_work_group);
  EXPECT(atomic_flag_test_and_set(at), false);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
  atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
}
}

// OpenCL C 1.x: by address space, without generic pointers.
#define OLD_STEPS(prefix, at)            \
  *at = 5;                               \
  EXPECT(prefix##_add(at, 3), 5);        \
  EXPECT(prefix##_sub(at, 1), 8);        \
  EXPECT(prefix##_inc(at), 7);           \
  EXPECT(prefix##_dec(at), 8);           \
  EXPECT(prefix##_xchg(at, 9), 7);       \
  EXPECT(prefix##_cmpxchg(at, 9, 6), 9); \
  EXPECT(prefix##_min(at, 4), 6);        \
  EXPECT(prefix##_max(at, 12), 4);       \
  EXPECT(prefix##_and(at, 6), 12);       \
  EXPECT(prefix##_or(at, 3), 4);         \
  EXPECT(prefix##_xor(at, 1), 7);        \
  EXPECT(*at, 6);

#define OLD(name, prefix)                                                                        \
  kernel void prefix##_of_##name(volatile global name* in_global, volatile local name* in_local, \
                                 global int* wrong) {                                            \
    int step = 0;                                                                                \
    OLD_STEPS(prefix, in_global)                                                                 \
    OLD_STEPS(prefix, in_local)                                                                  \
  }

OLD(int, atomic)
OLD(uint, atomic)
OLD(int, atom)
OLD(uint, atom)
OLD(long, atom)
OLD(ulong, atom)

kernel void atomic_of_float(volatile global float* in_global, volatile local float* in_local,
                            global int* wrong) {
  int step = 0;
  *in_global = *in_local = 5;
  EXPECT(atomic_xchg(in_global, 6.0f), 5);
  EXPECT(atomic_xchg(in_local, 6.0f), 5);
  EXPECT(*in_global, *in_local);
}
