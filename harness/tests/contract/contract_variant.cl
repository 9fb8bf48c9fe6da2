// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// Built as the variants `int` and `long`, which T is then. `size` is that of T.
kernel void contract_variant(global T* out, T value, int size) {
  out[get_global_id(0)] = size == sizeof(T) ? value + (T)get_global_id(0) : 0;
}
