// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0

// An example for every public function and type: the code of docs/api.md is taken from here.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tickbench/tickbench.hpp>
#include <vector>

#include "own_queue.hpp"

namespace {

// Benchmarks.

void Scale(tickbench::State& state) {
  const std::size_t n = state.size();
  const std::vector<float> x = tickbench::random<float>(n);

  tickbench::Device& device = state.device();
  tickbench::Buffer<float> x_d = device.upload(x);
  tickbench::Buffer<float> y_d = device.allocate<float>(n);
  tickbench::Launch scale = device.kernel("api_scale").args(2.5F, x_d, y_d).over(n);

  state.reads(x_d).writes(y_d).flops(n).items(n);                           // of one launch
  state.axis("n", n);                                                       // plots are drawn by it
  state.counter("kilobytes", static_cast<double>(x_d.size_bytes()) / 1e3);  // one of your own
  const auto reference = [&](std::span<float> out) {
    std::transform(x.begin(), x.end(), out.begin(), [](float value) { return 2.5F * value; });
  };
  state.reference(tickbench::serial, reference);
  const tickbench::Reference own = "transform";  // gives speedup_transform
  state.reference(own, reference);
  state.without_reference("openblas", "an example has no such library");
  state.verify(scale, tickbench::out(y_d), tickbench::ulps(1));
  state.measure(scale);
}
TICKBENCH(Scale)->Arg(1 << 12)->ArgName("n");

// The range has two dimensions, and so has the work-group.
void Transpose(tickbench::State& state) {
  const std::size_t columns = state.size(0);
  const std::size_t rows = state.size(1);
  const auto x = tickbench::random<float>(columns * rows);
  auto& device = state.device();
  auto x_d = device.upload(x);
  auto y_d = device.allocate<float>(x.size());
  const tickbench::Extent global{columns, rows};
  auto transpose = device.kernel("api_transpose").args(x_d, y_d).over(global, {16, 4});
  state.expect([&](std::span<float> out) {
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t column = 0; column < columns; ++column)
        out[column * rows + row] = x[row * columns + column];
  });
  state.verify(transpose, tickbench::out(y_d), tickbench::exact());
  state.measure(transpose);
}
TICKBENCH(Transpose)->Args({64, 32})->ArgNames({"columns", "rows"});

// local<T>(count) is memory that a work-group shares.
void GroupMaximum(tickbench::State& state) {
  constexpr std::size_t kGroup = 64;
  constexpr std::size_t kGroups = 256;
  const auto x = tickbench::random<float>(kGroup * kGroups);
  auto& device = state.device();
  auto x_d = device.upload(x);
  auto y_d = device.allocate<float>(kGroups);
  const tickbench::Local<float> tile = tickbench::local<float>(kGroup);
  tickbench::Kernel kernel = device.kernel("api_group_maximum").args(x_d, tile, y_d);
  auto launch = kernel.over(x.size(), kGroup);
  state.expect([&](std::span<float> out) {
    for (std::size_t group = 0; group < kGroups; ++group) {
      const auto first = x.begin() + static_cast<std::ptrdiff_t>(group * kGroup);
      out[group] = *std::max_element(first, first + kGroup);
    }
  });
  state.verify(launch, tickbench::out(y_d), tickbench::exact());
  state.measure(launch);
}
TICKBENCH(GroupMaximum);

// A copy, and a kernel that reads the copy, as one launch with two outputs.
void CopyAndScale(tickbench::State& state) {
  constexpr std::size_t kCount = 4096;
  const auto x = tickbench::random<float>(kCount);
  auto& device = state.device();
  auto x_d = device.upload(x);
  auto copy_d = device.allocate<float>(kCount);
  auto y_d = device.allocate<float>(kCount);
  const tickbench::Launch copy = device.copy(copy_d, x_d);
  const tickbench::Launch scale = device.kernel("api_scale").args(2.0F, copy_d, y_d).over(kCount);
  state.memories(tickbench::MemoryKind::kDevice, tickbench::MemoryKind::kDevice);
  copy();  // once, and waits; verify and measure do it themselves
  const auto twice = [&](std::span<float> out) {
    for (std::size_t i = 0; i < kCount; ++i) out[i] = 2.0F * x[i];
  };
  state.verify(copy, scale, tickbench::out(copy_d, x),
               tickbench::out(y_d, twice, tickbench::ulps(1)),
               tickbench::exact());  // of the copy, which has no tolerance of its own
  state.measure(copy, scale);
}
TICKBENCH(CopyAndScale);

