# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The suite's kernels with one defect each."""
from mutant import GPU, Mutant, Mutated, hidden_everywhere, hidden_on_cpus

# Why a device cannot show a mutant.
IN_ORDER = "a race: this device runs the work-items of a group one after the other, and the last one is right"
FENCE = "here every barrier orders all memory, so the kind of fence changes nothing"
NO_OUTPUT = "the benchmark has no output: only its time tells, which floors judge"
WITHIN_TOLERANCE = "errs by less than sums of float in another order do, which the tolerance allows"
POCLS_OWN = "PoCL, which zecpu runs on too, adds barriers of its own to loops, in the place of this one"
IN_STEP = "a race: this device runs the work-items of a group in order, some at once, and the right value is stored last"
NO_EXCHANGE = "a race: between two barriers this compiler gives a work-item the value that it stored itself"
ZEROED = "this device gives 0 for a variable that was never written, and 0 is right here"
IN_WARPS = "a race: this device runs a warp in step, and at these sizes the warps stay together"
UNREAD = "it reads past the end, where the memory is mapped, and what it reads reaches no result"

# GLSL has one kind of barrier.
NO_SUCH_FENCE = None
# What adds nothing to a sum. 0 times a number is 0 to lavapipe's compiler, whatever the number.
LITTLE = "1e-30f"

COPY = "y[i] = x[i];"
ITEM = "const size_t i = get_global_id(0);"

copy = Mutated("benchmarks/copy/copy.cl", ("copy/1024", "copy/65536", "copy/1048576"), (
    Mutant("off by one", COPY, "y[i] = x[i + 1];"),
    Mutant("off by one", COPY, "y[i] = x[i > 0 ? i - 1 : 0];"),
    Mutant("lost tail", COPY, "if (i + 1 < get_global_size(0)) y[i] = x[i];"),
    Mutant("lost tail", COPY, "y[i].xyz = x[i].xyz; if (i + 1 < get_global_size(0)) y[i].w = x[i].w;"),
    Mutant("wrong constant", COPY, "y[i] = x[i] * 1.0000001f;"),
    Mutant("swapped operands", COPY, "y[i] = x[i].yxzw;"),
    Mutant("swapped operands", COPY, "y[i] = x[get_global_size(0) - 1 - i];"),
    Mutant("lost store", COPY, "if (i % 64 != 7) y[i] = x[i];"),
    Mutant("lost store", COPY, "if (i != 200) y[i] = x[i];"),
    Mutant("no work", COPY, "if (i == get_global_size(0)) y[i] = x[i];"),
    Mutant("early return", COPY, "if (i > 200) return; y[i] = x[i];"),
    Mutant("half the work", COPY, "y[i].lo = x[i].lo;"),
    Mutant("half the work", COPY, "if (i % 2 == 0) y[i] = x[i];"),
    Mutant("half the work", COPY, "if (i < get_global_size(0) / 2) y[i] = x[i];"),
    Mutant("wrong stride", COPY, "y[i] = x[2 * i % get_global_size(0)];"),
    Mutant("wrong type", COPY, "y[i] = as_float4(as_uint4(x[i]) & 0xFFFFFFFEu);"),
    Mutant("wrong type", COPY, "y[i] = as_float4(as_uint4(x[i]) & 0xFFFFFFF0u);"),
    Mutant("wrong type", COPY, "y[i] = (float4)(x[i].x);"),
    Mutant("wrong type", ITEM, "const uchar i = (uchar)get_global_id(0);"),
    Mutant("wrong type", ITEM, "const ushort i = (ushort)get_global_id(0);"),
    Mutant("wrong operator", COPY, "y[i] = fabs(x[i]);"),
    Mutant("wrong index", ITEM, "const size_t i = get_local_id(0);"),
    Mutant("stale result", COPY, "y[i] = y[i];"),
    Mutant("stale result", COPY, "y[i] = i % 16 == 3 ? y[i] : x[i];"),
    Mutant("race", COPY, "y[i] = x[i]; if (i > 0) y[i - 1] = x[i];"),
    Mutant("race", COPY, "if (get_local_id(0) + 1 < get_local_size(0)) y[i + 1] = x[i]; y[i] = x[i];",
           hidden={**hidden_on_cpus(IN_ORDER), "vulkan": IN_STEP}),
    Mutant("out of bounds", COPY,
           "y[i] = x[i]; if (i + 1 == get_global_size(0)) ((__global float*)y)[4 * i + 4] = 1.0f;"),
    Mutant("out of bounds", COPY, "y[i] = i + 1 < get_global_size(0) ? x[i] : x[i] + 0.0f * x[i + 1];",
           glsl=("y.at[i] = x.at[i];", f"y.at[i] = x.at[i] + {LITTLE} * x.at[i + 1];")),
))

