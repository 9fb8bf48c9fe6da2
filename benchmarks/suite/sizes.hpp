// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tickbench/registration.hpp>

/// The sizes of benchmarks of a kind, the smallest first. A test has others in their place: odd
/// ones.
namespace suite {

/// Elements of an array.
void vectors(tickbench::Registration* registration);
/// The same as an axis, `n`.
void axis_of_vectors(tickbench::Registration* registration);
/// Rows of a square matrix.
void matrices(tickbench::Registration* registration);
/// The same as an axis, `n`.
void axis_of_matrices(tickbench::Registration* registration);
/// Rows of square matrices that are multiplied.
void products(tickbench::Registration* registration);
/// Integers that are counted: enough of them that their counts differ.
void samples(tickbench::Registration* registration);
/// Rows of a sparse matrix.
void rows(tickbench::Registration* registration);
/// Bodies, each of which pulls each.
void bodies(tickbench::Registration* registration);
/// Fourier transforms.
void transforms(tickbench::Registration* registration);

}  // namespace suite
