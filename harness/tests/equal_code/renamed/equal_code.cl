// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// The same with other names, comments and lines.
kernel void equal_code(global const uint* from, global uint* into,
                       uint bits) {
  const size_t place = get_global_id(0);  // of one element

  uint kept = 0;
  for (uint turn = 0; turn < ROUNDS; ++turn)
    kept |= from[place] & bits;
  if (kept == ROUNDS * 100000u || (float)kept / (float)bits > 2.0f) kept = 1;  // never
  into[place] = kept; /* all of it */
}
