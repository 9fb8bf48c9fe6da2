// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <set>

#include "api/instance.hpp"
#include "api/random_context.hpp"
#include "api/registration.hpp"
#include "outputs/summary.hpp"
#include "process/lock.hpp"
#include "process/watchdog.hpp"
#include "results/metrics.hpp"
#include "suite/device_selection.hpp"
#include "suite/google/result_json.hpp"
#include "suite/suite.hpp"

namespace tickbench::suite {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Anything else would not tell its element type, or wrap itself for ever.
TEST(References, AreFunctionsThatFillASpan) {
  const auto is_fill = []<class F>(const F&) { return detail::is_fill<F>(); };
  EXPECT_TRUE(is_fill([](std::span<float>) {}));
  EXPECT_TRUE(is_fill(std::function<void(std::span<int>)>()));
  EXPECT_FALSE(is_fill([](std::span<float> out) { return out.size(); }));
  EXPECT_FALSE(is_fill([](std::span<float>&) {}));
  EXPECT_FALSE(is_fill([](std::span<const float>) {}));
  EXPECT_FALSE(is_fill([](std::vector<float>&) {}));
  EXPECT_FALSE(is_fill([](auto) {}));
  EXPECT_FALSE(is_fill(std::vector<float>()));
}

TEST(SnakeCase, WordsAndNamespaces) {
  EXPECT_EQ(snake_case("Saxpy"), "saxpy");
  EXPECT_EQ(snake_case("ns::inner::MatmulTiled"), "matmul_tiled");
  EXPECT_EQ(snake_case("HTTPServer"), "http_server");
  EXPECT_EQ(snake_case("Copy2D"), "copy2_d");
  EXPECT_EQ(snake_case("already_snake"), "already_snake");
  EXPECT_EQ(snake_case("Mixed_Case"), "mixed_case");
}

TEST(SnakeCase, TemplateArgumentsStayAsWritten) {
  EXPECT_EQ(snake_case("Fill<std::int64_t, 4>"), "fill<std::int64_t, 4>");
  EXPECT_EQ(snake_case("ns::FillAll<ns::Pixel<Red>>"), "fill_all<ns::Pixel<Red>>");
}

template <class T, int Count>
void FillTyped(State& state) {
  state.skip(std::to_string(sizeof(T) * Count));
}
TICKBENCH(FillTyped<std::int64_t, 4>)->Arg(7);

TEST(Register, TakesAnInstanceOfATemplate) {
  std::vector<const Registration*> all;
  for (const auto& registration : registrations()) all.push_back(registration.get());
  const auto instances = expand(all, {"opencl"}, false);
  EXPECT_THAT(instances, testing::Contains(testing::Field(&Instance::id,
                                                          "opencl/fill_typed<std::int64_t, 4>/7")));
}

TEST(Instance, NamesAreGoogleBenchmarksAndIdsAreTheBeginning) {
  Registration registration("MatMul", [](State&) {});
  registration.ArgNames({"n", ""})->Args({8, 3})->MinTime(0.25)->Repetitions(4);
  const auto instances = expand({&registration}, {"opencl", "level_zero"}, false);
  ASSERT_EQ(instances.size(), 2U);
  EXPECT_EQ(instances[0].id, "opencl/mat_mul/n:8/3");
  EXPECT_EQ(instances[0].full_name, "opencl/mat_mul/n:8/3/min_time:0.250/repeats:4/manual_time");
  EXPECT_EQ(instances[1].id, "level_zero/mat_mul/n:8/3");
}

TEST(Instance, RangesAreGoogleBenchmarks) {
  Registration a("A", [](State&) {});
  a.RangeMultiplier(16)->Range(1 << 10, 1 << 20);
  std::vector<std::int64_t> sizes;
  for (const auto& instance : expand({&a}, {"opencl"}, false))
    sizes.push_back(instance.arguments[0]);
  EXPECT_THAT(sizes, ElementsAre(1 << 10, 1 << 12, 1 << 16, 1 << 20));

  Registration b("B", [](State&) {});
  b.ArgsProduct({{1, 2}, {3, 4}});
  const auto product = expand({&b}, {"opencl"}, false);
  ASSERT_EQ(product.size(), 4U);
  EXPECT_EQ(product[1].id, "opencl/b/2/3");  // the first varies fastest
}

TEST(Instance, LargeOnesAndBackEndsOnRequest) {
  Registration registration("A", [](State&) {});
  registration.Backends({"opencl"})->LargeFrom(100)->DenseRange(50, 150, 50);
  EXPECT_EQ(expand({&registration}, {"opencl", "level_zero"}, false).size(), 1U);
  EXPECT_EQ(expand({&registration}, {"opencl", "level_zero"}, true).size(), 3U);
}

TEST(WithoutNonFinite, OnlyOutsideStrings) {
  EXPECT_EQ(without_non_finite(R"({"a": NaN, "b": -Infinity, "c": "NaN \" Infinity", "d": null})"),
            R"({"a": null, "b": null, "c": "NaN \" Infinity", "d": null})");
  EXPECT_EQ(without_non_finite("[-1.5e+03, inf, true]"), "[-1.5e+03, null, true]");
}

