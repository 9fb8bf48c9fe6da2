# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The classic kernels with one defect each. Their benchmarks have odd sizes here."""
from kernel_mutants import IN_ORDER, IN_WARPS, POCLS_OWN
from mutant import GPU, Mutant, Mutated, hidden_on_cpus

# Why a device cannot show a mutant.
ONE_TRANSFORM = "a work-group of this shape has one transform, so that none is behind the last one"
ONE_ELEMENT = "a work-item of this shape takes one vector, so that there is no other"
FEW_TILES = "at these sizes a work-group of this shape takes all tiles at once"
FIRST_AT_ONCE = "a race: this device runs some work-items at once, and the first of them are all that store"
AT_ONCE = "a race: this device runs some work-items at once, all of which read before one of them writes"


def sized(name, *sizes):
    return tuple(f"{name}/{size}" for size in sizes)


def with_sizes(name, *sizes):
    return tuple(f"{name}/n:{size}" for size in sizes)


STREAM = "benchmarks/stream/stream.cl"
SCALED = "y[first + k * step] = a * from_x[k];"
SCALED_LAST = "if (last < n) ((__global float*)y)[last] = a *"

stream_scale = Mutated(STREAM, sized("stream_scale", 1025, 4099), (
    Mutant("wrong operator", SCALED, "y[first + k * step] = a + from_x[k];"),
    Mutant("wrong constant", SCALED, "y[first + k * step] = a * 1.0000002f * from_x[k];"),
    Mutant("lost store", SCALED, "if (k + 1 < ITEMS) y[first + k * step] = a * from_x[k];"),
    Mutant("wrong index", SCALED, "y[first + k * step] = a * from_x[0];", hidden={GPU: ONE_ELEMENT}),
    Mutant("wrong stride", "return (uint)(get_group_id(0) * get_local_size(0)) * ITEMS",
           "return (uint)(get_group_id(0) * get_local_size(0))",
           glsl=("gl_WorkGroupSize.x * ITEMS", "gl_WorkGroupSize.x"), hidden={GPU: ONE_ELEMENT}),
    Mutant("lost tail", SCALED_LAST, "if (last + 1 < n) ((__global float*)y)[last] = a *"),
    Mutant("out of bounds", SCALED_LAST, "if (last <= n) ((__global float*)y)[last] = a *"),
    Mutant("swapped operands", SCALED, "y[first + k * step] = a * from_x[k].wzyx;"),
), shape="stream")

ADDED = "z[first + k * step] = from_x[k] + from_y[k];"

stream_add = Mutated(STREAM, sized("stream_add", 1025, 4099), (
    Mutant("wrong operator", ADDED, "z[first + k * step] = from_x[k] - from_y[k];"),
    Mutant("half the work", ADDED, "z[first + k * step] = from_x[k];"),
    Mutant("half the work", ADDED, "if (k % 2 == 0) z[first + k * step] = from_x[k] + from_y[k];", hidden={GPU: ONE_ELEMENT}),
    Mutant("no work", ADDED, "if (n == 0) z[first + k * step] = from_x[k] + from_y[k];"),
    Mutant("stale result", ADDED, "z[first + k * step] = first == 3 ? z[first] : from_x[k] + from_y[k];"),
    Mutant("wrong operator", "((__global const float*)x)[last] + ((__global const float*)y)[last];",
           "((__global const float*)x)[last] - ((__global const float*)y)[last];"),
    Mutant("wrong type", ADDED, "z[first + k * step] = as_float4(as_uint4(from_x[k] + from_y[k]) & 0xFFFFFFFEu);"),
), shape="stream")

TRIAD = "z[first + k * step] = from_x[k] + a * from_y[k];"