// A launch of your own: what it enqueues, on the queue of another one.
void ScaleTwice(tickbench::State& state) {
  constexpr std::size_t kCount = 4096;
  const auto x = tickbench::random<float>(kCount);
  auto& device = state.device();
  auto x_d = device.upload(x);
  auto y_d = device.allocate<float>(kCount);
  const tickbench::Launch scale = device.kernel("api_scale").args(2.0F, x_d, y_d).over(kCount);
  tickbench::Work work;
  work.enqueue = [&] {
    scale.work().enqueue();
    scale.work().enqueue();
  };
  work.description = "scale, twice";
  work.never_waits = true;  // neither of them does: the brackets can be held
  const std::vector<tickbench::WriteTarget> targets = scale.targets().value();
  const tickbench::Launch twice(scale.queue(), work, targets);
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < kCount; ++i) out[i] = 2.0F * x[i];
  });
  state.verify(twice, tickbench::out(y_d), tickbench::exact());
  state.measure(twice);
}
TICKBENCH(ScaleTwice);

// A flag of the program's own, what benchmarks share, and members of a fixture.
const std::string* const factor_flag = tickbench::register_flag("factor", "2.5", "of the fixture");

class Scaling : public tickbench::Fixture {
 public:
  void SetUp(tickbench::State& state) override { y_d.emplace(state.device().allocate<float>(64)); }
  void TearDown(tickbench::State& /*state*/) override { y_d.reset(); }

 protected:
  struct Input {
    std::vector<float> values;
    tickbench::Buffer<float> buffer;
  };
  static Input make_input(tickbench::Device& device) {
    auto values = tickbench::random<float>(64);
    auto buffer = device.upload(values);
    return {std::move(values), std::move(buffer)};
  }
  std::optional<tickbench::Buffer<float>> y_d;
};
TICKBENCH_DEFINE_F(Scaling, OfSharedInput)(tickbench::State& state) {
  const float factor = std::stof(*factor_flag);
  const Input& input = state.shared("input", make_input);
  auto scale = state.device().kernel("api_scale").args(factor, input.buffer, *y_d).over(64);
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = factor * input.values[i];
  });
  state.verify(scale, tickbench::out(*y_d), tickbench::ulps(1));
  state.measure(scale);
}
TICKBENCH_REGISTER_F(Scaling, OfSharedInput)->Mode("isolated");

// Only the second half of the buffer is the output, so it is reached by callbacks.
void ScaleHalf(tickbench::State& state) {
  constexpr std::size_t kHalf = 2048;
  const auto x = tickbench::random<float>(2 * kHalf);
  auto& device = state.device();
  auto x_d = device.upload(x);
  auto y_d = device.allocate<float>(2 * kHalf);
  auto scale = device.kernel("api_scale").args(0.5F, x_d, y_d).over(2 * kHalf);
  const auto read = [&](std::span<std::byte> to) {
    const std::vector<float> all = y_d.read();
    const auto half = std::as_bytes(std::span(all).subspan(kHalf));
    std::copy(half.begin(), half.end(), to.begin());
  };
  const auto write = [&](std::span<const std::byte> from) {
    std::vector<float> all(2 * kHalf);
    std::memcpy(all.data() + kHalf, from.data(), from.size());
    y_d.write(all);
  };
  const tickbench::Output half{tickbench::element_type<float>(), kHalf, false, read, write};
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < kHalf; ++i) out[i] = 0.5F * x[kHalf + i];
  });
  state.verify(scale, half, tickbench::exact());
  state.measure(scale);
}
TICKBENCH(ScaleHalf);

