# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# The PTX of SOURCE, by SCRIPT: its only read of local memory stands behind its barrier, and its inverse square root is one
# instruction.

include("${SCRIPT}")
file(READ "${OUTPUT}" ptx)
string(FIND "${ptx}" "bar.sync" barrier)
string(FIND "${ptx}" "ld.shared" read)
if(barrier EQUAL -1 OR read LESS barrier)
  message(FATAL_ERROR "expected a barrier and a read of local memory behind it, found ${ptx}")
endif()
if(NOT ptx MATCHES "rsqrt\\.approx\\.f32" OR ptx MATCHES "sqrt\\.rn")
  message(FATAL_ERROR "expected rsqrt.approx.f32 alone, found ${ptx}")
endif()
