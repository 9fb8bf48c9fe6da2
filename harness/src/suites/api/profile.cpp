// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <cstdlib>

#include "api/timing.hpp"
#include "backend/stream.hpp"
#include "clock/phases.hpp"
#include "conditions/shared_library.hpp"
#include "measurement/sampling.hpp"
#include "text/escape.hpp"

namespace tickbench::api {
namespace {

/// What a program and a tool that knows NVTX 3 ask each other. Declared here, by what its headers
/// say, so that no build needs them.
namespace nvtx {

using Function = void (*)();

/// Functions that a tool fills in. It keeps their places for as long as the process lives.
struct Module {
  unsigned count = 0;
  std::array<Function, 16> functions{};
  std::array<Function*, 17> places{};  // behind the last one is null
};
constexpr std::size_t kCore = 1, kPush = 9, kPop = 11;
std::array<Module, 7> modules{{{0}, {16}, {9}, {15}, {7}, {16}, {7}}};

int find(int index, Function*** places, unsigned* count) {
  if (index < 1 || static_cast<std::size_t>(index) >= modules.size()) return 0;
  auto& found = modules.at(static_cast<std::size_t>(index));
  for (unsigned i = 0; i < found.count; ++i) found.places.at(i) = &found.functions.at(i);
  if (places != nullptr) *places = found.places.data();
  if (count != nullptr) *count = found.count;
  return 1;
}

const void* answer(std::uint32_t question) {
  constexpr std::uint32_t kFunctions = 1, kVersions = 3;
  static constexpr struct {
    std::size_t size = 2 * sizeof(void*);
    int (*find)(int, Function***, unsigned*) = nvtx::find;
  } kTable;
  static constexpr struct {
    std::size_t size = 3 * sizeof(void*);
    std::uint32_t version = 3, reserved = 0;
    void (*take_version)(std::uint32_t) = [](std::uint32_t /*of_tool*/) {};
  } kVersionTable;
  if (question == kFunctions) return &kTable;
  return question == kVersions ? &kVersionTable : nullptr;
}

/// As the headers do. Returns why there are no functions; empty: the tool has filled them in.
std::string start_tool() {
  const char* const path = std::getenv("NVTX_INJECTION64_PATH");  // NOLINT(concurrency-mt-unsafe)
  if (path == nullptr || *path == '\0') return "no tool has set NVTX_INJECTION64_PATH";
  const conditions::SharedLibrary library(path);
  using Start = int (*)(const void* (*)(std::uint32_t));
  const auto start =
      library ? reinterpret_cast<Start>(library.find("InitializeInjectionNvtx2")) : nullptr;
  const auto& core = modules[kCore].functions;
  if (start != nullptr && start(answer) != 0 && core[kPush] != nullptr && core[kPop] != nullptr)
    return "";
  return fmt::format("NVTX_INJECTION64_PATH: expected a library that takes ranges, found '{}', {}",
                     text::visible(path),
                     !library           ? "which cannot be loaded"
                     : start == nullptr ? "without InitializeInjectionNvtx2"
                                        : "which takes none");
}

const std::string& why_not() {
  static const std::string kWhyNot = start_tool();
  return kWhyNot;
}

/// A tool may take its functions back.
template <class... Arguments>
void call(std::size_t index, Arguments... arguments) {
  if (const auto function = modules[kCore].functions[index])
    reinterpret_cast<int (*)(Arguments...)>(function)(arguments...);
}

}  // namespace nvtx

/// Open as long as it lives.
struct Range : private NonCopyable {
  backend::RangedQueue* drivers;  ///< null: the driver has no ranges

  Range(TimedQueue& queue, const std::string& id)
      : drivers(dynamic_cast<backend::RangedQueue*>(&queue)) {
    if (nvtx::why_not().empty()) nvtx::call(nvtx::kPush, id.c_str());
    if (drivers != nullptr && !drivers->begin_range(id)) drivers = nullptr;
  }
  ~Range() {
    if (drivers != nullptr) drivers->end_range();
    if (nvtx::why_not().empty()) nvtx::call(nvtx::kPop);
  }
};

void say(Body& body, bool has_drivers) {
  const auto& why_not = nvtx::why_not();
  body.record.words.emplace_back(why_not.empty() ? "profiled in a range of NVTX"
                                 : has_drivers   ? "profiled in a range of the driver"
                                                 : "profiled without a range");
  if (!why_not.empty() && (!has_drivers || !why_not.starts_with("no tool")))
    body.context.note("no range of NVTX marks a profiled launch: " + why_not);
}

}  // namespace

void profile(Body& body, TimedQueue& queue, const Work& work) {
  const InPhase phase(Phase::kWarmUp);
  const auto& settings = body.record.settings;
  BracketRequest request{.method = TimeMethod::kHost};
  if (settings.cache == Cache::kCold) request.displace_bytes = settings.displace_bytes;
  Bracketer bracketer{queue, work, body.context.host(), request.method, request.displace_bytes};
  body.context.enter(kWarmUpPhase);
  warm_up(bracketer, settings);
  body.context.enter("profiling");
  // Behind the reset and the displacing, which the queue waits for.
  std::optional<Range> range;
  Work marked = work;
  marked.enqueue = [&] {
    range.emplace(queue, body.benchmark_case.id);
    work.enqueue();
  };
  queue.run(marked, request);
  const bool has_drivers = range->drivers != nullptr;
  range.reset();
  say(body, has_drivers);
}

}  // namespace tickbench::api
