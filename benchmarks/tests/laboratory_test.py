#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The suite in the laboratories of the CPU driver and of OpenCL: what hardware does rarely must not change a result or a
time, and what it does when it is broken must not pass."""
import concurrent.futures
import functools
import pathlib
import re
import tempfile
import time
import unittest

import suite_run

# Device times of milliseconds, which fill nearly all of the host time around them.
KERNEL = "level_zero/matmul/256"
COPY = "level_zero/transfer/device_to_device/33554432"
# Device time of each of two modes: in both together 22 bits at 19.2 MHz, or 21 at 12 MHz, run over
# four times at least.
SAMPLED_S = 0.5
# A single wrap comes so long before the end of such a run: in the middle of the first mode, behind which are the
# second one and a tenth of a second of its warm-up. The timer starts a tenth of a second after the run.
WRAP_BEFORE_END_S = 1.1
# Of the host time around a sample, the device's share in the best one: a busy machine keeps the
# host waiting in others. A rate that is off by a tenth, or a counter cut too short, has no such sample.
SHARE = 0.9
# And of so many runs, on a busier machine.
RUNS = 4


class Wraps(unittest.TestCase):
    """Every sample's device time is above zero and within the host time around it. A wrap that is taken for time, or
    a mask too wide, is more than that by a factor of a hundred and more."""

    @staticmethod
    def flags(benchmark):
        return [f"--tickbench_benchmark={benchmark}", f"--benchmark_min_time={SAMPLED_S}", "--tickbench_budget=0.1"]

    @classmethod
    @functools.cache
    def seconds_to_wrap(cls, benchmark):
        """From the start of a run until it is sampling, on this machine as busy as it is."""
        begin = time.monotonic()
        suite_run.run(*cls.flags(benchmark))
        return time.monotonic() - begin - WRAP_BEFORE_END_S

    def check_one_wrap(self, benchmark, hertz, bits, kernel_bits):
        before_wrap = int(hertz * self.seconds_to_wrap(benchmark))
        self.check(benchmark, hertz, bits, kernel_bits, start=2**bits - before_wrap)

    def check(self, benchmark, hertz, bits, kernel_bits, start=None):
        settings = {
            "ZECPU_LAB_TIMER_HZ": str(hertz),
            "ZECPU_LAB_TIMER_BITS": str(bits),
            "ZECPU_LAB_KERNEL_TIMER_BITS": str(kernel_bits),
        }
        if start is not None:
            settings["ZECPU_LAB_TIMER_START"] = str(start)
        shares = []
        while len(shares) < RUNS and max(shares, default=0) <= SHARE:
            shares.append(self.run_once(benchmark, hertz, kernel_bits, settings))
        self.assertGreater(max(shares), SHARE, shares)

    def run_once(self, benchmark, hertz, kernel_bits, settings):
        found = suite_run.run(*self.flags(benchmark), **settings)
        self.assertEqual(found.status, 0, found.error)
        device = found.devices[0]
        self.assertEqual(device["timer_hertz"], hertz)
        self.assertEqual(device["timer_valid_bits"], kernel_bits)
        self.assertAlmostEqual(device["clock_check"]["rate"], 1, delta=0.01)
        # Where the times of one method are implausible, another is taken.
        methods = {mode["mode"]: mode["method"] for mode in found.samples}
        self.assertEqual(methods["isolated"], "event" if benchmark == KERNEL else "bracket")
        if methods["batched"] != "held bracket":  # a busy host cannot hold every bracket: then it says so
            self.assertEqual(methods["batched"], "bracket")
            self.assertIn("the host did not keep ahead of the device", str(found.rows[0]["notes"]))
        return min(self.best_share(mode, 1 / hertz) for mode in found.samples)

    def best_share(self, mode, tick):
        samples = list(zip(mode["device_seconds"], mode["host_seconds"]))
        for device, host in samples:
            self.assertGreater(device, 0)
            self.assertLessEqual(device, host + tick)
        return max(device / host for device, host in samples)

    def test_kernels_at_19200000_hertz_and_32_bits(self):
        self.check_one_wrap(KERNEL, 19200000, 32, 32)

    def test_kernels_five_times_a_second(self):
        self.check(KERNEL, 19200000, 22, 22)

    def test_copies_at_12_megahertz_and_36_bits(self):
        self.check_one_wrap(COPY, 12000000, 36, 32)

    def test_copies_six_times_a_second(self):
        self.check(COPY, 12000000, 21, 32)

    def test_kernels_at_64_bits(self):
        self.check_one_wrap(KERNEL, 10**9, 64, 64)


class PlantedFaults(unittest.TestCase):
    def run_one(self, benchmark, **settings):
        return suite_run.run(
            f"--tickbench_benchmark=level_zero/{benchmark}",
            "--tickbench_budget=0.01",
            program=suite_run.PLANTED_FAULTS,
            **settings,
        )

    def test_ordinary_runs_show_none(self):
        for benchmark in ("barrier", "missing_barrier", "host_access"):
            found = self.run_one(benchmark)
            self.assertEqual(found.status, 0, found.error)

    def test_a_missing_barrier_fails_out_of_order(self):
        found = self.run_one("missing_barrier", ZECPU_LAB_OUT_OF_ORDER="1")
        self.assertEqual(found.status, 1)
        self.assertEqual(found.rows[0]["outcome"], "wrong_result")
        with_barrier = self.run_one("barrier", ZECPU_LAB_OUT_OF_ORDER="1")
        self.assertEqual(with_barrier.status, 0, with_barrier.error)

    def test_a_signal_that_opens_no_hold_is_tried_again_and_named(self):
        found = suite_run.run(
            "--tickbench_benchmark=level_zero/saxpy/1024",
            "--tickbench_level_zero_list=immediate",
            "--tickbench_budget=0.01",
            ZECPU_LAB_FAIL="zeEventHostSignal:1:ZE_RESULT_ERROR_UNKNOWN",
        )
        self.assertEqual(found.status, 1, found.error)
        self.assertEqual(found.rows[0]["outcome"], "passed")
        self.assertIn("error: cleaning up: zeEventHostSignal: ZE_RESULT_ERROR_UNKNOWN", found.error)

    def test_a_host_access_is_trapped_and_named(self):
        # The address sanitizer would turn the signal into an exit of its own.
        found = self.run_one("host_access", ZECPU_LAB_TRAP_HOST_ACCESS="1", ASAN_OPTIONS="handle_segv=0")
        self.assertLess(found.status, 0, "expected an end by a signal")
        self.assertRegex(
            found.error, r"the host touched device memory at 0x[0-9a-f]+: byte 17 of the 4096 bytes of device allocation"
        )
        others = self.run_one("barrier", ZECPU_LAB_TRAP_HOST_ACCESS="1")
        self.assertEqual(others.status, 0, others.error)


def flags_for(benchmarks):
    return [f"--tickbench_benchmark={benchmark}" for benchmark in benchmarks]


# Measured in a tenth of a second each.
SOME = flags_for(["level_zero/matmul/64", "level_zero/saxpy/1024", "level_zero/transfer/heap_to_device/8192"])
SHORTLY = "--tickbench_budget=0.01"


class SuiteInTheLaboratory(unittest.TestCase):
    """The suite leaves no barrier out, touches no device memory, and says what a broken device does."""

    def each(self):
        return flags_for(suite_run.smallest_of_each())

    def check(self, **settings):
        for flags in ([*self.each(), "--tickbench_verify_only"], [*SOME, SHORTLY]):
            found = suite_run.run(*flags, **settings)
            self.assertEqual(found.status, 0, found.error)

    def test_out_of_order(self):
        self.check(ZECPU_LAB_OUT_OF_ORDER="1")

    def test_trapping_host_accesses(self):
        self.check(ZECPU_LAB_TRAP_HOST_ACCESS="1")

    def test_late_signals(self):
        self.check(ZECPU_LAB_LATE_SIGNALS_US="100")

    def test_executing_nothing(self):
        found = suite_run.run(*self.each(), ZECPU_LAB_EXECUTE_NOTHING="1")
        self.assertEqual(found.status, 1)
        self.assertGreater(len(found.rows), 10)
        for row in found.rows:
            self.assertEqual(row["outcome"], "device_error", row["id"])
            self.assertIn("the device executed nothing", row["message"])

    def test_a_driver_that_fails_while_it_is_listed(self):
        for call in ("zeInit", "zeDriverGet", "zeDeviceGet", "zeDeviceGetProperties"):
            # Newer loaders ask the driver themselves, within zeInit, which then fails. The first calls are theirs.
            for nth in range(1, 9):
                fails = {"ZECPU_LAB_FAIL": f"{call}:{nth}:ZE_RESULT_ERROR_DEVICE_LOST"}
                found = suite_run.run(SOME[0], "--tickbench_verify_only", **fails)
                self.assertEqual([row["outcome"] for row in found.rows], ["device_error"], (call, nth))
                self.assertEqual(found.status, 1, (call, nth))
                self.assertRegex(found.error, f"({call}|zeInit).*ZE_RESULT_ERROR_DEVICE_LOST")
                if call in found.error:
                    break
            self.assertIn(call, found.error)

    def test_losing_the_device(self):
        found = suite_run.run(*self.each(), "--tickbench_verify_only", ZECPU_LAB_LOST_AFTER="3")
        self.assertEqual(found.status, 1)
        self.assertIn("ZE_RESULT_ERROR_DEVICE_LOST", found.error)


class OpenClInTheLaboratory(unittest.TestCase):
    """The suite over OpenCL, while a layer makes the driver fail, lie, hang, or vanish."""

    KERNEL, COPY, MAPPED = "opencl/saxpy/1024", "opencl/transfer/heap_to_device/8192", "opencl/transfer/heap_to_mapped/8192"

    def run_with(self, *flags, program=suite_run.SUITE, **settings):
        """Nothing is left over, unless the process could not come to its end."""
        with tempfile.TemporaryDirectory() as folder:
            objects = pathlib.Path(folder, "objects")
            layer = {"OPENCL_LAYERS": suite_run.OPENCL_LAYER, "CLLAB_OBJECTS_OUT": str(objects)}
            found = suite_run.run(*flags, program=program, device="opencl:0", ZECPU_EXECUTOR="host", **layer, **settings)
            if "CLLAB_HANG" not in settings and "CLLAB_STALL" not in settings:
                self.assertEqual(objects.read_text(), "", "references that were not given back")
        return found

    def outcomes(self, found):
        self.assertEqual(found.status, 1, found.error)
        return [row["outcome"] for row in found.rows]

    def each(self):
        """But for those that have nothing to check, which a device that does nothing leaves as it is, the peaks, which
        take a second, and half precision, which PoCL lacks."""
        left_out = re.compile("opencl/(empty|launch/.*|peak_.*|work_groups/type:half/.*)")
        return flags_for(name for name in suite_run.smallest_of_each(device="opencl:0") if not left_out.fullmatch(name))

    def test_time_stamps_that_are_wrong(self):
        expected = {
            "zero": ("device_error", "expected a time stamp in a complete event, found 0"),
            "huge": ("implausible_time", "the device's clock is wrong"),
            "frozen": ("implausible_time", "the device's clock stands still"),
            "backward": ("implausible_time", "the device's clock is wrong"),
        }
        for how, (outcome, message) in expected.items():
            found = self.run_with(*flags_for([self.KERNEL, self.COPY]), SHORTLY, CLLAB_PROFILING=how)
            self.assertEqual(set(self.outcomes(found)), {outcome}, how)
            for row in found.rows:
                self.assertIn(message, row["message"], how)

    def test_time_stamps_of_single_events_that_are_wrong(self):
        """The clock goes right, and each event's own times are refused: brackets give the time, and the row says why."""
        for how in ("equal", "swapped"):
            found = self.run_with(*flags_for([self.KERNEL, self.COPY]), SHORTLY, CLLAB_PROFILING=how)
            self.assertEqual(found.status, 0, found.error)
            for row in found.rows:
                self.assertEqual(row["methods"]["isolated"], "bracket", how)
                self.assertIn("isolated: method event was refused", str(row["notes"]), how)

    def test_success_without_work(self):
        found = self.run_with(*self.each(), "--tickbench_verify_only", CLLAB_SKIP="*:1")
        self.assertEqual(set(self.outcomes(found)), {"device_error"})
        self.assertGreater(len(found.rows), 10)
        for row in found.rows:
            self.assertIn("the device executes nothing", row["message"])

    def test_kernels_that_stop_working(self):
        """Somewhere in a run: before the results are checked, and while they are timed."""
        for first in (2, 100, 400):
            found = self.run_with(*flags_for([self.KERNEL]), SHORTLY, CLLAB_SKIP=f"clEnqueueNDRangeKernel:{first}")
            self.assertEqual(self.outcomes(found), ["wrong_result"], first)

    def test_executing_nothing(self):
        found = self.run_with(*self.each(), "--tickbench_verify_only", CLLAB_EXECUTE_NOTHING="1")
        self.assertEqual(len(found.rows), len(self.each()))
        self.assertLessEqual(set(self.outcomes(found)), {"device_error", "wrong_result"})
        measured = self.run_with(*flags_for([self.KERNEL, self.COPY]), SHORTLY, CLLAB_EXECUTE_NOTHING="1")
        self.assertEqual(self.outcomes(measured), ["device_error"] * 2)
        for row in measured.rows:
            self.assertIn("the device executed nothing", row["message"])

    def test_losing_the_device(self):
        for call, code in (
            ("clEnqueueNDRangeKernel:3", "CL_DEVICE_NOT_AVAILABLE"),
            ("clFinish:60", "CL_OUT_OF_RESOURCES"),
            ("clSetUserEventStatus:2", "CL_OUT_OF_RESOURCES"),
        ):
            found = self.run_with(*flags_for([self.KERNEL, self.MAPPED]), SHORTLY, CLLAB_LOSE=f"{call}:{code}")
            self.assertLessEqual(set(self.outcomes(found)), {"device_error", "no_device", "out_of_memory"}, call)
            self.assertIn(code, found.error, call)

    def test_losing_the_device_in_every_benchmark(self):
        found = self.run_with(
            *self.each(), "--tickbench_verify_only", CLLAB_LOSE="clFinish:2:CL_DEVICE_NOT_AVAILABLE"
        )
        self.assertNotIn("passed", self.outcomes(found))

    def test_hanging(self):
        """In a call, or behind a command that never ends: the run ends by itself, and says where it was."""
        benchmark = "timed_out: expected to end, all of its trials with it, within"
        cases = (
            ({"CLLAB_HANG": "clGetPlatformIDs:1"}, "expected the drivers to list their devices within"),
            ({"CLLAB_HANG": "clBuildProgram:1"}, benchmark),
            ({"CLLAB_HANG": "clFinish:2"}, benchmark),
            ({"CLLAB_STALL": "clEnqueueNDRangeKernel:1"}, benchmark),
            ({"CLLAB_STALL": "clEnqueueReadBuffer:1"}, benchmark),
            ({"CLLAB_HANG": "clReleaseContext:1"}, "expected the drivers to close their devices within"),
        )
        # All at once, so that on a busy machine too there is time for what has to be done before.
        flags = [*flags_for([self.KERNEL]), "--tickbench_verify_only", "--tickbench_timeout=5"]
        with concurrent.futures.ThreadPoolExecutor(len(cases)) as pool:
            runs = [(case, pool.submit(self.run_with, *flags, **case[0])) for case in cases]
        for (settings, message), run in runs:
            self.assertEqual(run.result().status, 1, settings)
            self.assertIn(message, run.result().error, settings)

    def test_a_driver_that_fails_while_it_is_listed(self):
        for call in ("clGetPlatformIDs", "clGetDeviceIDs", "clGetPlatformInfo", "clGetDeviceInfo"):
            fails = {"CLLAB_FAIL": f"{call}:1:CL_OUT_OF_RESOURCES"}
            found = self.run_with(*flags_for([self.KERNEL]), "--tickbench_verify_only", **fails)
            self.assertEqual(self.outcomes(found), ["device_error"], call)
            self.assertRegex(found.error, f"{call}.*CL_OUT_OF_RESOURCES", call)

    def test_shared_memory_is_not_freed_under_a_command(self):
        """Its first byte is written by a command, and the wait for that fails: it is waited for once more."""
        with tempfile.TemporaryDirectory() as folder:
            calls = pathlib.Path(folder, "calls")
            # Allocated between bands, then without, and then in a trial that has none.
            fails = ",".join(f"clFinish:{number}:CL_OUT_OF_RESOURCES" for number in (1, 3, 6))
            settings = {"CLLAB_FAIL": fails, "CLLAB_CALLS_OUT": str(calls)}
            benchmark = flags_for(["opencl/transfer/shared_to_heap/8192"])
            found = self.run_with(*benchmark, "--tickbench_verify_only", **settings)
            self.assertEqual(self.outcomes(found), ["out_of_memory"])
            self.assertRegex(calls.read_text(), r"(?s)clFinish 8\n.*clSVMFree 3\n")

    def test_a_program_is_built_once_more_where_that_may_help(self):
        for status, outcome in (("CL_BUILD_PROGRAM_FAILURE", "passed"), ("CL_DEVICE_NOT_AVAILABLE", "build_failed")):
            fails = {"CLLAB_FAIL": f"clBuildProgram:1:{status}"}
            found = self.run_with(*flags_for([self.KERNEL]), "--tickbench_verify_only", **fails)
            self.assertEqual([row["outcome"] for row in found.rows], [outcome], status)


