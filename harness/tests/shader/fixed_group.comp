// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#version 460
layout(local_size_x = 16, local_size_y = 8) in;
void main() {}
