# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The bodies of the suite's benchmarks with one defect each."""
from mutant import Mutant, Mutated, hidden_everywhere

NO_CHECK = ("invalid_benchmark",)
EQUAL_RESULTS = "it gives the same results by another kernel: which one was meant, nobody but its author knows"
COUNTS = "the function in the kernel's place writes the result for 1 and 1, whatever it is given"

copy = Mutated("benchmarks/copy/copy.cpp", ("copy/1024",), (
    Mutant("half the work", ".over(n / 4, kWorkGroup)", ".over(n / 8, kWorkGroup / 2)"),
    Mutant("swapped operands", ".args(x_d, y_d)", ".args(y_d, x_d)"),
    Mutant("wrong kernel", 'kernel("copy").args(x_d, y_d)', 'kernel("empty").args()', outcomes=("invalid_benchmark",)),
    Mutant("wrong kernel", 'kernel("copy").args(x_d, y_d)', 'kernel("saxpy").args(1.0F, x_d, y_d)'),
    Mutant("wrong buffer", "tickbench::out(y_d)", "tickbench::out(x_d)"),
    Mutant("wrong buffer", "device.upload(x);", "device.upload(std::vector<float>(n));"),
    Mutant("wrong input", "tickbench::random<float>(n);", "std::vector<float>(n, 1.0F);", outcomes=("mistrusted",)),
    Mutant("no check", "state.verify(", "if (n == 0) state.verify(", outcomes=NO_CHECK),
    Mutant("half the work", "state.measure(copy)",
           'state.measure(device.kernel("copy").args(x_d, y_d).over(n / 16, kWorkGroup / 4))'),
    Mutant("wrong declaration", "reads(x_d)", "reads(1e15)", outcomes=("impossible_rate",)),
    Mutant("wrong declaration", "writes(y_d)", "writes(n)", outcomes=("invalid_benchmark",)),
    Mutant("wrong reference", "reference::tbb::copy(x, out)", "reference::tbb::copy(x, out), out[0] = x[1]"),
    Mutant("wrong reference", "reference::serial::copy(x, out)", "out[0] = x[0]"),
))

saxpy = Mutated("benchmarks/saxpy/saxpy.cpp", ("saxpy/1024",), (
    Mutant("half the work", ".over(n / 4, kWorkGroup)", ".over(n / 8, kWorkGroup / 2)"),
    Mutant("swapped operands", ".args(kA, x_d, y_d)", ".args(kA, y_d, x_d)"),
    Mutant("wrong constant", ".args(kA, x_d, y_d)", ".args(kA + 1, x_d, y_d)"),
    Mutant("wrong buffer", ".args(kA, x_d, y_d)", ".args(kA, y_d, y_d)"),
    Mutant("wrong buffer", "tickbench::inout(y_d)", "tickbench::out(y_d)"),
    Mutant("wrong buffer", "tickbench::inout(y_d)", "tickbench::inout(x_d)", outcomes=("wrong_result", "device_error")),
    Mutant("wrong kernel", 'kernel("saxpy").args(kA, x_d, y_d)', 'kernel("copy").args(x_d, y_d)'),
    Mutant("no check", "state.verify(", "if (n == 0) state.verify(", outcomes=NO_CHECK),
    Mutant("wrong constant", "reference::tbb::saxpy(kA, x, y, out)", "reference::tbb::saxpy(kA + 1, x, y, out)"),
    Mutant("wrong reference", "reference::serial::saxpy(kA, x, y, out)", "reference::serial::saxpy(kA, y, x, out)"),
    Mutant("wrong declaration", "flops(2 * n)", "flops(2e9 * n)", outcomes=("impossible_rate",)),
))

matmul = Mutated("benchmarks/matmul/matmul.cpp", ("matmul/32",), (
    Mutant("swapped operands", ".args(a_d, b_d, out_d, n)", ".args(b_d, a_d, out_d, n)"),
    Mutant("wrong constant", ".args(a_d, b_d, out_d, n)", ".args(a_d, b_d, out_d, n - 1)"),
    Mutant("half the work", ".over({n, n},", ".over({n, n / 2},"),
    Mutant("loose tolerance", "tickbench::dot_product(n));", "tickbench::absolute(1e9));", outcomes=("mistrusted",)),
    Mutant("wrong declaration", "flops(2 * n * n * n)", "flops(2e6 * n * n * n)", outcomes=("impossible_rate",)),
    Mutant("wrong buffer", "device.upload(b);", "device.upload(a);"),
    Mutant("wrong kernel", 'kernel("matmul")\n', 'kernel("matmul_tiled")\n', hidden=hidden_everywhere(EQUAL_RESULTS)),
))