stream_triad = Mutated(STREAM, sized("stream_triad", 1025, 4099), (
    Mutant("swapped operands", TRIAD, "z[first + k * step] = from_y[k] + a * from_x[k];"),
    Mutant("wrong operator", TRIAD, "z[first + k * step] = from_x[k] - a * from_y[k];"),
    Mutant("wrong constant", TRIAD, "z[first + k * step] = from_x[k] + 0.4999999f * from_y[k];"),
    Mutant("half the work", TRIAD, "z[first + k * step] = a * from_y[k];"),
    Mutant("off by one", TRIAD, "z[first + k * step] = from_x[k] + a * y[first + k * step + 1];"),
    Mutant("early return", TRIAD, "if (first < 500) z[first + k * step] = from_x[k] + a * from_y[k];"),
    Mutant("swapped operands", "((__global const float*)x)[last] + a * ((__global const float*)y)[last];",
           "((__global const float*)y)[last] + a * ((__global const float*)x)[last];"),
), shape="stream")

REDUCTION = "benchmarks/reduction/reduction.cl"
ADD_QUAD = "sum += x[i + k * WORK_GROUP];"
HALF = "if (item < stride) sums[item] += sums[item + stride];"
FROM_HALF = "for (uint stride = WORK_GROUP / 2; stride > 0; stride /= 2) {"
LAST_ITEM = "rest = ((__global const T*)x)[last];\n"

reduction = Mutated(REDUCTION, with_sizes("reduction/type:float", 2, 4099, 600011) + with_sizes("reduction/type:double", 600011), (
    Mutant("lost tail", LAST_ITEM, "rest = 0;\n"),
    Mutant("wrong operator", ADD_QUAD, "sum = x[i + k * WORK_GROUP];"),
    Mutant("wrong operator", ADD_QUAD, "sum += fabs(x[i + k * WORK_GROUP]);"),
    Mutant("wrong operator", "(quad.x + quad.y) + (quad.z + quad.w)", "(quad.x + quad.y) + (quad.z - quad.w)"),
    Mutant("wrong index", "(quad.x + quad.y) + (quad.z + quad.w)", "(quad.x + quad.y) + (quad.z + quad.z)"),
    Mutant("half the work", FROM_HALF, "for (uint stride = WORK_GROUP / 4; stride > 0; stride /= 2) {"),
    Mutant("off by one", FROM_HALF, "for (uint stride = WORK_GROUP / 2; stride > 1; stride /= 2) {"),
    Mutant("race", HALF, "sums[item % stride] += sums[item % stride + stride];",
           hidden={GPU: IN_WARPS}),
    Mutant("stale result", "T sum = 0;\n  for (uint i = (uint)get_local_id(0); i < groups;",
           "T sum = out[0];\n  for (uint i = (uint)get_local_id(0); i < groups;"),
    Mutant("half the work", "i < groups; i +=", "i < (groups + 1) / 2; i +="),
    Mutant("lost tail", "i < groups; i +=", "i + 1 < groups; i +="),
    Mutant("uninitialised read", "sums[item] = value;", "if (item != 3) sums[item] = value;"),
    Mutant("lost tail", "for (; i < quads; i += WORK_GROUP) sum += x[i];", ""),
), shape="reduction")

ADD_PRODUCT = "sum += x[i + k * WORK_GROUP] * y[i + k * WORK_GROUP];"

stream_dot = Mutated(REDUCTION, sized("stream_dot", 2, 4099, 600011), (
    Mutant("swapped operands", ADD_PRODUCT, "sum += x[i + k * WORK_GROUP] * x[i + k * WORK_GROUP];"),
    Mutant("wrong operator", ADD_PRODUCT, "sum += x[i + k * WORK_GROUP] + y[i + k * WORK_GROUP];"),
    Mutant("wrong operator", ADD_PRODUCT, "sum -= x[i + k * WORK_GROUP] * y[i + k * WORK_GROUP];"),
    Mutant("wrong index", ADD_PRODUCT, "sum += x[i + k * WORK_GROUP] * y[i];"),
    Mutant("lost tail", "rest = ((__global const T*)x)[last] * ((__global const T*)y)[last];", "rest = 0;"),
    Mutant("wrong type", ADD_PRODUCT,
           "sum += floor(x[i + k * WORK_GROUP] * y[i + k * WORK_GROUP] * 2048.0f) / 2048.0f;"),
    Mutant("lost tail", "for (; i < quads; i += WORK_GROUP) sum += x[i] * y[i];", ""),
), shape="reduction")

