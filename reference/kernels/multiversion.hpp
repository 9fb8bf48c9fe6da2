// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// REFERENCE_MULTIVERSION before a function compiles it for several x86-64 levels; the loader picks
/// the best one that the processor has. Needs indirect functions (glibc); elsewhere one version is
/// compiled, for the machine that the flags name. The thread and address sanitizers' run times are
/// not ready yet when the loader picks.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__SANITIZE_THREAD__) && \
    !defined(__SANITIZE_ADDRESS__)
#define REFERENCE_MULTIVERSION __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define REFERENCE_MULTIVERSION
#endif
