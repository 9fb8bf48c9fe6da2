# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""DeviceTimer and dpctl.SyclTimer around the same work, on the same queue, in one process.

    python3 dpctl_timer_test.py LIBRARY
"""
import ctypes
import statistics
import sys
import unittest

LIBRARY = sys.argv.pop(1)
try:
    import dpctl
    import dpctl.memory
    DEVICE = dpctl.SyclDevice("opencl:cpu")
except Exception as error:  # of dpctl's own kinds, or it is not here
    print(f"skipped: no dpctl with an OpenCL device: {error}")
    sys.exit(77)

REGIONS = 40
BYTES = 1 << 24
# A device's clock and the host's, and what the marks of the one hold of the other's.
TOLERANCE = 0.05


class Timer:
    """tickbench::DeviceTimer, as a context."""

    def __init__(self, queue):
        self.timers = ctypes.CDLL(LIBRARY)
        self.timers.tickbench_timer_create.restype = ctypes.c_void_p
        self.timers.tickbench_timer_create.argtypes = [ctypes.c_void_p]
        for name, result in (("start", ctypes.c_bool), ("stop", ctypes.c_bool), ("host", ctypes.c_double),
                             ("device", ctypes.c_double), ("destroy", None)):
            function = getattr(self.timers, f"tickbench_timer_{name}")
            function.restype, function.argtypes = result, [ctypes.c_void_p]
        self.queue = queue
        self.handle = self.timers.tickbench_timer_create(queue.addressof_ref())
        if not self.handle:
            raise RuntimeError("no timer")

    def __enter__(self):
        if not self.timers.tickbench_timer_start(self.handle):
            raise RuntimeError("start")

    def __exit__(self, *_):
        if not self.timers.tickbench_timer_stop(self.handle):
            raise RuntimeError("stop")

    def __del__(self):
        if getattr(self, "handle", None):
            self.timers.tickbench_timer_destroy(self.handle)

    @property
    def dt(self):
        return self.timers.tickbench_timer_host(self.handle), self.timers.tickbench_timer_device(self.handle)


class SameWork(unittest.TestCase):
    def setUp(self):
        self.queue = dpctl.SyclQueue(DEVICE, property=["enable_profiling", *self.properties])
        self.memory = dpctl.memory.MemoryUSMDevice(2 * BYTES, queue=self.queue)
        self.to, self.source = (dpctl.memory.MemoryUSMDevice(BYTES, queue=self.queue) for _ in range(2))
        for _ in range(3):
            self.copy().wait()

    properties = ()

    def copy(self):
        return self.queue.memcpy_async(self.to, self.source, BYTES)

    def test_device_times_agree_region_by_region(self):
        ratios, ours, theirs = [], [0.0, 0.0], [0.0, 0.0]
        for _ in range(REGIONS):
            inner = dpctl.SyclTimer()
            outer = Timer(self.queue)
            with outer, inner(self.queue):
                self.copy()
                self.copy()
            for sums, (host, device) in ((ours, outer.dt), (theirs, inner.dt)):
                sums[0] += host
                sums[1] += device
            ratios.append(outer.dt[1] / inner.dt.device_dt)
        median = statistics.median(ratios)
        print(f"{type(self).__name__}: {REGIONS} regions: device {ours[1] * 1e3:.2f} ms and {theirs[1] * 1e3:.2f} ms, "
              f"median of ratios {median:.4f}; host {ours[0] * 1e3:.2f} ms and {theirs[0] * 1e3:.2f} ms")
        # Ours holds dpctl's fences too.
        self.assertGreaterEqual(median, 1)
        self.assertLess(median, 1 + TOLERANCE)
        # Ours waits for the region's end. Theirs ends with the submission.
        self.assertGreater(ours[0], ours[1] * 0.95)
        self.assertLess(theirs[0], ours[0])


class OutOfOrder(SameWork):
    """As dpctl's queues are unless they are told otherwise."""


class InOrder(SameWork):
    properties = ("in_order",)


del SameWork

if __name__ == "__main__":
    unittest.main()