SAXPY_MAIN = "void main() {\n  const uint i = gl_GlobalInvocationID.x;\n  y.at[i] = a * x.at[i] + y.at[i];"
SAXPY = "y[i] = a * x[i] + y[i];"

saxpy = Mutated("benchmarks/saxpy/saxpy.cl", ("saxpy/1024", "saxpy/65536", "saxpy/1048576"), (
    Mutant("off by one", SAXPY, "y[i] = a * x[i + 1] + y[i];"),
    Mutant("off by one", SAXPY, "y[i] = a * x[i > 0 ? i - 1 : 0] + y[i];"),
    Mutant("wrong constant", SAXPY, "y[i] = (a + 1.0f) * x[i] + y[i];"),
    Mutant("wrong constant", SAXPY, "y[i] = a * 1.0000001f * x[i] + y[i];"),
    Mutant("wrong constant", SAXPY, "y[i] = a * x[i] + y[i] + 1e-6f;"),
    Mutant("swapped operands", SAXPY, "y[i] = a * y[i] + x[i];"),
    Mutant("swapped operands", SAXPY, "y[i] = a * x[i].wzyx + y[i];"),
    Mutant("wrong operator", SAXPY, "y[i] = a * x[i] - y[i];"),
    Mutant("wrong operator", SAXPY, "y[i] = a + x[i] + y[i];"),
    Mutant("lost tail", SAXPY, "if (i + 1 < get_global_size(0)) y[i] = a * x[i] + y[i];"),
    Mutant("early return", SAXPY, "if (i > 100) return; y[i] = a * x[i] + y[i];"),
    Mutant("half the work", SAXPY, "y[i].lo = a * x[i].lo + y[i].lo;"),
    Mutant("half the work", SAXPY, "if (i % 2 == 1) y[i] = a * x[i] + y[i];"),
    Mutant("half the work", SAXPY, "y[i] = a * x[i];"),
    Mutant("half the work", SAXPY, "y[i] = x[i] + y[i];"),
    Mutant("twice the work", SAXPY, "y[i] = a * x[i] + y[i]; y[i] = a * x[i] + y[i];"),
    Mutant("lost store", SAXPY, "y[i].xyz = a * x[i].xyz + y[i].xyz;"),
    Mutant("no work", SAXPY, "y[i] = y[i];"),
    Mutant("wrong stride", SAXPY, "y[i] = a * x[2 * i % get_global_size(0)] + y[i];"),
    Mutant("wrong type", SAXPY, "y[i] = (float4)(a * x[i].x + y[i].x);"),
    Mutant("wrong type", SAXPY, "y[i] = as_float4(as_uint4(a * x[i] + y[i]) & 0xFFFFFFFEu);"),
    Mutant("wrong type", ITEM, "const uchar i = (uchar)get_global_id(0);"),
    Mutant("wrong type", ITEM, "const ushort i = (ushort)get_global_id(0);"),
    Mutant("wrong index", ITEM, "const size_t i = get_local_id(0);"),
    Mutant("stale result", SAXPY, "y[i] = i % 16 == 3 ? y[i] : a * x[i] + y[i];"),
    Mutant("race", SAXPY, "const float4 was = y[i]; if (i > 0) y[i - 1] = was; y[i] = a * x[i] + was;"),
    Mutant("race", SAXPY, "__local float4 shared; shared = a * x[i] + y[i]; y[i] = shared;",
           hidden={**hidden_on_cpus(IN_ORDER), "vulkan": NO_EXCHANGE, GPU: NO_EXCHANGE},
           glsl=(SAXPY_MAIN, SAXPY_MAIN.replace("void", "shared vec4 one;\nvoid").replace("y.at[i] = ", "y.at[i] = one = "))),
    Mutant("out of bounds", SAXPY, "y[i] = a * x[i] + y[i]; "
           "if (i + 1 == get_global_size(0)) ((__global float*)y)[4 * i + 4] = 1.0f;"),
    Mutant("out of bounds", SAXPY,
           "y[i] = a * x[i] + y[i]; if (i + 1 == get_global_size(0)) y[i] += 0.0f * x[i + 1];",
           glsl=("y.at[i] = a", f"y.at[i] = {LITTLE} * x.at[i + 1] + a")),
))

