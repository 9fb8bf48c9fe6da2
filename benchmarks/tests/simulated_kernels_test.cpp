// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Every kernel of the suite on Intel's driver without hardware: its compiler builds them, it takes
// each call that leads to a launch and its times, and nothing is executed. In the suite itself no
// benchmark gets past its upload there. The variables that simulate a device come from CTest.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <tickbench/error.hpp>
#include <tickbench/peak.hpp>
#include <tickbench/tickbench.hpp>

#include "suite/shape.hpp"

namespace {

using testing::HasSubstr;

constexpr std::size_t kWorkItems = 64;

struct Buffers {
  tickbench::Buffer<float> a, b, out;
  tickbench::Buffer<double> doubles;
};

/// Of the modules that have shapes: one work-group of each kernel.
std::vector<tickbench::Launch> shaped_launches_of(const std::string& module,
                                                  const std::string& variant,
                                                  tickbench::Device& device, const Buffers& on) {
  const auto kernel = [&](std::string_view name) { return device.kernel(name, variant); };
  const auto shape = suite::shape_of_variant(variant);
  const std::size_t width = shape.width, items = shape.items;
  if (module == "matmul_tuned.spv") {
    const std::size_t all = width / shape.more.at(1) * (items / shape.more.at(2));
    return {
        kernel("matmul_tuned").args(on.a, on.b, on.out, std::size_t{16}).over({all, 1}, {all, 1})};
  }
  const std::uint32_t n = 16;
  const auto &a = on.a, &b = on.b, &out = on.out;
  if (module == "stream.spv")
    return {kernel("stream_scale").args(2.0F, a, out, n).over(width, width),
            kernel("stream_add").args(a, b, out, n).over(width, width),
            kernel("stream_triad").args(2.0F, a, b, out, n).over(width, width)};
  if (module == "reduction.spv") {
    const auto launches = [&](const auto& x) -> std::vector<tickbench::Launch> {
      return {kernel("reduction").args(x, x, n).over(width, width),
              kernel("stream_dot").args(x, x, x, n).over(width, width),
              kernel("reduction_last").args(x, x, n).over(width, width)};
    };
    if (!variant.ends_with("-double")) return launches(a);
    return device.info().has_double ? launches(on.doubles) : std::vector<tickbench::Launch>{};
  }
  if (module == "transpose_tiled.spv") {
    const tickbench::Extent tile{width, width / items};
    if (width * (width / items) > device.info().largest_work_group) return {};
    return {kernel("transpose_tiled").args(a, out, n).over(tile, tile)};
  }
  if (module == "prefix_sum.spv")
    return {kernel("prefix_sum_tiles").args(a, out, n).over(width, width),
            kernel("prefix_sum_before").args(out, n).over(width, width),
            kernel("prefix_sum_within").args(a, b, out, n).over(width, width),
            kernel("prefix_sum_clear").args(out, n).over(width, width),
            kernel("prefix_sum_one_pass").args(a, b, out, n).over(width, width)};
  if (module == "stencil.spv")
    return {kernel("stencil").args(a, out, n).over({width, 1}, {width, 1}),
            kernel("stencil_columns").args(a, out, n).over({width, 1}, {width, 1})};
  if (module == "histogram.spv")
    return {kernel("histogram_clear").args(out).over(256),
            kernel("histogram_global").args(a, out, n).over(width, width),
            kernel("histogram").args(a, out, n).over(width, width)};
  if (module == "spmv.spv")
    return {kernel("spmv").args(a, a, b, b, out, n).over(width, width),
            kernel("spmv_shared_rows").args(a, a, b, b, out, n).over(width, width)};
  if (module == "n_body.spv")
    return {kernel("n_body").args(a, out, n).over(width, width),
            kernel("n_body_tiled").args(a, out, n).over(width, width)};
  if (module == "fft.spv") {
    const tickbench::Extent group{width / 4, items};
    return {kernel("fft").args(a, b, out, std::uint32_t{1}).over(group, group)};
  }
  ADD_FAILURE() << "not launched here: the kernels of " << module;
  return {};
}

/// Else it has none, or a type.
bool has_shape(std::string_view variant) {
  return !variant.empty() && variant.front() >= '0' && variant.front() <= '9';
}

/// Of what is in the module of this name.
std::vector<tickbench::Launch> launches_of(const std::string& module, const std::string& variant,
                                           tickbench::Device& device, const Buffers& on) {
  if (has_shape(variant)) return shaped_launches_of(module, variant, device, on);
  const auto kernel = [&](std::string_view name) { return device.kernel(name, variant); };
  const std::size_t n = 16;
  if (module == "copy.spv") return {kernel("copy").args(on.a, on.out).over(kWorkItems)};
  if (module == "empty.spv") return {kernel("empty").args().over(kWorkItems)};
  if (module == "launch.spv") return {kernel("launch_empty").args().over(kWorkItems)};
  if (module == "launch_first.spv") return {kernel("launch_first").args().over(kWorkItems)};
  if (module == "matmul.spv")
    return {kernel("matmul").args(on.a, on.b, on.out, n).over({n, n}, {n, n})};
  if (module == "matmul_tiled.spv")
    return {kernel("matmul_tiled").args(on.a, on.b, on.out, n).over({n, n}, {n, n})};
  if (module == "saxpy.spv") return {kernel("saxpy").args(2.0F, on.a, on.out).over(kWorkItems)};
  if (module == "transpose.spv")
    return {kernel("transpose").args(on.a, on.out, std::uint32_t{8}).over({n, n}, {n, n})};
  const std::uint32_t steps = 1;
  if (module == "peak_units.spv")
    return {kernel("peak_integer").args(on.out, 1, 1).over(kWorkItems),
            kernel("peak_local_memory").args(on.out, 1.0F).over(256, 256)};
  if (module == "work_groups.spv") {
    if (variant == "int") return {kernel("work_groups").args(on.out, 1, 1, steps).over(kWorkItems)};
    if (variant == "double" ? !device.info().has_double
                            : variant == "half" && !device.info().has_half)
      return {};
    if (variant == "double")
      return {kernel("work_groups").args(on.doubles, 1.0, 1.0, steps).over(kWorkItems)};
    return {kernel("work_groups").args(on.out, 1.0F, 1.0F, steps).over(kWorkItems)};
  }
  if (module == "peak_double.spv") {
    if (!device.info().has_double) return {};
    return {kernel("peak_double").args(on.doubles, 1.0, 1.0).over(kWorkItems)};
  }
  if (module == "tickbench_peak.spv")
    return {kernel(tickbench::peak::kUpdateKernel).args(on.a, on.out).over(kWorkItems),
            kernel(tickbench::peak::kMultiplyAddKernel).args(on.out, 1.0F, 1.0F).over(kWorkItems),
            kernel("tickbench_peak_fill").args(on.out, 1.0F).over(kWorkItems)};
  ADD_FAILURE() << "not launched here: the kernels of " << module;
  return {};
}

/// The module's name without its variant.
std::string file_of(const tickbench::backend::Module& module) {
  return std::string(module.name.substr(0, module.name.find(' ')));
}

/// Whether GPUs take it: what is simulated is one.
bool is_of_gpus(const tickbench::backend::Module& module) {
  const auto& all = suite::chosen_shapes();
  const auto variant = module.variant.substr(0, module.variant.find('-'));
  return !has_shape(variant) || std::ranges::any_of(all, [&](const auto& of) {
    return std::ranges::count(of.gpu, variant) > 0;
  });
}

std::string outcome_of(const tickbench::Launch& launch, tickbench::TimeMethod method) {
  try {
    launch.queue().run(launch.work(), {1, method, 0});
  } catch (const tickbench::Error& error) {
    return error.what();
  }
  return "a time";
}

class SimulatedDevice : public testing::Test {
 protected:
  void SetUp() override {
    for (auto* backend : tickbench::backend::all())
      if (backend->name() == "level_zero") backend_ = backend;
    ASSERT_NE(backend_, nullptr);
    if (backend_->devices(not_listed_).empty())
      GTEST_SKIP() << "no simulated device: " << not_listed_.reason;
  }

