// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "tickbench/device.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <map>
#include <mutex>
#include <numeric>

#include "backend/launch_digest.hpp"
#include "backend/memory.hpp"
#include "base/digest.hpp"
#include "clock/phases.hpp"
#include "modules/modules.hpp"

namespace tickbench {
namespace {

std::uint64_t next_launch() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

void require_copy(const backend::Memory& memory, std::size_t bytes, const char* what) {
  if (bytes == 0) throw_error(Outcome::kInvalidBenchmark, "{}: expected at least one byte", what);
  backend::require_room(memory, bytes, what);
}

std::string to_string(const std::vector<std::size_t>& sizes) {
  return fmt::format("{}", fmt::join(sizes, " x "));
}

template <class... Parts>
[[noreturn]] void refuse(Outcome outcome, const std::string& kernel,
                         fmt::format_string<Parts...> why, Parts&&... parts) {
  throw_error(outcome, "kernel '{}': {}", kernel, fmt::format(why, std::forward<Parts>(parts)...));
}

void require_extent(const std::string& kernel, const char* which,
                    const std::vector<std::size_t>& sizes) {
  if (sizes.empty() || sizes.size() > 3)
    refuse(Outcome::kInvalidBenchmark, kernel, "{}: expected 1 to 3 dimensions, found {}", which,
           sizes.size());
  if (std::find(sizes.begin(), sizes.end(), std::size_t{0}) != sizes.end())
    refuse(Outcome::kInvalidBenchmark, kernel,
           "{}: expected at least 1 in each dimension, found {}", which, to_string(sizes));
}

void require_local(const std::string& kernel, const std::vector<std::size_t>& global,
                   const std::vector<std::size_t>& local, std::size_t largest) {
  require_extent(kernel, "local size", local);
  const auto divides = [](std::size_t part, std::size_t whole) { return whole % part == 0; };
  if (!std::equal(local.begin(), local.end(), global.begin(), global.end(), divides))
    refuse(Outcome::kInvalidBenchmark, kernel,
           "expected a local size that divides the global size {}, found {}", to_string(global),
           to_string(local));
  const auto items =
      std::accumulate(local.begin(), local.end(), std::size_t{1}, std::multiplies<>());
  if (largest != 0 && items > largest)
    refuse(Outcome::kOverLimit, kernel,
           "a work-group of {} = {} work-items is above the device's limit of {}", to_string(local),
           items, largest);
}

void require_local_memory(const std::string& kernel, std::span<const backend::Argument> arguments,
                          std::uint64_t limit) {
  std::uint64_t bytes = 0;
  for (const auto& argument : arguments)
    if (argument.kind == backend::Argument::Kind::kLocal) bytes += argument.size;
  if (limit != 0 && bytes > limit)
    refuse(Outcome::kOverLimit, kernel,
           "its arguments take {} bytes of local memory, above the device's limit of {}", bytes,
           limit);
}

backend::Range to_range(const Extent& global) {
  backend::Range range;
  range.dimensions = static_cast<int>(global.sizes.size());
  std::copy(global.sizes.begin(), global.sizes.end(), range.global.begin());
  return range;
}

/// A kernel may write any buffer that it is given.
std::vector<WriteTarget> write_targets(std::string_view kernel,
                                       std::span<const backend::Argument> arguments) {
  std::vector<WriteTarget> targets;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (auto* const memory = arguments[i].memory)
      targets.emplace_back(*memory, fmt::format("argument {} of '{}'", i, kernel));
  return targets;
}

/// Once for each content: a body may be called often, and has many launches.
std::uint64_t known_code_digest(const backend::Module& module) {
  static std::mutex mutex;
  static std::map<std::uint64_t, std::uint64_t> known;
  const std::lock_guard lock(mutex);
  const auto content = digest_of(module.format, module.variant, module.options, module.code);
  return backend::kept(known, content,
                       [&] { return backend::code_digest(module, backend::modules()); });
}

/// Without its buffers.
std::uint64_t launch_digest(std::uint64_t code, const backend::KernelName& name,
                            std::span<const backend::Argument> arguments,
                            const backend::Range& range) {
  if (code == 0) return 0;
  Digest digest;
  digest.add(code).add(name.name).add(name.variant);
  digest.add(static_cast<std::uint64_t>(range.dimensions));
  digest.add(std::as_bytes(std::span(range.global))).add(std::as_bytes(std::span(range.local)));
  for (const auto& argument : arguments) {
    digest.add(static_cast<std::uint64_t>(argument.kind)).add(argument.size).add(argument.type);
    digest.add(std::as_bytes(std::span(argument.value)));
  }
  return digest.value();
}

Launch make_launch(backend::Device& device, const backend::KernelName& name,
                   std::span<const backend::Argument> arguments, const backend::Range& range,
                   const std::string& sizes) {
  require_local_memory(std::string(name.name), arguments, device.info().local_memory);
  const std::shared_ptr<backend::Kernel> kernel = [&] {
    const InPhase phase(Phase::kBuild);
    return device.kernel(name);
  }();
  kernel->set_arguments(arguments);
  device.note_arguments(*kernel, arguments);
  auto& queue = device.queue();
  std::function<void()> enqueue = [&queue, kernel, range] { queue.launch(*kernel, range); };
  if (const std::shared_ptr<backend::Kernel> other = device.other_build(name, *kernel, arguments))
    enqueue = [&queue, &device, kernel, other, range] {
      queue.launch(device.launches_other_build() ? *other : *kernel, range);
    };
  if (auto before = device.before_launches())
    enqueue = [before = std::move(before), launch = std::move(enqueue)] {
      before();
      launch();
    };
  const auto code = kernel->module() == nullptr ? 0 : known_code_digest(*kernel->module());
  return {queue,
          {.enqueue = std::move(enqueue),
           .commands = 1,
           .description = fmt::format("{} over {}", to_string(name), sizes),
           .never_waits = true,
           .launches = {next_launch()},
           .digest = launch_digest(code, name, arguments, range),
           .modules = {code}},
          write_targets(name.name, arguments)};
}

}  // namespace

void detail::require_as_many(std::size_t elements, std::size_t found) {
  if (found != elements)
    throw_error(Outcome::kInvalidBenchmark,
                "a buffer is written and read whole: expected as many values as it has elements, "
                "{}, found {}",
                elements, found);
}

void detail::write(backend::Device& device, backend::Memory& to, std::span<const std::byte> from) {
  const InPhase phase(Phase::kUpload);
  device.write(to, from);
  if (backend::notes_writes) to.note_written(digest_of(from));
}

std::shared_ptr<const void> detail::counted(const backend::Device& device,
                                            const backend::Memory& memory,
                                            const std::shared_ptr<MemoryCount>& count) {
  const auto bytes = backend::MemoryUse(device.info()).taken_by(memory.size(), memory.kind());
  if (count == nullptr || bytes == 0) return nullptr;
  count->add(bytes);
  return {count.get(), [count, bytes](const void* /*unused*/) { count->remove(bytes); }};
}

void backend::Memory::note_written(std::uint64_t digest) noexcept {
  if (digest == 0) written_ = kUnknownContents;
  if (written_ != kUnknownContents && digest != std::exchange(last_written_, digest))
    written_ = digest_of(written_, digest);
}

Launch Device::copy(backend::Memory& to, backend::Memory& from, std::size_t bytes) {
  require_copy(from, bytes, "copy from");
  require_copy(to, bytes, "copy to");
  if (&to == &from)
    throw Error(Outcome::kInvalidBenchmark, "copy: expected two buffers, found the same one twice");
  // A map, a copy by the host and an unmap are three.
  const bool is_single_command =
      to.kind() != MemoryKind::kMapped && from.kind() != MemoryKind::kMapped;
  // Drivers copy pageable memory themselves, in their own time.
  const auto is_pageable = [](const backend::Memory& memory) {
    return memory.kind() == MemoryKind::kHeap || memory.kind() == MemoryKind::kMapped;
  };
  auto& queue = device_->queue();
  return {queue,
          {.enqueue = [&queue, &to, &from, bytes] { queue.copy(to, from, bytes); },
           .commands = is_single_command ? 1 : 0,
           .description = fmt::format("copy of {} bytes, {} to {}", bytes, to_string(from.kind()),
                                      to_string(to.kind())),
           .is_copy = true,
           .never_waits = !is_pageable(to) && !is_pageable(from),
           .begins_or_ends_with_copy = true,
           .launches = {next_launch()},
           .digest = digest_of("copy", bytes)},
          {{to, "the target of a copy"}, {from, "the source of a copy", false}}};
}

Launch Device::fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) {
  require_copy(to, bytes, "fill");
  device_->note_fill(pattern);
  auto& queue = device_->queue();
  std::vector<std::byte> kept(pattern.begin(), pattern.end());
  const auto digest = digest_of(pattern, bytes);
  return {queue,
          {.enqueue = [&queue, &to, bytes, kept = std::move(kept)] { queue.fill(to, kept, bytes); },
           .commands = 1,
           .description = fmt::format("fill of {} bytes of {} memory", bytes, to_string(to.kind())),
           .is_copy = true,
           .never_waits = to.kind() != MemoryKind::kMapped,
           .begins_or_ends_with_copy = true,
           .launches = {next_launch()},
           .digest = digest},
          {{to, "the target of a fill"}}};
}