# GLSL's indices have 32 bits.
SIZE = (("n", "size"),)
STEP = "sum += a[row * n + k] * b[k * n + column];"
LOOP = "for (size_t k = 0; k < n; ++k) sum +="
STORE = "out[row * n + column] = sum;"
NO_SUM = "float sum = 0.0f;"

matmul = Mutated("benchmarks/matmul/matmul.cl", ("matmul/32", "matmul/64"), renamed=SIZE, mutants=(
    Mutant("off by one", LOOP, "for (size_t k = 1; k < n; ++k) sum +="),
    Mutant("lost tail", LOOP, "for (size_t k = 0; k + 1 < n; ++k) sum +="),
    Mutant("off by one", LOOP, "for (size_t k = 0; k <= n; ++k) sum +="),
    Mutant("half the work", LOOP, "for (size_t k = 0; k < n; k += 2) sum +="),
    Mutant("half the work", LOOP, "for (size_t k = 0; k < n / 2; ++k) sum +="),
    Mutant("half the work", LOOP, "for (size_t k = row; k < n; ++k) sum +="),
    Mutant("early return", LOOP, "for (size_t k = 0; k < n && k < 20; ++k) sum +="),
    Mutant("early return", LOOP, "if (row > 20) return; for (size_t k = 0; k < n; ++k) sum +="),
    Mutant("swapped operands", STEP, "sum += a[k * n + row] * b[k * n + column];"),
    Mutant("swapped operands", STEP, "sum += a[row * n + k] * b[column * n + k];"),
    Mutant("swapped operands", STEP, "sum += b[row * n + k] * a[k * n + column];"),
    Mutant("swapped operands", STORE, "out[column * n + row] = sum;"),
    Mutant("wrong operator", STEP, "sum -= a[row * n + k] * b[k * n + column];"),
    Mutant("wrong operator", STEP, "sum += a[row * n + k] + b[k * n + column];"),
    Mutant("lost store", STEP, "sum = a[row * n + k] * b[k * n + column];"),
    Mutant("lost store", STORE, "if (column + 1 < n) out[row * n + column] = sum;"),
    Mutant("lost store", STORE, "if (row != 17 || column != 5) out[row * n + column] = sum;"),
    Mutant("lost store", STORE, "out[row * n + (column & ~(size_t)1)] = sum;"),
    Mutant("wrong constant", NO_SUM, "float sum = 1.0f;"),
    Mutant("wrong constant", NO_SUM, "float sum = 0.001f;"),
    Mutant("wrong constant", STEP, "sum += a[row * n + k] * b[k * n + column] * 1.001f;"),
    Mutant("wrong stride", STEP, "sum += a[row * (n + 1) + k] * b[k * n + column];"),
    Mutant("wrong stride", STEP, "sum += a[row * n + k] * b[k * (n - 1) + column];"),
    Mutant("wrong index", STEP, "sum += a[row * n + k] * b[k * n + (column ^ 1)];"),
    Mutant("stale result", NO_SUM, "float sum = out[row * n + column];"),
    Mutant("stale result", STORE, "out[row * n + column] = row == 3 ? out[row * n + column] : sum;"),
    Mutant("uninitialised read", NO_SUM, "float sums[2]; sums[n & 1] = 0.0f; float sum = sums[1 - (n & 1)];",
           hidden={"vulkan": ZEROED, GPU: ZEROED}),
    Mutant("wrong type", STEP,
           "sum += as_float(as_uint(a[row * n + k] * b[k * n + column]) & 0xFFFFF000u);"),
    Mutant("wrong type", STEP,
           "sum += as_float(as_uint(a[row * n + k] * b[k * n + column]) & 0xFFFFFFFEu);",
           hidden=hidden_everywhere(WITHIN_TOLERANCE)),
    Mutant("wrong type", STEP, "sum += (int)(1000.0f * a[row * n + k]) * 0.001f * b[k * n + column];"),
    Mutant("race", STEP, "{ out[row * n + column] = sum; sum = out[row * n + (column ^ 1)] + a[row * n + k] * "
           "b[k * n + column]; }"),
    Mutant("out of bounds", STORE, "out[row * n + column] = sum; "
           "if (row + 1 == n && column + 1 == n) out[n * n] = 1.0f;"),
    Mutant("out of bounds", STORE, "out[row * n + column] = sum + 0.0f * a[row * n + n];",
           glsl=("column] = sum;", f"column] = sum + {LITTLE} * a.at[row * size + size];")),
))

