// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "fakes/fake_backend.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <utility>

#include "backend/stream.hpp"
#include "tickbench/error.hpp"

namespace tickbench::fakes {
namespace {

using backend::Argument;
using Function = void (*)(std::span<const Argument>);

class FakeMemory final : public backend::Memory {
 public:
  FakeMemory(std::size_t bytes, backend::MemoryKind kind, Journal& journal)
      : own_(bytes + kSlack), bytes_(own_.data(), bytes), kind_(kind), journal_(journal) {
    ++journal_.live_allocations;
    journal_.live_bytes += bytes;
    journal_.most_bytes = std::max(journal_.most_bytes, journal_.live_bytes);
  }
  FakeMemory(const std::shared_ptr<Memory>& whole, std::size_t offset, std::size_t bytes)
      : whole_(std::static_pointer_cast<FakeMemory>(whole)),
        bytes_(whole_->bytes().subspan(offset, bytes)),
        kind_(whole_->kind()),
        journal_(whole_->journal_) {}
  FakeMemory(const FakeMemory&) = delete;
  FakeMemory& operator=(const FakeMemory&) = delete;
  ~FakeMemory() override {
    if (whole_ != nullptr) return;
    --journal_.live_allocations;
    journal_.live_bytes -= bytes_.size();
  }
  std::size_t size() const noexcept override { return bytes_.size(); }
  backend::MemoryKind kind() const noexcept override { return kind_; }
  void* host_pointer() noexcept override { return nullptr; }
  std::span<std::byte> bytes() noexcept { return bytes_; }

 private:
  std::shared_ptr<FakeMemory> whole_;  ///< of a part
  /// A kernel that writes behind a buffer harms nothing else.
  static constexpr std::size_t kSlack = sizeof(float);
  std::vector<std::byte> own_;
  std::span<std::byte> bytes_;
  backend::MemoryKind kind_;
  Journal& journal_;
};

std::span<float> floats(const Argument& argument) {
  const auto bytes = static_cast<FakeMemory*>(argument.memory)->bytes();
  return {reinterpret_cast<float*>(bytes.data()), bytes.size() / sizeof(float)};
}
template <class T>
T value(const Argument& argument) {
  T result;
  std::memcpy(&result, argument.value.data(), sizeof(T));
  return result;
}

void saxpy(std::span<const Argument> a) {
  const auto x = floats(a[1]);
  const auto y = floats(a[2]);
  for (std::size_t i = 0; i < value<std::uint64_t>(a[3]); ++i)
    y[i] = value<float>(a[0]) * x[i] + y[i];
}
void saxpy_wrong(std::span<const Argument> a) {
  saxpy(a);
  floats(a[2])[7] += 0.5F;
}
void nothing(std::span<const Argument> /*arguments*/) {}
void saxpy_zeros(std::span<const Argument> a) { std::ranges::fill(floats(a[2]), 0.0F); }
void double_it(std::span<const Argument> a) {
  for (float& y : floats(a[0])) y *= 2;
}
void scale(std::span<const Argument> a) {
  for (std::size_t i = 0; i < value<std::uint64_t>(a[3]); ++i)
    floats(a[2])[i] = value<float>(a[0]) * floats(a[1])[i];
}
void overrun(std::span<const Argument> a) {
  scale(a);
  *(floats(a[2]).data() + value<std::uint64_t>(a[3])) = 1;
}
void sum(std::span<const Argument> a) {
  float total = 0;
  for (std::size_t i = 0; i < value<std::uint64_t>(a[2]); ++i) total += floats(a[0])[i];
  floats(a[1])[0] = total;
}
void forty_two(std::span<const Argument> a) { floats(a[0])[0] = 42; }

/// The harness's own.
constexpr const char* kFillLocalMemory = "tickbench_fill_local_memory";

const std::map<std::string, Function, std::less<>>& kernels() {
  static const std::map<std::string, Function, std::less<>> kAll{
      {"saxpy", saxpy},           {"saxpy_wrong", saxpy_wrong},
      {"saxpy_nothing", nothing}, {"saxpy_zeros", saxpy_zeros},
      {"double_it", double_it},   {"sum", sum},
      {"forty_two", forty_two},   {"scale", scale},
      {"overrun", overrun},       {kFillLocalMemory, nothing},
      {"saxpy_there", saxpy},
  };
  return kAll;
}

class FakeKernel final : public backend::Kernel {
 public:
  FakeKernel(std::string name, Function function, std::vector<std::string> declared,
             std::string_view code)
      : name_(std::move(name)),
        function_(function),
        declared_(std::move(declared)),
        module_{"fake.cl", "fake", std::as_bytes(std::span(code))} {}
  const backend::Module* module() const noexcept override { return &module_; }
  void set_arguments(std::span<const Argument> arguments) override {
    arguments_.assign(arguments.begin(), arguments.end());
  }
  std::string_view name() const noexcept override { return name_; }
  std::vector<std::string> argument_texts() const override { return declared_; }
  void run() const { function_(arguments_); }
  std::size_t local_memory() const {
    std::size_t bytes = 0;
    for (const auto& argument : arguments_)
      if (argument.kind == Argument::Kind::kLocal) bytes += argument.size;
    return bytes;
  }

