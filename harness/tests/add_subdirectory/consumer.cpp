// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <tickbench/tickbench.hpp>

// A sign comparison, which -Wall warns of: tickbench must not make it an error.
int main() { return tickbench::backend::modules().size() > int{} ? 0 : 1; }