BARRIER = "barrier(CLK_LOCAL_MEM_FENCE);"
BEFORE = BARRIER + "  // the tiles"
LOAD_B = "b_tile[y][x] = from_b;"
AFTER = LOAD_B + "\n    " + BARRIER
FOR_STEP = "for (int step = 0; step < STEPS; ++step) {"
FOR_FIRST = "for (size_t first = 0; first < n; first += STEPS) {"

matmul_tiled = Mutated("benchmarks/matmul_tiled/matmul_tiled.cl", tuple(f"matmul_tiled/{n}" for n in (32, 64, 128)),
                       renamed=SIZE, mutants=(
    Mutant("missing barrier", BEFORE, "// the tiles", hidden={**hidden_on_cpus(POCLS_OWN), GPU: IN_WARPS}),
    Mutant("missing barrier", AFTER, LOAD_B, hidden=hidden_on_cpus(POCLS_OWN)),
    Mutant("missing barrier", BEFORE, "barrier(CLK_GLOBAL_MEM_FENCE);  // the tiles", hidden={**hidden_on_cpus(FENCE), GPU: FENCE},
           glsl=NO_SUCH_FENCE),
    Mutant("missing barrier", AFTER, LOAD_B + " barrier(CLK_GLOBAL_MEM_FENCE);", hidden={**hidden_on_cpus(FENCE), GPU: FENCE},
           glsl=NO_SUCH_FENCE),
    Mutant("swapped operands", "+ a_row] = from_a.x;", "+ a_row] = from_a.y;"),
    Mutant("swapped operands", "b_tile[y][x] = from_b;", "b_tile[x][y] = from_b;"),
    Mutant("swapped operands", "rows = a_tile[step][y]", "rows = a_tile[step][x]"),
    Mutant("swapped operands", "columns = b_tile[step][x]", "columns = b_tile[step][y]"),
    Mutant("swapped operands", "to[0] = sum0;\n  to[quads] = sum1;", "to[0] = sum1;\n  to[quads] = sum0;"),
    Mutant("wrong index", "(a_step + 1) * TILE + a_row", "(a_step + 0) * TILE + a_row"),
    Mutant("wrong index", "(a_step + 3) * TILE + a_row", "(a_step + 3) * TILE + (a_row ^ 1)"),
    Mutant("wrong index", "a_row = item / 4", "a_row = item / 8"),
    Mutant("wrong index", "a_step = item % 4 * 4", "a_step = item % 2 * 4"),
    Mutant("wrong index", "+ column / 4;", "+ (column / 4 ^ 1);"),
    Mutant("wrong operator", "sum1 += rows.y * columns;", "sum1 += rows.x * columns;"),
    Mutant("wrong operator", "sum3 += rows.w * columns;", "sum3 -= rows.w * columns;"),
    Mutant("wrong operator", "sum2 += rows.z * columns;", "sum2 = rows.z * columns;"),
    Mutant("off by one", FOR_STEP, "for (int step = 1; step < STEPS; ++step) {"),
    Mutant("lost tail", FOR_STEP, "for (int step = 0; step < STEPS - 1; ++step) {"),
    Mutant("lost tail", FOR_FIRST, "for (size_t first = 0; first + STEPS < n; first += STEPS) {"),
    Mutant("half the work", FOR_FIRST, "for (size_t first = 0; first < n; first += 2 * STEPS) {"),
    Mutant("half the work", FOR_FIRST, "for (size_t first = n / 2; first < n; first += STEPS) {"),
    Mutant("half the work", "if (row >= n ||", "if (row >= n / 2 ||"),
    Mutant("early return", FOR_FIRST, "for (size_t first = 0; first < n && first < 32; first += STEPS) {"),
    Mutant("early return", "if (row >= n ||", "if (top > 0 || row >= n ||"),
    Mutant("lost tail", "top + a_row < n", "top + a_row + 1 < n"),
    Mutant("lost tail", "left + x * 4 < n", "left + x * 4 + 4 < n"),
    Mutant("out of bounds", "top + a_row < n", "top + a_row < n + 1",
           hidden=hidden_everywhere(UNREAD)),
    Mutant("out of bounds", "left + x * 4 < n", "left + x * 4 < n + 4",
           hidden=hidden_everywhere(UNREAD)),
    Mutant("out of bounds", "to[3 * quads] = sum3;", "to[3 * quads] = sum3; "
           "if (row + 4 == n && column + 4 == n) ((__global float*)out)[n * n] = 1.0f;"),
    Mutant("lost store", "to[quads] = sum1;", ""),
    Mutant("lost store", "to[3 * quads] = sum3;", "to[3 * quads].xyz = sum3.xyz;"),
    Mutant("wrong stride", "to[2 * quads] = sum2;", "to[quads] = sum2;"),
    Mutant("wrong stride", "quads = n / 4;", "quads = n / 4 - 1;"),
    Mutant("wrong stride", "(first + y) * quads", "(first + y / 2) * quads"),
    Mutant("wrong constant", "float4 sum0 = 0.0f, sum1", "float4 sum0 = 0.001f, sum1"),
    Mutant("wrong constant", "sum0 += rows.x * columns;", "sum0 += rows.x * columns * 1.001f;"),
    Mutant("stale result", LOAD_B, "if (first == 0) b_tile[y][x] = from_b;"),
    Mutant("stale result", "to[0] = sum0;", "to[0] = y == 3 ? to[0] : sum0;"),
    Mutant("uninitialised read", LOAD_B, "if (x != 3) b_tile[y][x] = from_b;"),
    Mutant("race", LOAD_B, "b_tile[y][x & ~(size_t)1] = from_b;"),
    Mutant("race", "to[0] = sum0;", "__local float4 shared; shared = sum0; to[0] = shared;",
           hidden={**hidden_on_cpus(IN_ORDER), "vulkan": NO_EXCHANGE, GPU: NO_EXCHANGE},
           glsl=("out_.at[to] = sum0;", "b_tile[0][0] = sum0; out_.at[to] = b_tile[0][0];")),
    Mutant("wrong type", "sum0 += rows.x * columns;",
           "sum0 += as_float4(as_uint4(rows.x * columns) & 0xFFFFF000u);"),
    Mutant("no work", "to[0] = sum0;", "if (n == 0) to[0] = sum0;"),
))

