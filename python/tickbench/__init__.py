# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
"""The command `tickbench`, and the CMake functions for plain Google Benchmark programs."""
