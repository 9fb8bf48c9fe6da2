// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// The sums of a work-group: those of PART items each are one part. A word is left out after each
// PART, so that the items that add up the parts read from different banks.
#define PART 16
#define PARTS (WORK_GROUP / PART)
#define PADDED(i) ((i) + (i) / PART)

layout(local_size_x = WORK_GROUP) in;

shared uint sums[PADDED(WORK_GROUP)], parts[PARTS];

// What is before each work-item's value in the group. What all of them sum to goes to `all`.
uint scan_group(const uint value, out uint all) {
  const uint item = gl_LocalInvocationID.x;
  sums[PADDED(item)] = value;
  barrier();
  if (item < PARTS) {
    uint sum = 0;
    for (uint i = item * PART; i < (item + 1) * PART; ++i) {
      const uint own = sums[PADDED(i)];
      sums[PADDED(i)] = sum;
      sum += own;
    }
    parts[item] = sum;
  }
  barrier();
  uint before = sums[PADDED(item)], total = 0;
  for (uint part = 0; part < PARTS; ++part) {
    if (part < item / PART) before += parts[part];
    total += parts[part];
  }
  all = total;
  return before;
}