TURN = "for (uint tile = 0; tile <= tiles; ++tile) {"

# A tile divides 64, and reaches over the edges of the others.
matmul_tuned = Mutated("benchmarks/matmul_tuned/matmul_tuned.cl", tuple(f"matmul_tuned/{n}" for n in (33, 64, 80)), (
    Mutant("missing barrier", "barrier(CLK_LOCAL_MEM_FENCE);  // tile", "// tile"),
    Mutant("lost tail", TURN, "for (uint tile = 0; tile < tiles; ++tile) {"),
    Mutant("swapped operands", "sums[4 * q][v] += rows[q].x", "sums[4 * q][v] += rows[q].y"),
    Mutant("wrong operator", "sums[4 * q + 3][v] += rows[q].w", "sums[4 * q + 3][v] -= rows[q].w"),
    Mutant("lost store", "sums[4 * q + 1][v] += rows[q].y", "sums[4 * q + 1][v] = rows[q].y"),
    Mutant("wrong index", "a_tiles[(tile - 1) % 2]", "a_tiles[tile % 2]", glsl=("a_tiles[used]", "a_tiles[1 - used]")),
    Mutant("wrong index", "b_tiles[(tile - 1) % 2]", "b_tiles[tile % 2]", glsl=("b_tiles[used]", "b_tiles[1 - used]")),
    Mutant("off by one", "for (int step = 0; step < DEPTH; ++step)", "for (int step = 1; step < DEPTH; ++step)",
           glsl=("for (uint step = 0; step < DEPTH; ++step)", "for (uint step = 1; step < DEPTH; ++step)")),
    Mutant("wrong stride", "a_next += DEPTH;", "a_next += DEPTH - 4;"),
    Mutant("wrong stride", "b_next += DEPTH * n;", "b_next += (DEPTH - 1) * n;"),
    Mutant("wrong index", "+ 2 * A_STRIDE] = from_a[i].z;", "+ 2 * A_STRIDE] = from_a[i].y;",
           glsl=("= from_a[i][j];", "= from_a[i][j == 2 ? 1 : j];")),
    Mutant("wrong index", "+ 4 * y + i % 4;", "+ 4 * y + 3 - i % 4;"),
    Mutant("wrong index", "v * ITEMS_X + x];", "v * ITEMS_X + (x ^ 1)];",
           glsl=("+ quad_of(x, p)];", "+ quad_of(x ^ 1, p)];")),
    Mutant("half the work", "has_row && column < n)", "has_row && column < n / 2)"),
    Mutant("lost tail", "if (column + j < n) to[j]", "if (column + j + 1 < n) to[j]",
           glsl=("if (column + j < size) out_", "if (column + j + 1 < size) out_")),
    Mutant("lost tail", "} else if (row < n) {", "} else if (row + 1 < n) {"),
    Mutant("out of bounds", "} else if (row < n) {", "} else if (row <= n) {"),
    Mutant("wrong constant", "sums[i][v] = 0.0f;", "sums[i][v] = 0.001f;",
           glsl=("sums[i][p] = vec4(0.0f);", "sums[i][p] = vec4(0.001f);")),
    Mutant("stale result", "    if (tile < tiles) {", "    if (tile == 0) {"),
    Mutant("no work", "    if (tile > 0) {", "    if (tile > tiles) {"),
), shape="matmul_tuned", renamed=(*SIZE, ("v", "p")))