PLACE = "if (column < n && row < n) out[column * n + row] = in[row * n + column];"

transpose = Mutated("benchmarks/transpose/transpose.cl", with_sizes("transpose/kernel:transpose", 17, 257), (
    Mutant("swapped operands", PLACE, "if (column < n && row < n) out[row * n + column] = in[row * n + column];"),
    Mutant("out of bounds", PLACE, "if (column < n && row <= n) out[column * n + row] = in[row * n + column];"),
    Mutant("lost tail", PLACE, "if (column + 1 < n && row < n) out[column * n + row] = in[row * n + column];"),
    Mutant("wrong stride", PLACE, "if (column < n && row < n) out[column * n + row] = in[row * (n - 1) + column];"),
    Mutant("half the work", PLACE, "if (column < n && row < column) out[column * n + row] = in[row * n + column];"),
    Mutant("early return", PLACE, "if (row > 20) return; if (column < n && row < n) out[column * n + row] = in[row * n + column];"),
))

LOAD = "if (left + x < n && top + y + k * STEP < n) own[k] = in[(top + y + k * STEP) * n + left + x];"
SAVE = "if (top + x < n && left + y + k * STEP < n) out[(left + y + k * STEP) * n + top + x] = tile[x][y + k * STEP];"

transpose_tiled = Mutated("benchmarks/transpose/transpose_tiled.cl", with_sizes("transpose/kernel:transpose_tiled", 17, 128, 257), (
    Mutant("missing barrier", "  barrier(CLK_LOCAL_MEM_FENCE);\n", ""),
    Mutant("wrong index", "= tile[x][y + k * STEP];", "= tile[y + k * STEP][x];"),
    Mutant("swapped operands", "out[(left + y + k * STEP) * n + top + x]", "out[(top + y + k * STEP) * n + left + x]"),
    Mutant("lost tail", "if (top + x < n && left + y + k * STEP < n)", "if (top + x + 1 < n && left + y + k * STEP < n)"),
    Mutant("out of bounds", "if (top + x < n && left + y + k * STEP < n)", "if (top + x < n && left + y + k * STEP <= n)"),
    Mutant("half the work", SAVE, "if (k == 0) " + SAVE),
    Mutant("lost store", LOAD, "if (k + 1 < ITEMS) " + LOAD),
    Mutant("wrong constant", "(uint)get_group_id(1) * TILE", "(uint)get_group_id(1) * (TILE - 1)"),
    Mutant("uninitialised read", "left + x < n && top", "left + x + 1 < n && top"),
), shape="transpose", called="transpose_tiled")

PREFIX_SUM = "benchmarks/prefix_sum/prefix_sum.cl"
SIZES = (257, 4099, 600011)

