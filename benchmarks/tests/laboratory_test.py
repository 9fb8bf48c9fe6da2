#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The suite over the CPU driver's laboratory: what hardware does rarely must not change a result or a time."""
import functools
import pathlib
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
        for mode in found.samples:
            self.check_samples(mode, 1 / hertz)

    def check_samples(self, mode, tick):
        samples = list(zip(mode["device_seconds"], mode["host_seconds"]))
        for device, host in samples:
            self.assertGreater(device, 0)
            self.assertLessEqual(device, host + tick)
        self.assertGreater(max(device / host for device, host in samples), SHARE)

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
            fails = {"ZECPU_LAB_FAIL": f"{call}:1:ZE_RESULT_ERROR_DEVICE_LOST"}
            found = suite_run.run(SOME[0], "--tickbench_verify_only", **fails)
            self.assertEqual([row["outcome"] for row in found.rows], ["device_error"], call)
            self.assertEqual(found.status, 1, call)
            self.assertRegex(found.error, f"{call}.*ZE_RESULT_ERROR_DEVICE_LOST")

    def test_losing_the_device(self):
        found = suite_run.run(*self.each(), "--tickbench_verify_only", ZECPU_LAB_LOST_AFTER="3")
        self.assertEqual(found.status, 1)
        self.assertIn("ZE_RESULT_ERROR_DEVICE_LOST", found.error)


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