std::unique_ptr<RegionMarker> backend::Queue::region_marker() {
  throw Error(Outcome::kUnsupported, "this back end's queue has no regions");
}

Kernel Device::kernel(std::string_view name, std::string_view variant) {
  const auto has_type = [&](const backend::Module& module) {
    return module.variant == type_ &&
           !backend::modules_with({module}, module.format, {name, type_}).empty();
  };
  if (variant.empty() && !type_.empty() && std::ranges::any_of(backend::modules(), has_type))
    variant = type_;
  return {*device_, name, variant};
}

Kernel::Kernel(backend::Device& device, std::string_view name, std::string_view variant)
    : device_(&device), name_(name), variant_(variant) {}

Launch Kernel::over(const Extent& global) const {
  require_extent(name_, "global size", global.sizes);
  return make_launch(*device_, {name_, variant_}, arguments_, to_range(global),
                     to_string(global.sizes));
}

Launch Kernel::over(const Extent& global, const Extent& local) const {
  require_extent(name_, "global size", global.sizes);
  require_local(name_, global.sizes, local.sizes, device_->info().largest_work_group);
  backend::Range range = to_range(global);
  range.local = {1, 1, 1};
  std::copy(local.sizes.begin(), local.sizes.end(), range.local.begin());
  return make_launch(*device_, {name_, variant_}, arguments_, range,
                     fmt::format("{} by {}", to_string(global.sizes), to_string(local.sizes)));
}

}  // namespace tickbench