// Half of the elements are checked, and all are timed.
void Partly(tickbench::State& state) {
  const std::size_t n = 1 << 12;
  const auto x = tickbench::random<float>(n);
  auto x_d = state.device().upload(x);
  auto y_d = state.device().allocate<float>(n), half_d = state.device().allocate<float>(n / 2);
  auto half = state.device().kernel("api_scale").args(2.0F, x_d, half_d).over(n / 2);
  auto whole = state.device().kernel("api_scale").args(2.0F, x_d, y_d).over(n);
  state.flops(n);
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = 2.0F * x[i];
  });
  state.verify(half, tickbench::out(half_d), tickbench::exact());
  state.waive(tickbench::Check::kAfterTiming,
              "the whole writes into another buffer than the half that is checked");
  state.waive(tickbench::Check::kEnqueues, "of a callable alone, which this has none of");
  state.waive(tickbench::Check::kSecondInput,
              "of a kernel whose results the input does not change, which this is not");
  state.waive(tickbench::Check::kPeak,
              "the measured peak is that of multiply-adds, and this multiplies alone");
  state.measure(whole);
}
TICKBENCH(Partly);

// What the device is decides whether the benchmark applies.
void InPlace(tickbench::State& state) {
  auto& device = state.device();
  const tickbench::DeviceInfo& info = device.info();
  if (info.type == tickbench::backend::DeviceType::kOther) state.skip("no processor we know");
  const std::size_t n = std::min<std::size_t>(4096, info.memory / 8);
  const auto x = tickbench::random<float>(n);
  auto x_d = device.upload(x, tickbench::MemoryKind::kDevice);
  auto halve = device.kernel("api_scale").args(0.5F, x_d, x_d).over(x_d.size());
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < n; ++i) out[i] = 0.5F * x[i];
  });
  if (x_d.kind() != tickbench::MemoryKind::kDevice) state.skip("expected the device's own memory");
  // A callable in place of a launch: it does one launch and waits.
  state.verify([&] { halve(); }, tickbench::inout(x_d), tickbench::exact());
  state.measure(halve);
}
TICKBENCH(InPlace);

// A benchmark without a result says why there is nothing to check.
void Fill(tickbench::State& state) {
  if (state.range() < 1) state.skip("expected at least one element");
  auto y_d = state.device().allocate<int>(state.size());
  state.waive(tickbench::Check::kResult, "what a fill writes is the driver's matter");
  state.measure(state.device().fill(y_d, 7));
}

// Tolerances and the comparison behind `verify`.

void show_tolerances() {
  const tickbench::Tolerance one_rounding = tickbench::ulps(1);
  const tickbench::Tolerance of_a_sum = tickbench::dot_product(512);  // 512 products, |x| <= 1
  const std::vector<float> terms = tickbench::random<float>(1000);
  const tickbench::Tolerance of_terms = tickbench::sum_of(terms);  // narrower where they cancel
  const tickbench::Tolerance a_percent = tickbench::relative(0.01);
  const tickbench::Tolerance small = tickbench::absolute(1e-6);
  for (const auto& tolerance :
       {tickbench::exact(), one_rounding, of_a_sum, of_terms, a_percent, small})
    std::printf("%s\n", tickbench::to_string(tolerance).c_str());

  const tickbench::ElementType type = tickbench::element_type<float>();
  const std::vector<float> expected{1, 2, 3, 4}, found{1, 2, 3, 5};
  const auto expected_bytes = std::as_bytes(std::span(expected));
  const auto found_bytes = std::as_bytes(std::span(found));
  const tickbench::Comparison all =
      tickbench::compare(type, expected_bytes, found_bytes, one_rounding);
  if (all.first) {
    const tickbench::Comparison::Mismatch& first = *all.first;
    std::printf("%zu of %zu, the first at %zu: %s and %s\n", all.mismatched, all.compared,
                first.index, first.expected.c_str(), first.found.c_str());
  }

  std::vector<float> before(4);
  tickbench::poison(type, std::as_writable_bytes(std::span(before)));
  const tickbench::CheckResult result = tickbench::check_output(
      type, std::as_bytes(std::span(before)), expected_bytes, found_bytes, one_rounding, false);
  if (result.verdict == tickbench::CheckResult::Verdict::kWrong)
    std::printf("%s\n", result.message.c_str());
  if (const auto why = tickbench::mistrust(type, expected_bytes, {}))
    std::printf("this proves nothing: %s\n", why->c_str());
  if (const auto why = tickbench::looseness(type, expected_bytes, all, one_rounding))
    std::printf("%s\n", why->c_str());
  if (const auto index = tickbench::first_non_finite(type, found_bytes))
    std::printf("element %zu of %zu is not finite\n", *index,
                found_bytes.size() / tickbench::size_of(type));
}

