# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""few_processors.py PROGRAM ARGUMENT...: runs a program, or a Python script, on at most four processors. A driver for the CPU
and TBB keep all processors busy while a benchmark is sampled, and a test that compares no times needs four."""
import os
import random
import sys

allowed = sorted(os.sched_getaffinity(0))
taken = random.sample(allowed, min(4, len(allowed)))  # so that two tests seldom share them
os.sched_setaffinity(0, taken)
# PoCL (by its old and its new name) and Mesa's Vulkan count the processors of the machine.
for threads in ("POCL_MAX_PTHREAD_COUNT", "POCL_CPU_MAX_CU_COUNT", "LP_NUM_THREADS"):
    os.environ.setdefault(threads, str(len(taken)))
command = [sys.executable, "-B"] * sys.argv[1].endswith(".py") + sys.argv[1:]
os.execvp(command[0], command)
