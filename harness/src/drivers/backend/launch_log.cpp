// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "backend/launch_log.hpp"

#include <algorithm>
#include <atomic>

#include "modules/modules.hpp"

namespace tickbench::backend {
namespace {

/// Of no thread alone: whichever calls, it is the body's.
std::atomic<LaunchLog*> current = nullptr;

}  // namespace

LaunchLog::LaunchLog() : outer_(current.exchange(this)) {}
LaunchLog::~LaunchLog() { current = outer_; }

void LaunchLog::note(const std::function<void(LaunchLog&)>& what) {
  auto* const log = current.load();
  if (log == nullptr) return;
  const std::lock_guard lock(log->mutex_);
  what(*log);
}

/// A buffer's life tells it from a later one at its address.
void LaunchLog::add(Memory& memory) {
  const auto is_same = [life = memory.life()](const auto& known) {
    return !known.second.owner_before(life) && !life.owner_before(known.second);
  };
  const auto found = std::ranges::find_if(buffers_, is_same);
  digest_.add(static_cast<std::uint64_t>(found - buffers_.begin())).add(memory.size());
  digest_.add(static_cast<std::uint64_t>(memory.kind()));
  if (found == buffers_.end()) buffers_.emplace_back(&memory, memory.life());
}

void LaunchLog::add(const char* how, const Work& work) {
  digest_.add(std::string_view(how));
  if (work.launches.empty()) hidden_ = "code of the benchmark's own enqueues a part of it";
  for (const auto launch : work.launches) {
    const auto found = std::ranges::find(launches_, launch);
    if (found == launches_.end()) hidden_ = "a launch was made before its body began";
    digest_.add(static_cast<std::uint64_t>(found - launches_.begin()));
  }
}

void LaunchLog::note_kernel(std::uint64_t launch, const KernelName& name, const Kernel& kernel,
                            std::span<const Argument> arguments, const Range& range) {
  note([&](LaunchLog& log) {
    log.launches_.push_back(launch);
    auto& digest = log.digest_.add(name.name).add(name.variant);
    digest.add(std::as_bytes(std::span(range.global))).add(std::as_bytes(std::span(range.local)));
    for (const auto& argument : arguments) {
      digest.add(static_cast<std::uint64_t>(argument.kind)).add(argument.size).add(argument.type);
      if (argument.kind == Argument::Kind::kValue)
        digest.add(std::as_bytes(std::span(argument.value).first(argument.size)));
      if (argument.memory != nullptr) log.add(*argument.memory);
    }
    if (const auto* const module = kernel.module())
      digest.add(
          kept(log.code_, module->code.data(), [&] { return code_digest(*module, modules()); }));
    else
      log.hidden_ = "the code of a kernel is not known";
  });
}

void LaunchLog::note_transfer(std::uint64_t launch, std::size_t bytes,
                              std::span<const std::byte> content,
                              std::initializer_list<Memory*> of) {
  note([&](LaunchLog& log) {
    if (launch != 0) log.launches_.push_back(launch);
    log.digest_.add(bytes).add(content);
    for (auto* const memory : of) log.add(*memory);
  });
}

void LaunchLog::note_use(const char* how, const Work& work) {
  note([&](LaunchLog& log) { log.add(how, work); });
}

void LaunchLog::hide(const char* what) {
  note([&](LaunchLog& log) { log.hidden_ = what; });
}

LaunchDigest LaunchLog::digest(const Work& work) {
  const std::lock_guard lock(mutex_);
  add("timed", work);
  for (const auto& [memory, life] : buffers_)
    if (const auto* const host =
            life.expired() ? nullptr : static_cast<const std::byte*>(memory->host_pointer()))
      digest_.add(std::span(host, memory->size()));
  LaunchDigest found{.value = digest_.value(), .why_not = hidden_};
  for (const auto& [place, code] : code_) found.code.insert(code);
  return found;
}

}  // namespace tickbench::backend