prefix_sum = Mutated(PREFIX_SUM, sized("prefix_sum", *SIZES), (
    Mutant("off by one", "if (part < item / PART) before", "if (part <= item / PART) before"),
    Mutant("half the work", "part < PARTS; ++part", "part < PARTS / 2; ++part"),
    Mutant("missing barrier", "    parts[item] = sum;\n  }\n  barrier(CLK_LOCAL_MEM_FENCE);\n",
           "    parts[item] = sum;\n  }\n", hidden={"vulkan": FIRST_AT_ONCE}),
    Mutant("wrong operator", "before += all;", "before -= all;", hidden={GPU: FEW_TILES}),
    Mutant("off by one", "sum + (uint4)(0, own.x,", "sum + (uint4)(own.x, own.x,"),
    Mutant("lost tail", "if (4 * i + 2 < n) quad.z = x[4 * i + 2];\n", ""),
    Mutant("lost store", "if (4 * i + 1 < n) y[4 * i + 1] = quad.y;\n", ""),
    Mutant("out of bounds", "if (4 * i < n) y[4 * i] = quad.x;", "y[4 * i] = quad.x;"),
    Mutant("wrong index", "quads[k].w += quads[k].z;", "quads[k].w += quads[k].y;"),
    Mutant("wrong stride", "before[PLACE(item * ITEMS + k)] = sum;", "before[PLACE(k * WORK_GROUP + item)] = sum;"),
    Mutant("swapped operands", "uint sum = scan_group(own, sums, all);", "uint sum = own + scan_group(own, sums, all);"),
    Mutant("early return", "store_tile(y, tile, n, quads, before, tile_sums[tile]);",
           "if (tile > 3) return; store_tile(y, tile, n, quads, before, tile_sums[tile]);"),
    Mutant("stale result", "store_tile(y, tile, n, quads, before, tile_sums[tile]);",
           "store_tile(y, tile, n, quads, before, tile == 1 ? y[0] : tile_sums[tile]);"),
), shape="prefix_sum")

prefix_sum_one_pass = Mutated(PREFIX_SUM, sized("prefix_sum_one_pass", *SIZES), (
    Mutant("wrong type", "(low & 0xffffu) | high << 16", "(low & 0xffffu) | (high & 0xffu) << 16"),
    Mutant("off by one", "item < end) sum = heard(told, end - 1 - item, &what);",
           "item + 1 < end) sum = heard(told, end - 2 - item, &what);"),
    Mutant("off by one", "item <= found) atomic_add", "item < found) atomic_add",
           glsl=("item <= found &&", "item < found &&")),
    Mutant("wrong constant", "tell(told + 1, tile, OF_ALL, of_tiles + own);",
           "tell(told + 1, tile, OF_ALL, of_tiles);"),
    Mutant("wrong index", "const uint tile = taken;", "const uint tile = taken / 2;"),
    Mutant("swapped operands", "what << 16 | sum >> 16);", "what << 16 | (sum & 0xffffu));"),
), shape="prefix_sum", passing=("PATIENCE=0",))

STENCIL = "benchmarks/stencil/stencil.cl"
INNER = "out[i] = 0.5f * in[i] + 0.125f *"
IS_EDGE = "if (column == 0 || column + 1 == n || row == 0 || row + 1 == n)"

stencil = Mutated(STENCIL, sized("stencil", 1, 127), (
    Mutant("wrong constant", INNER, "out[i] = 0.5f * in[i] + 0.12500001f *",
           glsl=("0.125f * ((in_.at[i - 1] + in_.at[i + 1]) + (in_", "0.12500001f * ((in_.at[i - 1] + in_.at[i + 1]) + (in_")),
    Mutant("wrong index", "(in[i - n] + in[i + n])", "(in[i - n] + in[i + n + 1])"),
    Mutant("wrong operator", "(in[i - n] + in[i + n])", "(in[i - n] - in[i + n])"),
    Mutant("off by one", IS_EDGE, "if (column == 0 || column + 2 >= n || row == 0 || row + 1 == n)"),
    Mutant("early return", "if (column >= n || row >= n) return;", "if (column + 1 >= n || row >= n) return;"),
    Mutant("lost store", "    out[i] = in[i];\n", "    ;\n"),
), shape="stencil")

stencil_columns = Mutated(STENCIL, sized("stencil_columns", 1, 127), (
    Mutant("stale result", "    above = middle;\n", ""),
    Mutant("wrong index", "middle = below;", "middle = in[i];"),
    Mutant("off by one", "if (row >= n) return;", "if (row + 1 >= n) return;"),
    Mutant("half the work", "uint k = 0; k < ITEMS;", "uint k = 0; k < ITEMS / 2;"),
    Mutant("wrong constant", "0.125f * ((in[i - 1] + in[i + 1]) + (above + below))",
           "0.25f * ((in[i - 1] + in[i + 1]) + (above + below))"),
    Mutant("out of bounds", "if (row >= n) return;", "if (row > n) return;"),
), shape="stencil")

