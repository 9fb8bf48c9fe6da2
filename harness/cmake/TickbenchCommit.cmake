# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# cmake -D SOURCE=<folder> -D HEADER=<file> -P TickbenchCommit.cmake
# Run at every build, so that a result names the commit that was built, not the one that was configured.
execute_process(
  COMMAND git -C "${SOURCE}" describe --always --dirty --tags
  OUTPUT_VARIABLE commit
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
file(CONFIGURE OUTPUT "${HEADER}" CONTENT "#define TICKBENCH_BUILT_COMMIT \"${commit}\"\n")
