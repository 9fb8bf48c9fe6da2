// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "memory_trap.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>

#include "result.hpp"

namespace zecpu {
namespace {

// What the signal handler reads: fixed room and atomics only, since it may interrupt anything.
struct Slot {
  std::atomic<const char*> base{nullptr};
  std::atomic<std::size_t> size{0};
  std::atomic<std::uint64_t> id{0};
};
// Far more device allocations than an application under a laboratory holds at once.
constexpr std::size_t kSlots = 65536;
std::array<Slot, kSlots> slots;
struct sigaction previous {};

void report(const Slot& slot, const char* address) {
  char text[256];
  const char* base = slot.base;
  const int length = std::snprintf(
      text, sizeof text,
      "zecpu: the host touched device memory at %p: byte %zu of the %zu bytes of device allocation "
      "%llu at %p\n",
      static_cast<const void*>(address), static_cast<std::size_t>(address - base), slot.size.load(),
      static_cast<unsigned long long>(slot.id.load()), static_cast<const void*>(base));
  if (length > 0 && write(STDERR_FILENO, text, static_cast<std::size_t>(length)) < 0) return;
}

void on_fault(int signal, siginfo_t* info, void* context) {
  const char* address = static_cast<const char*>(info->si_addr);
  for (const Slot& slot : slots) {
    const char* base = slot.base;
    if (base == nullptr || address < base || address >= base + slot.size) continue;
    report(slot, address);
    break;
  }
  // Whoever was here first decides what a fault means: a sanitizer, a debugger, or the default,
  // which ends the process when the instruction faults again.
  if ((previous.sa_flags & SA_SIGINFO) != 0 && previous.sa_sigaction != nullptr) {
    previous.sa_sigaction(signal, info, context);
    return;
  }
  sigaction(SIGSEGV, &previous, nullptr);
  if (info->si_code <= 0) raise(signal);  // sent by a process: nothing faults again
}

}  // namespace

MemoryTrap::MemoryTrap() {
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, &previous);
}

MemoryTrap::~MemoryTrap() {
  sigaction(SIGSEGV, &previous, nullptr);
  for (Slot& slot : slots) slot.base = nullptr;
}

MemoryTrap::Mapping MemoryTrap::map(std::size_t size) {
  const int file = memfd_create("zecpu-device-memory", MFD_CLOEXEC);
  if (file < 0) return {};
  Mapping mapping;
  if (ftruncate(file, static_cast<off_t>(size)) == 0) {
    void* host = mmap(nullptr, size, PROT_NONE, MAP_SHARED, file, 0);
    void* device = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (host != MAP_FAILED && device != MAP_FAILED)
      mapping = {host, device};
    else
      for (void* mapped : {host, device})
        if (mapped != MAP_FAILED) munmap(mapped, size);
  }
  close(file);
  return mapping;
}

void MemoryTrap::add(const Range& range) {
  for (Slot& slot : slots) {
    if (slot.base != nullptr) continue;
    slot.size = range.size;
    slot.id = range.id;
    slot.base = range.base;
    return;
  }
  throw Failure(ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY, "more device allocations than traps");
}

void MemoryTrap::remove(const char* base) {
  for (Slot& slot : slots)
    if (slot.base == base) slot.base = nullptr;
}

}  // namespace zecpu