HISTOGRAM = "benchmarks/histogram/histogram.cl"

histogram = Mutated(HISTOGRAM, (*sized("histogram", 257, 65537), "histogram_crowded/1025"), (
    Mutant("missing barrier", "counts[bin] = 0;\n  barrier(CLK_LOCAL_MEM_FENCE);", "counts[bin] = 0;",
           hidden={GPU: IN_WARPS}),
    Mutant("uninitialised read", "counts[bin] = 0;", "if (bin > 0) counts[bin] = 0;"),
    Mutant("lost tail", "if (last < n) atomic_inc", "if (last + 1 < n) atomic_inc"),
    Mutant("wrong constant", "bin = quad >> 24;", "bin = quad >> 25;"),
    Mutant("half the work", "  atomic_inc(counts + bin.w);\n", ""),
    Mutant("wrong index", "atomic_inc(counts + bin.z);", "atomic_inc(counts + bin.y);"),
    Mutant("race", "if (counts[bin] > 0) atomic_add(bins + bin, counts[bin]);", "bins[bin] = counts[bin];"),
    Mutant("twice the work", "atomic_add(bins + bin, counts[bin]);", "atomic_add(bins + bin, 2 * counts[bin]);"),
    Mutant("stale result", "{ bins[get_global_id(0)] = 0; }", "{ if (get_global_id(0) > 0) bins[get_global_id(0)] = 0; }"),
    Mutant("out of bounds", "{ bins[get_global_id(0)] = 0; }", "{ bins[get_global_id(0) + 1] = 0; }"),
), shape="histogram")

histogram_global = Mutated(HISTOGRAM, sized("histogram_global", 257, 65537), (
    Mutant("out of bounds", "if (i < n) atomic_inc(bins", "atomic_inc(bins"),
    Mutant("lost tail", "if (i < n) atomic_inc(bins", "if (i + 1 < n) atomic_inc(bins"),
    Mutant("wrong operator", "atomic_inc(bins + (x[i] >> 24))", "atomic_inc(bins + (x[i] & 255))"),
    Mutant("half the work", "if (i < n) atomic_inc(bins", "if (i < n && i % 2 == 0) atomic_inc(bins"),
), shape="histogram")

SPMV = "benchmarks/spmv/spmv.cl"
PRODUCT = "for (uint i = offsets[row]; i < end; ++i) sum += values[i] * x[columns[i]];"

spmv = Mutated(SPMV, sized("spmv", 65, 4099), (
    Mutant("lost tail", PRODUCT, "for (uint i = offsets[row]; i + 1 < end; ++i) sum += values[i] * x[columns[i]];"),
    Mutant("off by one", PRODUCT, "for (uint i = offsets[row] + 1; i < end; ++i) sum += values[i] * x[columns[i]];"),
    Mutant("wrong index", PRODUCT, "for (uint i = offsets[row]; i < end; ++i) sum += values[i] * x[i % rows];"),
    Mutant("wrong operator", PRODUCT, "for (uint i = offsets[row]; i < end; ++i) sum -= values[i] * x[columns[i]];"),
    Mutant("early return", "if (row >= rows) return;", "if (row + 1 >= rows) return;"),
    Mutant("wrong type", PRODUCT, "for (uint i = offsets[row]; i < end; ++i) "
           "sum += as_float(as_uint(values[i]) & 0xFFFF0000u) * x[columns[i]];"),
), shape="spmv")

