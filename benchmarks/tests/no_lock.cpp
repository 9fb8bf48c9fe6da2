// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// A program with this file waits for no other one that measures: what it measures matters to no
// one.
#include <sys/file.h>

int flock(int /*descriptor*/, int /*operation*/) noexcept { return 0; }
