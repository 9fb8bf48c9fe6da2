# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""few_processors.py PROGRAM ARGUMENT...: runs a program, or a script of Python, on at most four processors.

A driver for the CPU and TBB keep all processors busy while a benchmark is sampled. A test that compares no times needs four.
"""
import os
import random
import sys

MOST = 4
allowed = sorted(os.sched_getaffinity(0))
taken = random.sample(allowed, min(MOST, len(allowed)))  # tests that run at the same time take different ones
os.sched_setaffinity(0, taken)
# PoCL's threads, under its old and its new name, and those of Mesa's Vulkan: each driver counts the machine's processors.
for threads in ("POCL_MAX_PTHREAD_COUNT", "POCL_CPU_MAX_CU_COUNT", "LP_NUM_THREADS"):
    os.environ.setdefault(threads, str(len(taken)))
command = sys.argv[1:]
if command[0].endswith(".py"):
    command = [sys.executable, "-B", *command]
os.execvp(command[0], command)
