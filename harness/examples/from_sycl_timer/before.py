# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
import dpctl
import dpctl.memory

BYTES, REGIONS = 1 << 22, 10
queue = dpctl.SyclQueue(property=["in_order", "enable_profiling"])
source, to = (dpctl.memory.MemoryUSMDevice(BYTES, queue=queue) for _ in range(2))

timer = dpctl.SyclTimer(time_scale=1e6)
for _ in range(REGIONS):
    with timer(queue):
        queue.memcpy_async(to, source, BYTES)
queue.wait()
host, device = timer.dt
print(f"{REGIONS} regions: {device / REGIONS:.2f} us of device time each, {host / REGIONS:.2f} us of host time")
