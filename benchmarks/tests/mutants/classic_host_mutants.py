# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The bodies of the classic benchmarks with one defect each. They have odd sizes here."""
from host_mutants import COUNTS
from mutant import Mutant, Mutated

stream_triad = Mutated("benchmarks/stream/stream.cpp", ("stream_triad/257", "stream_triad/4099"), (
    Mutant("swapped operands", ".args(kA, x_d, y_d, z_d, suite::count_of(n))",
           ".args(kA, y_d, x_d, z_d, suite::count_of(n))"),
    Mutant("wrong constant", ".args(kA, x_d, y_d, z_d, suite::count_of(n))",
           ".args(kA, x_d, y_d, z_d, suite::count_of(n - 1))"),
    Mutant("wrong kernel", '.kernel("stream_triad", shape.variant())\n                   .args(kA, x_d',
           '.kernel("stream_add", shape.variant())\n                   .args(x_d'),
    Mutant("wrong declaration", "writes(z_d).flops(2 * n)", "writes(z_d).flops(2e9 * n)", outcomes=("impossible_rate",)),
    Mutant("wrong reference", "reference::serial::stream_triad(kA, x, y, out)",
           "reference::serial::stream_triad(kA, y, x, out)"),
))

stream_dot = Mutated("benchmarks/stream/stream.cpp", ("stream_dot/4099", "stream_dot/600011"), (
    Mutant("swapped operands", "state.verify(dot, last, tickbench::out(dot_d)",
           "state.verify(last, dot, tickbench::out(dot_d)"),
    Mutant("wrong buffer", "state.verify(dot, last, tickbench::out(dot_d)",
           "state.verify(dot, last, tickbench::out(partial_d)", outcomes=("wrong_result", "mistrusted", "invalid_benchmark")),
    Mutant("half the work", ".over(groups * shape.width, shape.width);", ".over(shape.width, shape.width);"),
    Mutant("loose tolerance", "sum_of_products(products));", "tickbench::absolute(1e9));", outcomes=("mistrusted",)),
    Mutant("stale result", "state.measure(dot, last);", "state.measure(last, last);", outcomes=("invalid_benchmark",)),
    Mutant("wrong reference", "out[0] = reference::serial::dot(x, y);", "out[0] = reference::serial::dot(x, x);"),
))

reduction = Mutated("benchmarks/reduction/reduction.cpp", ("reduction/type:float/n:4099", "reduction/type:double/n:600011"), (
    Mutant("half the work", "state.verify(reduction, last,", "state.verify(last,"),
    Mutant("wrong constant", ".args(partial_d, sum_d, suite::count_of(groups))", ".args(partial_d, sum_d, std::uint32_t{1})"),
    Mutant("wrong input", "tickbench::random<T>(n)", "std::vector<T>(n, 1)", outcomes=("mistrusted",)),
    Mutant("no check", "state.verify(", "if (n == 0) state.verify(", outcomes=("invalid_benchmark",)),
))

transpose_tiled = Mutated("benchmarks/transpose/transpose.cpp",
                          ("transpose/kernel:transpose_tiled/n:33", "transpose/kernel:transpose_tiled/n:257"), (
    Mutant("half the work", "{tiles * shape.width, tiles * step}, {shape.width, step}", "{tiles * shape.width, step}, {shape.width, step}"),
    Mutant("wrong kernel", '.kernel(name, has_tiles ? shape.variant() : "")', '.kernel("transpose")'),
    Mutant("wrong constant", "step = shape.width / shape.items;", "step = shape.width / shape.items / 2;",
           outcomes=("wrong_result", "device_error", "invalid_benchmark")),
    Mutant("wrong reference", "reference::tbb::transpose(n, in, out)", "reference::serial::transpose(n, in, out), out[0] = 2"),
))

prefix_sum = Mutated("benchmarks/prefix_sum/prefix_sum.cpp", ("prefix_sum/257", "prefix_sum/4099"), (
    Mutant("half the work", "state.verify(sums, before, within,", "state.verify(sums, within,"),
    Mutant("swapped operands", "state.verify(sums, before, within,", "state.verify(before, sums, within,"),
    Mutant("stale result", "state.measure(sums, before, within);", "state.measure(before, within);", outcomes=("invalid_benchmark",)),
    Mutant("wrong constant", ".args(sums_d, suite::count_of(tiles))", ".args(sums_d, suite::count_of(tiles / 2))"),
))