class Layers(unittest.TestCase):
    """The loader's validation layer finds no wrong argument, and its interception changes nothing."""

    VALIDATION = {"ZE_ENABLE_VALIDATION_LAYER": "1", "ZE_ENABLE_PARAMETER_VALIDATION": "1"}

    def check(self, *flags, **settings):
        found = suite_run.run(*flags, **settings)
        self.assertEqual(found.status, 0, found.error)
        self.assertNotIn("ZE_RESULT", found.error)

    def test_validation_of_every_benchmark_while_measuring(self):
        with tempfile.TemporaryDirectory() as folder:
            loads = {"LD_DEBUG": "files", "LD_DEBUG_OUTPUT": f"{folder}/loads"}
            self.check(suite_run.BUT_THE_LARGEST, SHORTLY, **self.VALIDATION, **loads)
            loaded = "".join(file.read_text() for file in pathlib.Path(folder).iterdir())
        self.assertRegex(loaded, r"calling init: \S*libze_validation_layer", "the loader did not load the layer")

    def calls_with_a_wrong_argument(self, **settings):
        """The names of the calls that reach the driver."""
        with tempfile.TemporaryDirectory() as folder:
            calls = pathlib.Path(folder, "calls")
            flags = ["--tickbench_benchmark=level_zero/wrong_argument", SHORTLY]
            counts = {"ZECPU_LAB_CALLS_OUT": str(calls)}
            found = suite_run.run(*flags, program=suite_run.PLANTED_FAULTS, **counts, **settings)
            self.assertEqual(found.status, 1, found.error)
            return {line.split()[0] for line in calls.read_text().splitlines()}

    def test_validation_stops_a_wrong_argument(self):
        self.assertIn("zeContextGetStatus", self.calls_with_a_wrong_argument())
        self.assertNotIn("zeContextGetStatus", self.calls_with_a_wrong_argument(**self.VALIDATION))

    def test_interception(self):
        self.check(*SOME, SHORTLY, ZE_ENABLE_LOADER_INTERCEPT="1")


if __name__ == "__main__":
    unittest.main(verbosity=2)