matmul_tiled = Mutated("benchmarks/matmul_tiled/matmul_tiled.cpp", ("matmul_tiled/32", "matmul_tiled/128"), (
    Mutant("swapped operands", ".args(a_d, b_d, out_d, n)", ".args(b_d, a_d, out_d, n)"),
    Mutant("half the work", ".over({edge, edge},", ".over({edge, kWorkGroupEdge},"),
    Mutant("half the work", "(n + kTile - 1) / kTile", "(n + kTile - 1) / (2 * kTile)",
           outcomes=("wrong_result", "invalid_benchmark")),
    Mutant("stale result", "state.measure(matmul)",
           'state.measure(device.kernel("empty").args().over(kWorkGroupEdge, kWorkGroupEdge))'),
    Mutant("wrong kernel", 'kernel("matmul_tiled")', 'kernel("matmul")', outcomes=("wrong_result",)),
))

matmul_tuned = Mutated("benchmarks/matmul_tuned/matmul_tuned.cpp", ("matmul_tuned/33", "matmul_tuned/64"), (
    Mutant("swapped operands", ".args(a_d, b_d, out_d, n)", ".args(b_d, a_d, out_d, n)"),
    Mutant("half the work", ".args(a_d, b_d, out_d, n)", ".args(a_d, b_d, out_d, n / 2)"),
    Mutant("wrong buffer", "device.upload(b);", "device.upload(a);"),
    Mutant("stale result", "state.measure(matmul)", 'state.measure(device.kernel("empty").args().over(16, 16))'),
    Mutant("wrong declaration", "flops(2 * n * n * n)", "flops(2e6 * n * n * n)", outcomes=("impossible_rate",)),
    Mutant("no check", "state.verify(", "if (n == 0) state.verify(", outcomes=NO_CHECK),
))

BETWEEN = tuple(f"transfer/{pair}/8192" for pair in ("heap_to_device", "device_to_heap", "device_to_device"))

transfer = Mutated("benchmarks/transfer/transfer.cpp", BETWEEN, (
    Mutant("swapped operands", "device.copy(to_d, from_d)", "device.copy(from_d, to_d)",
           outcomes=("invalid_benchmark",)),
    Mutant("wrong buffer", "device.copy(to_d, from_d)", "device.copy(to_d, to_d)",
           outcomes=("wrong_result", "device_error", "invalid_benchmark")),
    Mutant("no work", "device.copy(to_d, from_d)", "device.fill(to_d, std::uint32_t{0})"),
    Mutant("wrong buffer", "device.upload(source, from)", "device.upload(std::vector<std::uint32_t>(n), from)"),
    Mutant("half the work", "device.upload(source, from)",
           "device.upload(std::vector(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(n / 2)), from)"),
    Mutant("wrong input", "tickbench::random<std::uint32_t>(n)", "std::vector<std::uint32_t>(n)",
           outcomes=("mistrusted",)),
    Mutant("wrong buffer", "state.verify(copy, tickbench::out(to_d)", "state.verify(copy, tickbench::out(from_d)",
           outcomes=("wrong_result", "invalid_benchmark")),
    Mutant("no check", "state.verify(", "if (n == 0) state.verify(", outcomes=NO_CHECK),
    Mutant("stale result", "state.measure(copy)", "state.measure(device.fill(to_d, std::uint32_t{1}))"),
))

peak_memory = Mutated("benchmarks/peak/peak.cpp", ("peak_memory",), (
    Mutant("swapped operands", ".args(x_d, y_d)", ".args(y_d, x_d)", outcomes=("wrong_result", "device_error")),
    # Of some sizes of caches the half is no whole number of work-groups.
    Mutant("half the work", ".over(n / 4, peak::kWorkGroup)", ".over(n / 8, peak::kWorkGroup)",
           outcomes=("wrong_result", "invalid_benchmark")),
))

peak_arithmetic = Mutated("benchmarks/peak/peak.cpp", ("peak_arithmetic",), (
    Mutant("wrong constant", ".args(out, 1.0F, 1.0F)", ".args(out, 1.0F, 2.0F)", hidden={"cuda": COUNTS}),
    Mutant("half the work", ".over(n, peak::kWorkGroup)", ".over(n / 2, peak::kWorkGroup)"),
    Mutant("wrong declaration", "peak::kMultiplyAddFlops * n", "1e6 * peak::kMultiplyAddFlops * n",
           outcomes=("impossible_rate",)),
))

HOSTS = (copy, saxpy, matmul, matmul_tiled, matmul_tuned, transfer, peak_memory, peak_arithmetic)