// Queues and timers of your own.

[[maybe_unused]] void measure_opencl(tickbench::State& state, _cl_command_queue* queue,
                                     const std::function<void()>& enqueue) {
  const std::unique_ptr<tickbench::TimedQueue> timed =
      tickbench::opencl::timed_queue(queue, tickbench::Untimed::kHostTime);
  state.measure(*timed, enqueue);
}

[[maybe_unused]] void measure_held(tickbench::State& state,
                                   const std::function<void(_cl_command_queue*)>& enqueue) {
  state.measure(tickbench::async, enqueue);
}

[[maybe_unused]] void measure_level_zero(tickbench::State& state,
                                         const tickbench::level_zero::UserList& list,
                                         const std::function<void()>& append) {
  const auto timed = tickbench::level_zero::timed_queue(list);
  state.measure(*timed, append);
}

[[maybe_unused]] void measure_cuda(tickbench::State& state, CUstream_st* stream,
                                   const std::function<void()>& enqueue) {
  const auto timed = tickbench::cuda::timed_queue(stream);
  state.measure(*timed, enqueue);
}

[[maybe_unused]] void measure_vulkan(tickbench::State& state,
                                     const tickbench::vulkan::UserQueue& queue,
                                     const std::function<void()>& submit) {
  const auto timed = tickbench::vulkan::timed_queue(queue);
  state.measure(*timed, submit);
}

// Marks regions of whatever has a clock: here of the host itself.
class HostRegion : public tickbench::RegionMarker {
 public:
  void start() override { begin_ = tickbench::host_clock().now(); }
  tickbench::ElapsedTime<tickbench::Seconds> stop() override {
    const tickbench::Seconds elapsed = tickbench::host_clock().now() - begin_;
    return {elapsed, elapsed};
  }

 private:
  std::chrono::nanoseconds begin_{};
};

}  // namespace

// The handle of another kind of queue, which DeviceTimer takes from here on.
struct OtherQueue {};
template <>
struct tickbench::NativeQueue<OtherQueue*> {
  static std::unique_ptr<RegionMarker> region_marker(OtherQueue* /*queue*/) {
    return std::make_unique<HostRegion>();
  }
};