spmv_shared_rows = Mutated(SPMV, sized("spmv_shared_rows", 65, 4099), (
    Mutant("wrong stride", "i < end; i += ITEMS)", "i < end; i += ITEMS + 1)"),
    Mutant("twice the work", "uint i = offsets[row] + lane;", "uint i = offsets[row];"),
    Mutant("half the work", "stride = ITEMS / 2;", "stride = ITEMS / 4;"),
    Mutant("wrong index", "item / ITEMS;", "item % (WORK_GROUP / ITEMS);"),
    Mutant("race", "if (lane < stride) sums[item] += sums[item + stride];", "sums[item] += sums[(item + stride) % WORK_GROUP];",
           hidden={**hidden_on_cpus(IN_ORDER), "vulkan": AT_ONCE, GPU: IN_WARPS}),
    Mutant("lost store", "if (lane == 0 && row < rows)", "if (lane == 0 && row + 1 < rows)"),
), shape="spmv")

N_BODY = "benchmarks/n_body/n_body.cl"

n_body = Mutated(N_BODY, sized("n_body", 65, 257), (
    Mutant("wrong constant", "#define SOFTENING 0.5f", "#define SOFTENING 0.501f"),
    Mutant("wrong operator", "(inverse * inverse * inverse)", "(inverse * inverse)"),
    Mutant("wrong index", "mad(apart.y, apart.y,", "mad(apart.y, apart.x,"),
    Mutant("off by one", "for (uint other = 0; other < n; ++other)", "for (uint other = 1; other < n; ++other)",
           glsl=("for (uint other = 0; other < n - n % 2;", "for (uint other = 2; other < n - n % 2;")),
    Mutant("lost tail", "for (uint other = 0; other < n; ++other)", "for (uint other = 0; other + 1 < n; ++other)",
           glsl=("if (n % 2 == 1) sum =", "if (n == 1) sum =")),
    Mutant("swapped operands", "const float4 apart = other - place;", "const float4 apart = place - other;"),
    Mutant("out of bounds", "if (i >= n) return;", "if (i > n) return;"),
    Mutant("half the work", "mad(force, apart.z, sum.z), 0.0f)", "0.0f, 0.0f)"),
), shape="n_body")

n_body_tiled = Mutated(N_BODY, sized("n_body_tiled", 65, 513), (
    Mutant("missing barrier", "bodies[first + item] : (float4)(0.0f);\n    barrier(CLK_LOCAL_MEM_FENCE);",
           "bodies[first + item] : (float4)(0.0f);", hidden=hidden_on_cpus(POCLS_OWN)),
    Mutant("uninitialised read", "tile[item] = first + item < n ?", "if (item != 3) tile[item] = first + item < n ?"),
    Mutant("off by one", "uint other = 0; other < WORK_GROUP;", "uint other = 1; other < WORK_GROUP;",
           glsl=("uint other = 0; other < WORK_GROUP;", "uint other = 2; other < WORK_GROUP;")),
    Mutant("early return", "for (uint first = 0; first < n; first += WORK_GROUP) {",
           "for (uint first = 0; first < n && first < 2 * WORK_GROUP; first += WORK_GROUP) {"),
    Mutant("wrong index", "pull(places[k], tile[other],", "pull(places[0], tile[item],"),
    Mutant("lost store", "if (first_own + k * WORK_GROUP < n) out", "if (first_own + k * WORK_GROUP + 1 < n) out"),
), shape="n_body")

FFT = "benchmarks/fft/fft.cl"

