// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// One kernel, one device, one process: through SYCL on a queue of the user's, and through the
// OpenCL back end, in turn.
#include <gtest/gtest.h>

#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "measurement/measurement.hpp"
#include "raw_sycl.hpp"
#include "tickbench/device.hpp"
#include "tickbench/sycl.hpp"

namespace tickbench::sycl {
namespace {

// The requirement: the median of paired ratios within 2 % of 1.
constexpr double kTolerance = 0.02;
constexpr Seconds kBudget{5};
constexpr std::int64_t kLaunches = 20;
// Within the caches of all processors: above that, where the driver put the memory counts.
constexpr std::size_t kCount = 1U << 18, kLocal = 1024;

std::unique_ptr<backend::Device> open_opencl(const std::string& name) {
  auto* const opencl = detail::back_end("opencl");
  backend::NotListed not_listed;
  for (const auto& info : opencl->devices(not_listed))
    if (info.name == name) return opencl->open(info);
  return nullptr;
}

/// The same source as the OpenCL back end builds.
::sycl::kernel build_saxpy(const ::sycl::queue& queue) {
  std::string source;
  for (const auto& module : backend::modules())
    if (module.name == "saxpy.cl" && module.format == "opencl_c") source = module.text();
  return build_opencl(queue, source.c_str(), "sycl_saxpy");
}

struct BySycl {
  ::sycl::queue queue{::sycl::property_list{::sycl::property::queue::in_order{},
                                            ::sycl::property::queue::enable_profiling{}}};
  // Without a vector of the host's, which on a processor would be the buffer, aligned as vectors
  // are.
  ::sycl::buffer<float> x = ones(), y = ones();
  ::sycl::kernel saxpy = build_saxpy(queue);

  ::sycl::buffer<float> ones() {
    ::sycl::buffer<float> made{::sycl::range<1>(kCount)};
    queue.submit([&](::sycl::handler& handler) {
      const ::sycl::accessor to(made, handler, ::sycl::write_only, ::sycl::no_init);
      handler.fill(to, 1.0F);
    });
    return made;
  }
  ::sycl::event submit() {
    return queue.submit([&](::sycl::handler& handler) {
      const ::sycl::accessor from(x, handler, ::sycl::read_only);
      const ::sycl::accessor to(y, handler, ::sycl::read_write);
      handler.set_args(1e-9F, from, to);
      handler.parallel_for(::sycl::nd_range<1>(kCount, kLocal), saxpy);
    });
  }
};

TEST(SameDevice, SyclAgreesWithTheOpenClBackEnd) {
  BySycl by_sycl;
  const auto name = by_sycl.queue.get_device().get_info<::sycl::info::device::name>();
  const auto device = open_opencl(name);
  ASSERT_NE(device, nullptr) << "OpenCL lists no '" << name << "'";
  tickbench::Device facade(*device);
  const std::vector<float> ones(kCount, 1.0F);
  const auto x = facade.upload(ones), y = facade.upload(ones);
  const auto launch = facade.kernel("sycl_saxpy").args(1e-9F, x, y).over(kCount, kLocal);

  const auto timed = timed_queue(by_sycl.queue);
  const auto work = timed->with_events([&] { return by_sycl.submit(); });
  const MeasurementSettings settings;
  auto sycl = measure(*timed, work, Mode::kIsolated, settings);
  auto opencl = measure(device->queue(), launch.work(), Mode::kIsolated, settings);
  for (const auto method : {TimeMethod::kOneEvent, TimeMethod::kEventSum, TimeMethod::kBracket}) {
    sycl.method = opencl.method = method;
    sycl.launches_per_bracket = opencl.launches_per_bracket =
        method == TimeMethod::kOneEvent ? 1 : kLaunches;
    std::vector<double> by_sycls, by_opencls;
    for (const auto& [first, second] : measure_alternately(
             {*timed, work, sycl}, {device->queue(), launch.work(), opencl}, settings, kBudget)) {
      by_sycls.push_back(first.device.count());
      by_opencls.push_back(second.device.count());
    }
    const auto ratio = paired_ratio(by_sycls, by_opencls);
    std::cout << name << ", " << to_string(method) << ": " << by_sycls.size() << " pairs of "
              << sycl.launches_per_bracket << " launches of " << median(by_opencls) * 1e6
              << " us, SYCL / OpenCL = " << ratio.value << " (" << ratio.interval.low << " to "
              << ratio.interval.high << ")\n";
    RecordProperty("ratio_" + std::string(to_string(method)), std::to_string(ratio.value));
    // Of several launches, the host submits the next one while the first one runs: on a processor
    // on the same cores, and through SYCL for longer. Then the times differ because the work does.
    if (method == TimeMethod::kOneEvent) {
      EXPECT_NEAR(ratio.value, 1.0, kTolerance);
    }
  }
}

}  // namespace
}  // namespace tickbench::sycl