PEAKS = "harness/src/drivers/peak/tickbench_peak.cl"
UPDATE = "y[i] = x[i] - y[i];"

# These two benchmarks are the suite's, with the kernels of a file: see program.py.
update = Mutated(PEAKS, ("peak_memory_of_file",), shaders=("harness/src/drivers/peak/tickbench_peak_update.comp",), mutants=(
    Mutant("off by one", UPDATE, "y[i] = x[i + 1] - y[i];"),
    Mutant("swapped operands", UPDATE, "y[i] = y[i] - x[i];"),
    Mutant("wrong operator", UPDATE, "y[i] = x[i] + y[i];"),
    Mutant("half the work", UPDATE, "y[i] = -y[i];"),
    Mutant("half the work", UPDATE, "y[i].hi = x[i].hi - y[i].hi;"),
    Mutant("half the work", UPDATE, "if (i % 2 == 0) y[i] = x[i] - y[i];"),
    Mutant("half the work", UPDATE, "y[i] = x[i / 2] - y[i];"),
    Mutant("lost tail", UPDATE, "if (i + 1 < get_global_size(0)) y[i] = x[i] - y[i];"),
    Mutant("early return", UPDATE, "if (i > 1000) return; y[i] = x[i] - y[i];"),
    Mutant("no work", UPDATE, "y[i] = y[i];"),
    Mutant("wrong constant", UPDATE, "y[i] = x[i] * 1.0000001f - y[i];"),
    Mutant("wrong type", UPDATE, "y[i] = as_float4(as_uint4(x[i] - y[i]) & 0xFFFFFFFEu);"),
    Mutant("wrong type", "y) {\n  const size_t i = get_global_id(0);\n  y[i] = x",
           "y) {\n  const ushort i = (ushort)get_global_id(0);\n  y[i] = x",
           glsl=("gl_GlobalInvocationID.x;", "gl_GlobalInvocationID.x & 0xFFFF;")),
))