stencil_columns = Mutated("benchmarks/stencil/stencil.cpp", ("stencil_columns/17", "stencil_columns/257"), (
    Mutant("half the work", "suite::groups_over(on.n, on.shape.items)}", "suite::groups_over(on.n, 2 * on.shape.items)}"),
    Mutant("wrong declaration", "flops(kFlops * inner)", "flops(1e9 * kFlops * inner)", outcomes=("impossible_rate",)),
    Mutant("wrong reference", "reference::serial::stencil(on.n, on.in, out)",
           "reference::serial::stencil(on.n, on.in, out), out[0] = 2"),
))

histogram = Mutated("benchmarks/histogram/histogram.cpp", ("histogram/257", "histogram/1025"), (
    Mutant("stale result", "state.verify(clear, histogram,", "state.verify(histogram,"),
    Mutant("stale result", "state.measure(clear, histogram);", "state.measure(histogram);", outcomes=("invalid_benchmark",)),
    Mutant("twice the work", "state.verify(clear, histogram,", "state.verify(clear, histogram, histogram,"),
    Mutant("wrong input", "auto x = tickbench::random<std::uint32_t>(n);", "std::vector<std::uint32_t> x(n, 1U << 24);",
           outcomes=("mistrusted",)),
))

spmv = Mutated("benchmarks/spmv/spmv.cpp", ("spmv/65", "spmv/4099"), (
    Mutant("wrong buffer", "values_d = device.upload(a.values), x_d = device.upload(x);",
           "values_d = device.upload(a.values), x_d = device.upload(std::vector<float>(rows));"),
    Mutant("loose tolerance", "tickbench::dot_product(kMostOfRow)", "tickbench::absolute(1e9)", outcomes=("mistrusted",)),
    Mutant("half the work", ".over(suite::groups_over(rows, kWorkGroup) * kWorkGroup, kWorkGroup);",
           ".over(kWorkGroup, kWorkGroup);"),
))

n_body = Mutated("benchmarks/n_body/n_body.cpp", ("n_body/65", "n_body/257"), (
    Mutant("wrong constant", ".args(bodies_d, out_d, suite::count_of(n))", ".args(bodies_d, out_d, suite::count_of(n - 1))"),
    Mutant("loose tolerance", "tickbench::out(out_d), bound(n)", "tickbench::out(out_d), bound(1000000000 * n)",
           outcomes=("mistrusted",)),
    Mutant("swapped operands", ".args(bodies_d, out_d, suite::count_of(n))", ".args(out_d, bodies_d, suite::count_of(n))",
           outcomes=("wrong_result", "invalid_benchmark", "device_error")),
))

fft256 = Mutated("benchmarks/fft/fft.cpp", ("fft256/3", "fft256/17"), (
    Mutant("wrong buffer", ".args(in_d, roots_d, out_d,", ".args(in_d, in_d, out_d,"),
    Mutant("half the work", "suite::count_of(transforms))", "suite::count_of(transforms / 2))"),
    Mutant("wrong reference", "reference::serial::fft(length, in, out);", "reference::serial::fft(length / 2, in, out);"),
))

peak_integer = Mutated("benchmarks/peak/peak_units.cpp", ("peak_integer",), (
    Mutant("wrong constant", ".args(out, std::int32_t{1}, std::int32_t{1})", ".args(out, std::int32_t{1}, std::int32_t{2})",
           hidden={"cuda": COUNTS}),
    Mutant("half the work", "                    .over(n, peak::kWorkGroup);", "                    .over(n / 2, peak::kWorkGroup);"),
))

work_groups = Mutated("benchmarks/work_groups/work_groups.cpp",
                      ("work_groups/type:float/groups:1", "work_groups/type:float/groups:10"), (
    Mutant("half the work", ".over(n, kWorkGroup);", ".over((n + 1) / 2, kWorkGroup / 2);"),
    Mutant("wrong constant", "suite::count_of(kSteps))", "suite::count_of(kSteps - 1))"),
    Mutant("wrong declaration", "state.flops(2 * kSteps * n)", "state.flops(2e9 * kSteps * n)", outcomes=("impossible_rate",)),
))

HOSTS = (stream_triad, stream_dot, reduction, transpose_tiled, prefix_sum, stencil_columns, histogram, spmv, n_body,
         fft256, peak_integer, work_groups)
