// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "processor.hpp"

#include <gtest/gtest.h>

using zecpu::Processor;

TEST(Processor, IsReadFromCpuinfo) {
  Processor cpu;
  zecpu::parse_cpuinfo(
      "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 143\n"
      "model name\t: Intel(R) Xeon(R) Platinum 8480C\nstepping\t: 8\nphysical id\t: 0\n"
      "siblings\t: 112\ncpu cores\t: 56\n\n"
      "processor\t: 1\nvendor_id\t: GenuineIntel\nphysical id\t: 1\n",
      cpu);
  EXPECT_EQ(cpu.name, "Intel(R) Xeon(R) Platinum 8480C");
  EXPECT_EQ(cpu.pci_vendor, 0x8086U);
  EXPECT_EQ(cpu.signature, 6U << 16 | 143U << 8 | 8U);
  EXPECT_EQ(cpu.sockets, 2U);
  EXPECT_EQ(cpu.cores_per_socket, 56U);
  EXPECT_EQ(cpu.threads_per_core, 2U);
}

TEST(Processor, IsSomethingWhereLinuxSaysLittle) {
  Processor cpu;
  zecpu::parse_cpuinfo("processor\t: 0\nBogoMIPS\t: 50.00\n", cpu);  // as on many ARM machines
  EXPECT_EQ(cpu.name, "CPU");
  EXPECT_EQ(cpu.pci_vendor, 0U);
  EXPECT_EQ(cpu.sockets * cpu.cores_per_socket * cpu.threads_per_core, 1U);
}

TEST(Processor, ReadsSizesOfCaches) {
  EXPECT_EQ(zecpu::parse_cache_size("48K"), 48U << 10);
  EXPECT_EQ(zecpu::parse_cache_size("32M"), 32U << 20);
  EXPECT_EQ(zecpu::parse_cache_size(""), 0U);
  EXPECT_EQ(zecpu::parse_cache_size("big"), 0U);
}

TEST(Processor, KnowsThisMachine) {
  const Processor cpu = Processor::read();
  EXPECT_NE(cpu.name, "");
  EXPECT_GT(cpu.memory_bytes, 1U << 20);
  EXPECT_GE(cpu.page_bytes, 4096U);
}