STEPS = "for (int step = 0; step < 512; ++step) {"
UNROLLED = "#pragma unroll 8\n  "
SUM16 = "p + q + r + s;"

multiply_add = Mutated(PEAKS, ("peak_arithmetic_of_file",),
                       shaders=("harness/src/drivers/peak/tickbench_peak_multiply_add.comp",), mutants=(
    Mutant("off by one", STEPS, "for (int step = 1; step < 512; ++step) {"),
    Mutant("half the work", STEPS, "for (int step = 0; step < 512; step += 2) {"),
    Mutant("half the work", "s = s * a + b;", ""),
    Mutant("half the work", SUM16, "p + q;"),
    Mutant("half the work", "sum16.lo + sum16.hi", "sum16.lo + sum16.lo", glsl=("+ sum16[2] + sum16[3]", "+ sum16[0] + sum16[1]")),
    Mutant("half the work", "out[i] = sum4", "if (i % 2 == 0) out[i] = sum4"),
    Mutant("wrong constant", "q = lanes + 16.0f", "q = lanes + 15.0f"),
    Mutant("wrong constant", "13, 14, 15)", "13, 14, 14)"),
    Mutant("wrong constant", "(i & 1023)", "(i & 511)"),
    Mutant("wrong operator", SUM16, "p + q + r - s;"),
    Mutant("wrong index", "sum4.z + sum4.w", "sum4.z + sum4.z"),
    Mutant("swapped operands", "p = p * a + b;", "p = p * b + a;",
           hidden=hidden_everywhere("the suite launches it with a = b = 1, where both are one number")),
    Mutant("lost tail", "out[i] = sum4", "if (i + 1 < get_global_size(0)) out[i] = sum4"),
    Mutant("early return", "out[i] = sum4", "if (i > 1000) return; out[i] = sum4"),
    Mutant("wrong index", "out[i] = sum4", "out[i & ~(size_t)1] = sum4"),
    # The closed form of what the loop counts.
    Mutant("no work", UNROLLED + STEPS, "p += 511.0f * b; q += 511.0f * b; r += 511.0f * b; s += 511.0f * b; "
           "for (int step = 511; step < 512; ++step) {", outcomes=("impossible_rate",),
           glsl=(STEPS, "p += 511.0f * b; q += 511.0f * b; r += 511.0f * b; s += 511.0f * b; "
                 "for (int step = 511; step < 512; ++step) {")),
))

empty = Mutated("benchmarks/empty/empty.cl", ("empty",), (
    Mutant("twice the work", "(void) {}", "(void) { for (volatile int i = 0; i < 100; ++i) ; }",
           glsl=("() {}", "() { for (int i = 0; i < 100; ++i) ; }"), outcomes=("nothing_to_check",), hidden=hidden_everywhere(NO_OUTPUT)),
    Mutant("missing barrier", "(void) {}", "(void) { if (get_global_id(0) == 0) return; barrier(CLK_LOCAL_MEM_FENCE); }",
           outcomes=("nothing_to_check",), hidden=hidden_everywhere(NO_OUTPUT)),
))

KERNELS = (copy, saxpy, matmul, matmul_tiled, matmul_tuned, update, multiply_add, empty)
