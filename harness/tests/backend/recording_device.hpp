// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tickbench/backend/backend.hpp"
#include "tickbench/error.hpp"

namespace tickbench::backend {

/// What `action` throws; of the outcome kPassed where it throws nothing.
inline Error error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error;
  }
  return {Outcome::kPassed, "no error"};
}

class RecordingMemory final : public Memory {
 public:
  RecordingMemory(std::size_t size, MemoryKind kind) : bytes_(size), kind_(kind) {}
  std::size_t size() const noexcept override { return bytes_.size(); }
  MemoryKind kind() const noexcept override { return kind_; }
  void* host_pointer() noexcept override { return bytes_.data(); }

 private:
  std::vector<std::byte> bytes_;
  MemoryKind kind_;
};

/// A kernel that keeps the arguments it was given.
class RecordingKernel final : public Kernel {
 public:
  RecordingKernel(std::string name, std::vector<Argument>& arguments, const Module& module)
      : name_(std::move(name)), arguments_(&arguments), module_(module) {}
  void set_arguments(std::span<const Argument> arguments) override {
    arguments_->assign(arguments.begin(), arguments.end());
  }
  std::string_view name() const noexcept override { return name_; }
  const Module* module() const noexcept override {
    return module_.code.empty() ? nullptr : &module_;
  }

 private:
  std::string name_;
  std::vector<Argument>* arguments_;
  Module module_;
};

/// A device whose queue writes down what it is asked to do, and does copies and fills at once.
class RecordingDevice final : public Device, private Queue {
 public:
  std::vector<std::string> calls;
  std::vector<Argument> arguments;
  Range range;
  DeviceInfo information;
  std::string fails;                        ///< so does a launch of the kernel of this name
  std::string code = "kernel void k() {}";  ///< of all kernels

  const DeviceInfo& info() const noexcept override { return information; }
  Queue& queue() override { return *this; }
  std::unique_ptr<Memory> allocate(std::size_t bytes, MemoryKind kind) override {
    return std::make_unique<RecordingMemory>(bytes, kind);
  }
  void write(Memory& to, std::span<const std::byte> from) override {
    std::copy(from.begin(), from.end(), static_cast<std::byte*>(to.host_pointer()));
  }
  void read(Memory& from, std::span<std::byte> to) override {
    std::copy_n(static_cast<std::byte*>(from.host_pointer()), to.size(), to.begin());
  }
  std::unique_ptr<Kernel> kernel(const KernelName& name) override {
    return std::make_unique<RecordingKernel>(
        to_string(name), arguments, Module{"k.cl", "opencl_c", std::as_bytes(std::span(code))});
  }

 private:
  Bracket run(const Work&, const BracketRequest&) override { return {}; }
  bool supports(TimeMethod, const Work&) const override { return false; }
  std::optional<ClockReading> read_clock() override { return std::nullopt; }
  Seconds reported_resolution() const override { return Seconds(0); }
  void launch(Kernel& kernel, const Range& over) override {
    if (kernel.name() == fails) throw Error(Outcome::kDeviceError, "this launch fails");
    calls.push_back("launch " + std::string(kernel.name()));
    range = over;
  }
  void copy(Memory& to, Memory& from, std::size_t bytes) override {
    calls.push_back("copy " + std::to_string(bytes));
    std::copy_n(static_cast<std::byte*>(from.host_pointer()), bytes,
                static_cast<std::byte*>(to.host_pointer()));
  }
  void fill(Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override {
    calls.push_back("fill " + std::to_string(bytes));
    auto* const out = static_cast<std::byte*>(to.host_pointer());
    for (std::size_t i = 0; i < bytes; ++i) out[i] = pattern[i % pattern.size()];
  }
  void finish() override { calls.emplace_back("finish"); }
  void* native_handle() override { return nullptr; }
};

}  // namespace tickbench::backend