TEST(Augment, BytesThatAreNotUtf8DoNotCostTheFile) {
  const Json context{{"log", "caf\xE9"}};
  const auto text = augment(R"({"context": {}, "benchmarks": [{"name": "a"}]})", {{}}, context,
                            [](const EntryKey&) {
                              return Json{{"id", "a"}};
                            });
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["benchmarks"][0]["tickbench"]["id"], "a");
}

TEST(Devices, DefaultIsTheFirstGpuThenAcceleratorThenCpu) {
  fakes::SimulatedTime time;
  fakes::FakeBackend backend("opencl", time);
  using backend::DeviceType;
  backend.add_device("c", DeviceType::kCpu);
  EXPECT_EQ(default_device(backend.infos)->name, "c");
  backend.add_device("a", DeviceType::kAccelerator);
  EXPECT_EQ(default_device(backend.infos)->name, "a");
  backend.add_device("sub", DeviceType::kGpu).index = "0.1";
  EXPECT_EQ(default_device(backend.infos)->name, "a");
  backend.add_device("g", DeviceType::kGpu);
  EXPECT_EQ(default_device(backend.infos)->name, "g");
  EXPECT_EQ(default_device({}), nullptr);
}

std::string resolved(const std::string& list, std::vector<std::string>* notes = nullptr) {
  fakes::SimulatedTime time;
  fakes::FakeBackend opencl("opencl", time);
  fakes::FakeBackend level_zero("level_zero", time);
  opencl.add_device("NVIDIA H200");
  opencl.add_device("NVIDIA H200");
  opencl.add_device("PoCL", backend::DeviceType::kCpu);
  opencl.add_device("half").index = "0.1";
  level_zero.add_device("Arc A770");
  const auto selection =
      resolve(parse_devices(list, {"opencl", "level_zero"}), enumerate({&opencl, &level_zero}));
  std::string ids;
  for (const auto& device : selection.devices)
    ids += (ids.empty() ? "" : " ") + (device.device ? device.device->id() : "-");
  if (notes != nullptr) *notes = selection.notes;
  return ids;
}

TEST(Devices, ByIndexNameAndAll) {
  EXPECT_EQ(resolved(""), "opencl:0 level_zero:0");
  EXPECT_EQ(resolved("opencl:2"), "opencl:2");
  EXPECT_EQ(resolved("opencl:0.1"), "opencl:0.1");
  EXPECT_EQ(resolved("opencl:pocl,level_zero:0"), "opencl:2 level_zero:0");
  EXPECT_EQ(resolved("arc"), "level_zero:0");
  EXPECT_EQ(resolved("all"), "opencl:0 opencl:1 opencl:2 level_zero:0");
  EXPECT_EQ(resolved("opencl:all"), "opencl:0 opencl:1 opencl:2");
  EXPECT_EQ(resolved("opencl:0,opencl:0"), "opencl:0");
  EXPECT_EQ(resolved("nothing like it"), "- -");
}

TEST(Devices, SubDevicesThatAreNotListedAreAskedFor) {
  EXPECT_EQ(resolved("opencl:1.1"), "opencl:1.1");
  EXPECT_EQ(resolved("opencl:1.1,opencl:1,opencl:1.1"), "opencl:1.1 opencl:1");
  EXPECT_EQ(resolved("opencl:1.2"), "-");
  EXPECT_EQ(resolved("opencl:7.0"), "-");
}