  std::unique_ptr<tickbench::backend::Device> open() {
    return backend_->open(backend_->devices(not_listed_).front());
  }

  void check_each_launch() {
    const auto opened = open();
    tickbench::Device device(*opened);
    constexpr std::size_t kFloats = 64 * kWorkItems;  // of which no kernel here uses more
    const Buffers on{device.allocate<float>(kFloats), device.allocate<float>(kFloats),
                     device.allocate<float>(kFloats), device.allocate<double>(kFloats)};
    for (const auto& module : tickbench::backend::modules()) {
      if (module.format != "spirv" || !is_of_gpus(module)) continue;
      for (const auto& launch :
           launches_of(file_of(module), std::string(module.variant), device, on))
        for (const auto method :
             {tickbench::TimeMethod::kBracket, tickbench::TimeMethod::kOneEvent})
          // A call that is refused would be named instead.
          EXPECT_THAT(outcome_of(launch, method), HasSubstr("the device executed nothing"))
              << module.name << ", " << to_string(method);
    }
    EXPECT_THAT(outcome_of(device.copy(on.out, on.a), tickbench::TimeMethod::kBracket),
                HasSubstr(has_copy_engine_ ? "the device executed nothing"
                                           : "no queue group that only copies"));
  }

  tickbench::backend::Backend* backend_ = nullptr;
  tickbench::backend::NotListed not_listed_;
  bool has_copy_engine_ = true;
};

TEST_F(SimulatedDevice, BuildsAndTakesEveryKernelOfTheSuite) { check_each_launch(); }

TEST_F(SimulatedDevice, TakesTheOtherWaysOfTheBackEnd) {
  const std::map<std::string, std::string> others{
      {"list", "immediate"}, {"stamps", "context"}, {"query", "appended"}, {"copies", "engine"}};
  for (const auto& [setting, value] : others) backend_->choose(setting, value);
  const char* const generation = std::getenv("ProductFamilyOverride");
  has_copy_engine_ = generation == nullptr || std::string_view(generation) != "skl";
  check_each_launch();
  for (const auto& setting : backend_->settings())
    backend_->choose(setting.name, setting.values.front());
}

}  // namespace
