# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# Read by `ctest -S ci/dashboard.cmake`, which says where to submit.
set(CTEST_PROJECT_NAME tickbench)
set(CTEST_NIGHTLY_START_TIME "01:00:00 UTC")