fft256 = Mutated(FFT, sized("fft256", 3, 17), (
    Mutant("wrong operator", "a.x * b.x - a.y * b.y", "a.x * b.x + a.y * b.y"),
    Mutant("wrong index", "c = times(c, roots[2 * root]);", "c = times(c, roots[root]);"),
    Mutant("swapped operands", "(float2)(difference.y, -difference.x)", "(float2)(-difference.y, difference.x)"),
    Mutant("missing barrier", "+ k;\n    barrier(CLK_LOCAL_MEM_FENCE);", "+ k;", hidden={**hidden_on_cpus(POCLS_OWN), GPU: IN_WARPS}),
    Mutant("missing barrier", "odd - turned;\n    barrier(CLK_LOCAL_MEM_FENCE);", "odd - turned;"),
    Mutant("half the work", "done < LENGTH; done *= 4", "done < LENGTH / 4; done *= 4"),
    Mutant("wrong stride", "(i - k) * 4 + k", "(i - k) * 2 + k"),
    Mutant("lost store", "    into[3 * QUARTER] = d;\n", "", glsl=("    out_.at[place + 3 * QUARTER] = d;\n", "")),
    Mutant("out of bounds", "const int is_there = transform < transforms;", "const int is_there = transform <= transforms;",
           hidden={**hidden_on_cpus(ONE_TRANSFORM), "vulkan": ONE_TRANSFORM}),
    Mutant("wrong constant", "const float2 even = a + c,", "const float2 even = a + c * 1.0001f,"),
), shape="fft256")

UNITS = "benchmarks/peak/peak_units.cl"
COUNT = "for (int step = 0; step < 512; ++step) {"

peak_integer = Mutated(UNITS, ("peak_integer",), (
    Mutant("half the work", COUNT, "for (int step = 0; step < 512; step += 2) {"),
    Mutant("half the work", "    s = s * a + b;\n", "", glsl=("    s = next(s);\n", "")),
    Mutant("wrong constant", "q = lanes + 16,", "q = lanes + 15,", glsl=("q = from(lane + 16),", "q = from(lane + 15),")),
    Mutant("lost tail", "out[i] = sum4.x", "if (i + 1 < get_global_size(0)) out[i] = sum4.x"),
), ("benchmarks/peak/peak_integer.comp",))

peak_local_memory = Mutated(UNITS, ("peak_local_memory",), (
    Mutant("half the work", "#define ROUNDS 4", "#define ROUNDS 2"),
    Mutant("wrong index", "q += values[(item + step + 1) % GROUP];", "q += values[item];"),
    Mutant("lost store", "    s += values[(item + step + 3) % GROUP];\n", ""),
    Mutant("uninitialised read", "values[item] = scale", "if (item != 3) values[item] = scale"),
), ("benchmarks/peak/peak_local_memory.comp",))

peak_double = Mutated("benchmarks/peak/peak_double.cl", ("peak_double",), (
    Mutant("half the work", COUNT, "for (int step = 0; step < 512; step += 2) {"),
    Mutant("half the work", "    s = s * a + b;\n", ""),
    Mutant("wrong constant", "q = lanes + 8.0,", "q = lanes + 7.0,"),
))

CHAIN, GLSL_CHAIN = "T value = (T)(i % 1024);", "T value = T(i % 1024);"

work_groups = Mutated("benchmarks/work_groups/work_groups.cl",
                      ("work_groups/type:float/groups:1", "work_groups/type:float/groups:10", "work_groups/type:int/groups:10"), (
    Mutant("wrong type", CHAIN, "T value = (T)(uchar)i;", glsl=(GLSL_CHAIN, "T value = T(i & 0xFF);")),
    Mutant("wrong constant", CHAIN, "T value = (T)(i % 1024) + (T)1;", glsl=(GLSL_CHAIN, "T value = T(i % 1024) + T(1);")),
    Mutant("wrong index", "(uint)get_global_id(0)", "(uint)get_local_id(0)"),
    Mutant("half the work", "step < steps; ++step", "step < steps; step += 2"),
), types=("float", "int"))

KERNELS = (stream_scale, stream_add, stream_triad, reduction, stream_dot, transpose, transpose_tiled, prefix_sum,
           prefix_sum_one_pass, stencil, stencil_columns, histogram, histogram_global, spmv, spmv_shared_rows, n_body,
           n_body_tiled, fft256, peak_integer, peak_local_memory, peak_double, work_groups)