 private:
  std::string name_;
  Function function_;
  std::vector<std::string> declared_;
  backend::Module module_;
  std::vector<Argument> arguments_;
};

[[noreturn]] void wait_for_ever() {
  std::mutex mutex;
  std::condition_variable never;
  std::unique_lock lock(mutex);
  for (;;) never.wait(lock);
}

class FakeQueue final : public backend::Queue, public backend::RangedQueue {
 public:
  FakeQueue(const Behaviour& behaviour, Journal& journal, SimulatedTime& time)
      : behaviour_(behaviour), journal_(journal), time_(time) {}

  Bracket run(const Work& work, const BracketRequest& request) override {
    ++journal_.brackets;
    const auto begin = time_.now();
    time_.pass(behaviour_.host_cost);
    if (work.reset) work.reset();
    const auto device_begin = time_.peek();
    for (std::int64_t i = 0; i < request.launches; ++i) work.enqueue();
    Bracket bracket;
    bracket.device = Seconds(time_.peek() - device_begin) * behaviour_.clock_rate;
    bracket.host_begin = begin;
    bracket.enqueue = behaviour_.host_cost / 2;
    if (behaviour_.has_phases) add_stamps(begin, request, bracket);
    bracket.host = Seconds(time_.now() - begin);
    return bracket;
  }
  bool supports(TimeMethod method, const Work& work) const override {
    if (work.reset) return method == TimeMethod::kHost || method == TimeMethod::kBracket;
    return method != TimeMethod::kGraph && (method != TimeMethod::kOneEvent || work.commands == 1);
  }
  std::optional<ClockReading> read_clock() override {
    if (!behaviour_.has_time_line) return std::nullopt;
    ClockReading reading;
    reading.host_before = time_.now();
    reading.device =
        std::chrono::duration_cast<std::chrono::nanoseconds>(time_.peek() * behaviour_.clock_rate);
    reading.device_tick = Seconds(1e-9);
    reading.host_after = time_.now();
    return reading;
  }
  Seconds reported_resolution() const override { return Seconds(1e-9); }

  bool begin_range(const std::string& name) override {
    journal_.kernels.push_back("begin " + name);
    return true;
  }
  void end_range() noexcept override { journal_.kernels.emplace_back("end"); }

