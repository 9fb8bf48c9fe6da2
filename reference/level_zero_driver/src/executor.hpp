// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "clock.hpp"
#include "spirv_module.hpp"

namespace zecpu {

/// What the executor's device can do: the source of the Level Zero device's properties.
struct ExecutorLimits {
  std::string name;  // of what runs the kernels, with its version
  std::uint32_t compute_units = 1;
  std::uint32_t clock_mhz = 0;
  std::uint32_t simd_width = 1;  // 32-bit lanes
  std::size_t max_group_size = 1;
  std::array<std::size_t, 3> max_group_dimensions{1, 1, 1};
  std::size_t local_memory_bytes = 0;
  std::size_t max_arguments_bytes = 0;
  std::size_t printf_bytes = 0;
  unsigned spirv_minor = kNewestSpirvMinor;  // reads SPIR-V 1.0 to 1.this
  bool has_fp16 = false, has_fp64 = false;
  bool fp32_divides_correctly = false;
};

/// One argument as it was when the launch was recorded.
struct Argument {
  ArgumentKind kind = ArgumentKind::kUnsupported;
  std::vector<std::byte> bytes;  // of a value
  void* pointer = nullptr;       // of a pointer; may be null
  std::size_t local_bytes = 0;   // of local memory
};

using Extent = std::array<std::size_t, 3>;

/// A kernel of a built program. Usable from several threads at once.
class ExecutorKernel {
 public:
  virtual ~ExecutorKernel() = default;
  virtual std::size_t max_group_size() const = 0;
  /// What a launch takes of it, beside arguments; not every OpenCL counts it.
  virtual std::size_t local_memory_bytes() const = 0;
  virtual std::size_t private_memory_bytes() const = 0;
};

struct KernelRun {
  const ExecutorKernel& kernel;
  const std::vector<Argument>& arguments;
  const Extent& offset;      // in work items
  const Extent& group_size;  // in work items
  const Extent& groups;
};

class Program {
 public:
  virtual ~Program() = default;
  virtual std::unique_ptr<ExecutorKernel> kernel(const KernelSignature& signature) = 0;
};

/// A stream of kernel runs that finish in order. Used by one thread at a time.
class Lane {
 public:
  virtual ~Lane() = default;
  /// Starts a run behind the earlier ones; arguments and extents may go once it returns.
  virtual void enqueue(const KernelRun& run) = 0;
  /// The same, and waits for it: when the kernel itself ran.
  virtual Interval run(const KernelRun& run) = 0;
  /// Calls a function in the order of the runs, where they run: nobody has to be woken in between.
  /// It must not throw.
  virtual void enqueue(std::function<void()> call) = 0;
  /// Nothing was started since the last finish.
  virtual bool is_idle() const = 0;
  virtual void finish() = 0;
};

struct BuildResult {
  std::unique_ptr<Program> program;  // null when the build failed
  std::string log;
};

/// What runs kernels on the CPU. Two exist: OpenCL, and functions of the host process, for tests
/// under tools that cannot see into OpenCL's compiled kernels.
class Executor {
 public:
  virtual ~Executor() = default;
  virtual const ExecutorLimits& limits() const = 0;
  virtual BuildResult build(const SpirvModule& module, const std::string& options) = 0;
  /// A lane of the whole device, or of one sub-device.
  virtual std::unique_ptr<Lane> lane(int sub_device) = 0;
  static constexpr int kWholeDevice = -1;
  /// As many as were asked for, or an explanation is thrown (std::runtime_error) by the
  /// constructor.
  virtual std::uint32_t sub_device_units() const = 0;
};

std::unique_ptr<Executor> make_executor(const Laboratory& laboratory);

}  // namespace zecpu
