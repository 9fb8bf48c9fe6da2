// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/registration.hpp"

int main(int argc, char** argv) { return tickbench::run(argc, argv); }
