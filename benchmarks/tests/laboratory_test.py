#!/usr/bin/env python3
# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The suite over the CPU driver's laboratory: what hardware does rarely must not change a result or a time."""
import functools
import statistics
import unittest

import suite_run

KERNEL = "level_zero/matmul/256"
COPY = "level_zero/transfer/device_to_device/8388608"
# The timer reaches its last value after this: while the benchmark is being sampled, on most machines.
BEFORE_WRAP_S = 1.2
# Device time of each of two modes: in both together 24 bits at 19.2 MHz, or 23 at 12 MHz, run over.
SAMPLED_S = 0.5
# Between two runs on a busy machine. A wrap that is taken for time is off by a factor of a hundred and more.
FACTOR = 8


class Wraps(unittest.TestCase):
    def check(self, benchmark, hertz, bits, kernel_bits, start=None):
        flags = [f"--tickbench_benchmark={benchmark}", f"--benchmark_min_time={SAMPLED_S}", "--tickbench_budget=0.1"]
        settings = {
            "ZECPU_LAB_TIMER_HZ": str(hertz),
            "ZECPU_LAB_TIMER_BITS": str(bits),
            "ZECPU_LAB_KERNEL_TIMER_BITS": str(kernel_bits),
        }
        if start is not None:
            settings["ZECPU_LAB_TIMER_START"] = str(start)
        found = suite_run.run(*flags, **settings)
        self.assertEqual(found.status, 0, found.error)
        device = found.devices[0]
        self.assertEqual(device["timer_hertz"], hertz)
        self.assertEqual(device["timer_valid_bits"], kernel_bits)
        self.assertAlmostEqual(device["clock_check"]["rate"], 1, delta=0.01)
        usual = self.usual(*flags)
        self.assertEqual({mode["mode"] for mode in found.samples}, {"isolated", "batched"})
        for mode, usual_mode in zip(found.samples, usual.samples):
            self.check_samples(mode, statistics.median(usual_mode["device_seconds"]), 1 / hertz)

    @staticmethod
    @functools.cache
    def usual(*flags):
        """Without a laboratory."""
        return suite_run.run(*flags)

    def check_samples(self, mode, usual, tick):
        for device, host in zip(mode["device_seconds"], mode["host_seconds"]):
            self.assertGreater(device, 0)
            self.assertLessEqual(device, host + tick)
        median = statistics.median(mode["device_seconds"])
        self.assertLess(median, usual * FACTOR)
        self.assertGreater(median, usual / FACTOR)

    def test_kernels_at_19200000_hertz_and_32_bits(self):
        self.check(KERNEL, 19200000, 32, 32, start=2**32 - int(19200000 * BEFORE_WRAP_S))

    def test_kernels_every_second(self):
        self.check(KERNEL, 19200000, 24, 24)

    def test_copies_at_12_megahertz_and_36_bits(self):
        self.check(COPY, 12000000, 36, 32, start=2**36 - int(12000000 * BEFORE_WRAP_S))

    def test_copies_every_second(self):
        self.check(COPY, 12000000, 23, 32)

    def test_kernels_at_64_bits(self):
        self.check(KERNEL, 10**9, 64, 64, start=2**64 - int(10**9 * BEFORE_WRAP_S))


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

    def test_validation_of_every_benchmark(self):
        self.check("--tickbench_verify_only", suite_run.BUT_THE_LARGEST, **self.VALIDATION)

    def test_validation_while_measuring(self):
        self.check(*SOME, SHORTLY, **self.VALIDATION)

    def test_interception(self):
        self.check(*SOME, SHORTLY, ZE_ENABLE_LOADER_INTERCEPT="1")


if __name__ == "__main__":
    unittest.main(verbosity=2)