  void launch(backend::Kernel& kernel, const backend::Range& /*range*/) override {
    const auto local = static_cast<FakeKernel&>(kernel).local_memory();
    if (behaviour_.most_local_memory != 0 && local > behaviour_.most_local_memory) {
      ++journal_.refused_launches;
      throw Error(Outcome::kDeviceError, std::to_string(local) + " bytes: out of resources");
    }
    if (journal_.failed_launches < behaviour_.failing_launches) {
      ++journal_.failed_launches;
      throw Error(Outcome::kDeviceError, "this launch fails");
    }
    journal_.kernels.emplace_back(kernel.name());
    const auto found = behaviour_.slowness.find(std::string(kernel.name()));
    begin_command(found == behaviour_.slowness.end() ? 1 : found->second);
    if (behaviour_.executes) static_cast<FakeKernel&>(kernel).run();
  }
  void copy(backend::Memory& to, backend::Memory& from, std::size_t bytes) override {
    begin_command();
    std::memcpy(static_cast<FakeMemory&>(to).bytes().data(),
                static_cast<FakeMemory&>(from).bytes().data(), bytes);
  }
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override {
    begin_command();
    if (!behaviour_.executes) return;
    const auto filled = std::span(static_cast<FakeMemory&>(to).bytes()).first(bytes);
    std::ranges::copy(pattern.first(std::min(pattern.size(), bytes)), filled.begin());
    for (std::size_t done = pattern.size(); done < bytes; done *= 2)
      std::ranges::copy(filled.first(std::min(done, bytes - done)), filled.subspan(done).begin());
  }
  void finish() override {}
  void drop() noexcept override {
    journal_.allocations_at_drops.push_back(journal_.live_allocations);
  }
  void* native_handle() override { return this; }

 private:
  /// The device begins half of the host's cost after the enqueue did, on its own clock.
  void add_stamps(std::chrono::nanoseconds host_begin, const BracketRequest& request,
                  Bracket& bracket) const {
    const Seconds phase = behaviour_.host_cost / 4;
    const auto on_device = [&](Seconds since_begin) {
      return std::chrono::round<std::chrono::nanoseconds>((Seconds(host_begin) + since_begin) *
                                                          behaviour_.clock_rate);
    };
    if (request.method == TimeMethod::kOneEvent)
      bracket.launch = LaunchTimes{on_device(phase), phase, phase, bracket.device};
    else
      bracket.device_begin = on_device(4 * phase);
  }
  void begin_command(double slowness = 1) {
    if (behaviour_.hangs) {
      if (behaviour_.as_it_hangs) behaviour_.as_it_hangs();
      wait_for_ever();
    }
    ++journal_.launches;
    time_.pass(behaviour_.launch_time * slowness * (behaviour_.noise ? behaviour_.noise() : 1.0));
  }

  const Behaviour& behaviour_;
  Journal& journal_;
  SimulatedTime& time_;
};

/// A module of the format "fake" is one kernel: its code is the name of the function. Where there
/// is none such, kernels are called as their functions.
std::string_view function_of(const backend::KernelName& kernel) {
  const auto& modules = backend::modules();
  const auto is_fake = [](const auto& module) { return module.format == "fake"; };
  if (std::ranges::none_of(modules, is_fake)) return kernel.name;
  for (const auto& module : modules)
    if (is_fake(module) && module.name == kernel.name) return module.text();
  return "";
}

class FakeDevice final : public backend::Device {
 public:
  FakeDevice(backend::DeviceInfo info, Behaviour& behaviour, Journal& journal, SimulatedTime& time)
      : info_(std::move(info)),
        behaviour_(behaviour),
        journal_(journal),
        queue_(behaviour, journal, time) {}
  FakeDevice(const FakeDevice&) = delete;
  FakeDevice& operator=(const FakeDevice&) = delete;
  ~FakeDevice() override {
    if (behaviour_.closing_hangs) wait_for_ever();
  }

