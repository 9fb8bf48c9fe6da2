// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#ifndef ON
#error expected the macro ON
#endif
kernel void of_variants(global T* a) { a[0] = (T)COUNT; }