namespace {

[[maybe_unused]] void time_regions_of(OtherQueue* queue) {
  tickbench::DeviceTimer timer(queue);
  timer.start();
  timer.stop();
}

void show_timer() {
  tickbench::DeviceTimer timer(std::make_unique<HostRegion>());
  timer.start();
  tickbench::host_clock().sleep_for(tickbench::Seconds(0.001));
  timer.stop();
  timer.time([] { tickbench::host_clock().sleep_for(tickbench::Seconds(0.001)); });
  const auto [host, device] = timer.elapsed<std::chrono::duration<double, std::micro>>();
  std::printf("%d regions: %.0f us, %.0f us\n", timer.regions(), host.count(), device.count());
  timer.reset();
}

// Measures on a queue of a kind that the harness does not know.
void show_own_queue() {
  Errands errands;
  ErrandLog log;
  const auto queue =
      tickbench::backend::user_queue(std::make_unique<ErrandStream>(errands), true, &log);
  const auto sleep = [] { tickbench::host_clock().sleep_for(tickbench::Seconds(1e-4)); };
  const tickbench::Work work{[&] { log.keep(errands.add(sleep)); }, 1, "a short sleep"};
  const auto one = queue->run(work, {1, tickbench::TimeMethod::kOneEvent, 0});
  const auto marked = queue->run(work, {3, tickbench::TimeMethod::kBracket, 0});
  tickbench::DeviceTimer timer(
      tickbench::backend::region_marker(std::make_unique<ErrandStream>(errands)));
  timer.time([&] { errands.add(sleep); });
  std::printf("an errand: %g s, three: %g s, in a region: %g s\n", one.device.count(),
              marked.device.count(), timer.elapsed().device.count());
}

// A device outside a benchmark.

void show_devices() {
  tickbench::backend::NotListed not_listed;
  for (tickbench::backend::Backend* backend : tickbench::backend::all()) {
    for (const tickbench::DeviceInfo& info : backend->devices(not_listed))
      std::printf(
          "%s: %s (%s), %.0f GB, a work-group of %zu, %zu units to fill\n", info.id().c_str(),
          info.name.c_str(), std::string(tickbench::backend::to_string(info.type)).c_str(),
          static_cast<double>(info.memory) * 1e-9, info.largest_work_group, info.units_to_fill());
  }
  for (tickbench::backend::Backend* backend : tickbench::backend::all())
    for (const tickbench::backend::Setting& setting : backend->settings())
      backend->choose(setting.name, setting.values.front());  // as it is by default
  if (not_listed.has_failed) std::printf("not listed: %s\n", not_listed.reason.c_str());
}

// Kernel code that the program registers itself; tickbench_add_kernels writes such lines.
constexpr std::string_view kSource = "kernel void api_empty() {}";
[[maybe_unused]] const bool kRegistered =
    tickbench::backend::register_module("api_empty.cl", "opencl_c", kSource.data(), kSource.size());

// Below Device, Buffer and Kernel: what they are made of.
void show_back_end(tickbench::backend::Device& device) {
  constexpr std::size_t kCount = 256;
  const std::vector<float> ones(kCount, 1.0F);
  const auto bytes = std::as_bytes(std::span(ones));
  const std::unique_ptr<tickbench::backend::Memory> memory =
      device.allocate(bytes.size(), tickbench::MemoryKind::kDevice);
  device.write(*memory, bytes);

  tickbench::backend::Argument factor;
  factor.size = sizeof(float);
  factor.type = "float";
  std::memcpy(factor.value.data(), ones.data(), sizeof(float));
  tickbench::backend::Argument buffer;
  buffer.kind = tickbench::backend::Argument::Kind::kMemory;
  buffer.memory = memory.get();
  const std::unique_ptr<tickbench::backend::Kernel> kernel = device.kernel("api_scale");
  const std::vector arguments{factor, buffer, buffer};
  kernel->set_arguments(arguments);
  device.note_arguments(*kernel, arguments);
  if (const auto before = device.before_launches()) before();
  std::printf("the first argument is called '%s'\n", kernel->argument_name(0).c_str());
  for (const auto& text : kernel->argument_texts()) std::printf("declared: %s\n", text.c_str());
  const auto other = device.other_build("api_scale", *kernel, arguments);
  if (other == nullptr && !device.launches_other_build())
    std::puts("there are no kernels of another build");

  tickbench::backend::Queue& queue = device.queue();
  const tickbench::Launch launch(
      queue, {[&] {
                queue.launch(*kernel, tickbench::backend::Range{{kCount, 1, 1}, {0, 0, 0}, 1});
              },
              true, "api_scale"});
  launch();
  std::printf("of %zu modules\n", tickbench::backend::modules().size());

  if (const std::size_t alignment = device.part_alignment(); alignment != 0) {
    const std::shared_ptr<tickbench::backend::Memory> whole =
        device.allocate(2 * alignment, tickbench::MemoryKind::kDevice);
    const auto behind = device.part(whole, alignment, alignment);  // its second half
    std::printf("a part of %zu bytes\n", behind->size());
  }
}

// The regions of a body, on both clocks, for the report's figure of them.
void ScaleInRegions(tickbench::State& state) {
  const auto x = tickbench::random<float>(4096);
  auto& device = state.device();
  auto x_h = device.upload(x, tickbench::MemoryKind::kHost);
  auto x_d = device.allocate<float>(x.size());
  auto y_d = device.allocate<float>(x.size());
  auto copy_in = device.copy(x_d, x_h);
  auto scale = device.kernel("api_scale").args(0.5F, x_d, y_d).over(x.size());
  state.expect([&](std::span<float> out) {
    for (std::size_t i = 0; i < x.size(); ++i) out[i] = 0.5F * x[i];
  });
  state.verify(copy_in, scale, tickbench::out(y_d), tickbench::exact());
  state.measure(copy_in, scale);

  tickbench::DeviceTimer copying(device), scaling(device);
  for (int round = 0; round < 10; ++round) {
    copying.start();
    copy_in.enqueue();
    copying.stop();
    scaling.start();
    scale.enqueue();
    scaling.stop();
  }
  state.region("copy in", copying).region("scale", scaling);
}
TICKBENCH(ScaleInRegions)->Group("regions", {tickbench::Figure::kRegions});

void MeasuredByHand(tickbench::State& state) {
  show_back_end(state.device().backend());
  Fill(state);
}

// Errors.

void show_outcomes() {
  try {
    throw tickbench::Error(tickbench::Outcome::kUnsupported, "expected doubles, found none");
  } catch (const tickbench::Error& error) {
    const tickbench::Outcome outcome = error.outcome();
    if (tickbench::is_skip(outcome) && !tickbench::is_failure(outcome))
      std::printf("skipped, %s: %s\n", std::string(tickbench::to_string(outcome)).c_str(),
                  error.what());
  }
}

// Registration.

// Each call is there for itself: a benchmark needs few of them.
void register_more() {
  const std::string first(tickbench::backend::all().front()->name());  // such as "opencl"
  tickbench::register_benchmark("MeasuredByHand", MeasuredByHand)->Arg(64)->Backends({first});
  const tickbench::Registration::Body body = Fill;
  tickbench::register_benchmark("FillOfRanges", body)
      ->RangeMultiplier(8)
      ->Range(64, 4096)
      ->ArgName("n")
      ->Unit(benchmark::kMicrosecond)
      ->MinWarmUpTime(0.05)
      ->MinTime(0.001)
      ->LargeFrom(4096)
      ->Backends({first})
      ->Name("fill_of_ranges");
  tickbench::register_benchmark("FillOfProducts", body)
      ->ArgsProduct({{64, 128}, {1, 2}})
      ->ArgNames({"n", "variant"})
      ->Repetitions(2)
      ->ReportAggregatesOnly()
      ->DisplayAggregatesOnly();
  tickbench::register_benchmark("FillOfMany", body)
      ->Ranges({{64, 128}, {1, 2}})
      ->DenseRange(64, 68, 2)
      ->Arg(96)
      ->Args({100, 3})
      ->Setup([](tickbench::State& /*state*/) {})
      ->Teardown([](tickbench::State& /*state*/) {})
      ->Cache("cold:1MiB")
      ->Budget(0.25)
      ->Precision(0.02);
  tickbench::register_benchmark("FillTenTimes", body)->Apply([](tickbench::Registration* of) {
    of->Arg(512)->Iterations(10);
    const std::vector<tickbench::FigureGroup> groups{
        {"all of it", {}},
        {"roofline", {tickbench::Figure::kRoofline, tickbench::Figure::kClocks}}};
    for (const auto& [name, figures] : groups) of->Group(name, figures);
  });
}

}  // namespace

// What stands alone is shown first; then the benchmarks run.
int main(int argc, char** argv) {
  show_tolerances();
  show_timer();
  show_own_queue();
  show_devices();
  show_outcomes();
  register_more();
  return tickbench::run(argc, argv);
}