  const backend::DeviceInfo& info() const noexcept override { return info_; }
  backend::Queue& queue() override { return queue_; }
  std::unique_ptr<backend::Memory> allocate(std::size_t bytes, backend::MemoryKind kind) override {
    if (bytes > info_.largest_allocation)
      throw Error(Outcome::kOverLimit, std::to_string(bytes) +
                                           " bytes: the largest allocation is " +
                                           std::to_string(info_.largest_allocation));
    if (journal_.live_bytes + bytes > behaviour_.memory_left)
      throw Error(Outcome::kOutOfMemory, "cannot allocate " + std::to_string(bytes) + " bytes");
    return std::make_unique<FakeMemory>(bytes, kind, journal_);
  }
  std::size_t part_alignment() const override { return behaviour_.part_alignment; }
  std::unique_ptr<backend::Memory> part(const std::shared_ptr<backend::Memory>& whole,
                                        std::size_t offset, std::size_t bytes) override {
    if (behaviour_.part_alignment == 0) return backend::Device::part(whole, offset, bytes);
    return std::make_unique<FakeMemory>(whole, offset, bytes);
  }
  void write(backend::Memory& to, std::span<const std::byte> from) override {
    std::ranges::copy(from, static_cast<FakeMemory&>(to).bytes().begin());
  }
  void read(backend::Memory& from, std::span<std::byte> to) override {
    const auto bytes = static_cast<FakeMemory&>(from).bytes();
    std::copy_n(bytes.begin(), to.size(), to.begin());
  }
  std::unique_ptr<backend::Kernel> kernel(const backend::KernelName& name) override {
    const auto function = function_of(name);
    if (function == "broken")
      throw Error(Outcome::kBuildFailed,
                  "kernel 'broken' does not build:\nbroken.cl:1: error: unknown type");
    const auto found = kernels().find(function);
    if (found == kernels().end() ||
        (name.name == kFillLocalMemory && behaviour_.most_local_memory == 0))
      throw Error(Outcome::kInvalidBenchmark, "no module has the kernel '" + to_string(name) + "'");
    const auto declared = behaviour_.declared.find(found->first);
    const auto code = behaviour_.code.find(found->first);
    return std::make_unique<FakeKernel>(
        found->first, found->second,
        declared == behaviour_.declared.end() ? std::vector<std::string>{} : declared->second,
        code == behaviour_.code.end() ? std::string_view(found->first) : code->second);
  }

 private:
  backend::DeviceInfo info_;
  Behaviour& behaviour_;
  Journal& journal_;
  FakeQueue queue_;
};

}  // namespace

FakeBackend::FakeBackend(std::string name, SimulatedTime& time)
    : name_(std::move(name)), time_(time) {}

std::vector<backend::DeviceInfo> FakeBackend::devices(backend::NotListed& not_listed) {
  ++journal.enumerated;
  if (behaviour.listing_hangs) wait_for_ever();
  if (!behaviour.listing_fails.empty())
    not_listed.add(behaviour.listing_fails, true);
  else if (infos.empty())
    not_listed.add(no_device_reason, false);
  return infos;
}

std::optional<backend::DeviceInfo> FakeBackend::describe(std::string_view index) {
  for (const auto& whole : infos)
    for (const auto* part : {".0", ".1"}) {
      if (index != whole.index + part) continue;
      if (whole.name == "whole") throw Error(Outcome::kUnsupported, "it cannot be divided");
      auto half = whole;
      half.index = index;
      half.compute_units /= 2;
      return half;
    }
  return std::nullopt;
}

std::unique_ptr<backend::Device> FakeBackend::open(const backend::DeviceInfo& device) {
  if (!behaviour.open_fails.empty()) throw Error(Outcome::kDeviceError, behaviour.open_fails);
  ++journal.opened;
  return std::make_unique<FakeDevice>(device, behaviour, journal, time_);
}

backend::DeviceInfo& FakeBackend::add_device(const std::string& name, backend::DeviceType type) {
  backend::DeviceInfo info;
  info.backend = name_;
  info.index = std::to_string(infos.size());
  info.name = name;
  info.vendor = "Fakes Ltd";
  info.platform = "Fake";
  info.driver = "1.0";
  info.api_version = "OpenCL 3.0";
  info.type = type;
  info.compute_units = 4;
  info.clock_hertz = 1e9;
  info.timer_hertz = 1e9;
  info.timer_valid_bits = 64;
  info.memory = std::uint64_t{1} << 30;
  info.largest_allocation = std::uint64_t{1} << 28;
  info.cache = 1 << 20;
  info.local_memory = 1 << 15;
  info.largest_work_group = 256;
  return infos.emplace_back(std::move(info));
}

}  // namespace tickbench::fakes