TEST(Devices, ADeviceThatCannotBeDividedSaysSo) {
  fakes::SimulatedTime time;
  fakes::FakeBackend opencl("opencl", time);
  opencl.add_device("whole");
  const auto selection = resolve(parse_devices("opencl:0.1", {"opencl"}), enumerate({&opencl}));
  ASSERT_EQ(selection.devices.size(), 1U);
  EXPECT_FALSE(selection.devices[0].device);
  EXPECT_EQ(selection.devices[0].missing,
            "no device 'opencl:0.1' (it cannot be divided) here: opencl:0 (whole)");
}

TEST(Devices, AnAmbiguousPartTakesTheFirstAndSaysSo) {
  std::vector<std::string> notes;
  EXPECT_EQ(resolved("opencl:h200", &notes), "opencl:0");
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_THAT(notes[0],
              HasSubstr("opencl:0 (NVIDIA H200), opencl:1 (NVIDIA H200); taking opencl:0"));
}

TEST(Lock, TheSecondWaits) {
  const Suite suite;
  const auto folder = suite.path(".");
  std::promise<void> waiting;
  auto first = std::make_unique<process::HostLock>(folder, "device 0", [] { FAIL(); });
  ASSERT_TRUE(first->is_held());
  auto second = std::async(std::launch::async, [&] {
    return process::HostLock(folder, "device 0", [&] { waiting.set_value(); }).is_held();
  });
  waiting.get_future().wait();
  first.reset();
  EXPECT_TRUE(second.get());
}

TEST(Lock, WithoutAFileNothingIsHeldAndItSaysWhy) {
  const process::HostLock lock("/no/such/folder", "x", [] {});
  EXPECT_FALSE(lock.is_held());
  EXPECT_THAT(lock.failure(), HasSubstr("/no/such/folder/tickbench-x.lock"));
}

TEST(Watchdog, ExpiresOnceArmed) {
  std::promise<void> expired;
  process::Watchdog watchdog(Seconds(0.001), [&] { expired.set_value(); });
  watchdog.arm();
  expired.get_future().wait();
}

TEST(Watchdog, DisarmedInTimeOrWithoutATimeoutItNeverDoes) {
  std::atomic<bool> expired = false;
  for (const double seconds : {0.0, 1000.0}) {
    process::Watchdog watchdog(Seconds(seconds), [&] { expired = true; });
    watchdog.arm();
    watchdog.disarm();
  }
  EXPECT_FALSE(expired);
}

TEST(Random, IsTheSameForTheSamePlaceAndOnlyThere) {
  std::vector<float> first;
  std::vector<float> second;
  {
    const RandomContext context("opencl/a/1", 0);
    first = random<float>(1000);
    second = random<float>(1000);
  }
  EXPECT_NE(first, second);
  {
    const RandomContext context("opencl/a/1", 0);
    EXPECT_EQ(random<float>(1000), first);
  }
  {
    const RandomContext context("opencl/a/1", 1);
    EXPECT_NE(random<float>(1000), first);
  }
  const RandomContext context("opencl/a/2", 0);
  EXPECT_NE(random<float>(1000), first);
}

TEST(Random, IsUniform) {
  const RandomContext context("x", 0);
  double sum = 0;
  for (const float value : random<float>(100'000)) {
    ASSERT_GE(value, -1.0F);
    ASSERT_LT(value, 1.0F);
    sum += static_cast<double>(value);
  }
  EXPECT_NEAR(sum / 100'000, 0, 0.01);  // more than five standard errors
  const auto bytes = random<std::uint8_t>(10'000);
  EXPECT_EQ(std::set<int>(bytes.begin(), bytes.end()).size(), 256U);
}

TEST(Metrics, RatesTurnTheIntervalRound) {
  Record record;
  record.declared.bytes_read = 100;
  record.batched.emplace();
  record.batched->median = Seconds(2);
  record.batched->interval = {1, 4, 0.95};
  for (const auto& metric : metrics(record))
    if (metric.name == "bytes_per_second") {
      EXPECT_DOUBLE_EQ(metric.value, 50);
      EXPECT_DOUBLE_EQ(metric.interval->low, 25);
      EXPECT_DOUBLE_EQ(metric.interval->high, 100);
      return;
    }
  FAIL();
}

TEST(Metrics, NothingMeasuredNothingClaimed) { EXPECT_TRUE(metrics(Record{}).empty()); }

}  // namespace
}  // namespace tickbench::suite
