// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "fakes/error_of.hpp"
#include "sycl/fake_host.hpp"

namespace tickbench {
namespace {

/// A queue of a back end's own, which tells its name.
class OwnQueue final : public TimedQueue {
 public:
  explicit OwnQueue(std::string name) : name_(std::move(name)) {}
  Bracket run(const Work& work, const BracketRequest&) override {
    work.enqueue();
    return {};
  }
  bool supports(TimeMethod method, const Work&) const override {
    return method == TimeMethod::kBracket;
  }
  std::optional<ClockReading> read_clock() override { return std::nullopt; }
  Seconds reported_resolution() const override { return Seconds(0); }
  std::string device_name() const override { return name_; }

 private:
  std::string name_;
};

class OwnMarker final : public RegionMarker {
 public:
  void start() override {}
  ElapsedTime<Seconds> stop() override { return {Seconds(2), Seconds(1)}; }
};

class OwnBackend final : public backend::Backend {
 public:
  explicit OwnBackend(std::string name) : name_(std::move(name)) {}
  std::string_view name() const noexcept override { return name_; }
  std::vector<backend::DeviceInfo> devices(backend::NotListed&) override { return {}; }
  std::unique_ptr<backend::Device> open(const backend::DeviceInfo&) override { return nullptr; }
  std::unique_ptr<TimedQueue> timed_queue(void* handle) override {
    take(handle);
    return std::make_unique<OwnQueue>(name_);
  }
  std::unique_ptr<RegionMarker> region_marker(void* handle) override {
    take(handle);
    return std::make_unique<OwnMarker>();
  }
  std::uintptr_t taken = 0;
  level_zero::UserList list;

 private:
  void take(void* handle) {
    if (name_ == "level_zero")
      list = *static_cast<const level_zero::UserList*>(handle);
    else
      taken = reinterpret_cast<std::uintptr_t>(handle);
  }
  std::string name_;
};

OwnBackend own_opencl("opencl"), own_cuda("cuda"), own_level_zero("level_zero");
std::vector<backend::Backend*> built;

}  // namespace

const std::vector<backend::Backend*>& backend::all() { return built; }

namespace sycl {
namespace {

using namespace std::chrono_literals;
using fakes::error_of;
using ::sycl::fake::machine;
using testing::HasSubstr;

class NativeQueues : public FakeSycl {
 protected:
  NativeQueues() { built = {&own_opencl, &own_level_zero, &own_cuda}; }
  ::sycl::queue queue = profiled();
};

TEST_F(NativeQueues, GoToTheirOwnBackEnds) {
  machine().kind = ::sycl::backend::opencl;
  EXPECT_EQ(native_timed_queue(queue)->device_name(), "opencl");
  EXPECT_EQ(own_opencl.taken, ::sycl::fake::kOpenCl);
  machine().kind = ::sycl::backend::ext_oneapi_cuda;
  EXPECT_EQ(native_timed_queue(queue)->device_name(), "cuda");
  EXPECT_EQ(own_cuda.taken, ::sycl::fake::kCuda);
  machine().kind = ::sycl::backend::ext_oneapi_level_zero;
  EXPECT_EQ(native_timed_queue(queue)->device_name(), "level_zero");
  const auto number = [](auto* handle) { return reinterpret_cast<std::uintptr_t>(handle); };
  EXPECT_EQ(number(own_level_zero.list.list), ::sycl::fake::kList);
  EXPECT_EQ(number(own_level_zero.list.context), ::sycl::fake::kContext);
  EXPECT_EQ(number(own_level_zero.list.device), ::sycl::fake::kDevice);
  EXPECT_EQ(own_level_zero.list.queue, nullptr);
}

TEST_F(NativeQueues, AreUnsupportedWhereThereIsNone) {
  const auto expect_none = [&] {
    const auto error = error_of([&] { native_timed_queue(queue); });
    EXPECT_EQ(error.outcome(), Outcome::kUnsupported);
    EXPECT_THAT(error.what(), HasSubstr("found none behind the sycl::queue on 'a fake'"));
  };
  expect_none();  // of another kind
  machine().kind = ::sycl::backend::ext_oneapi_level_zero;
  machine().hands_out_lists = false;
  expect_none();
  built.clear();  // a build without these back ends
  for (const auto kind : {::sycl::backend::opencl, ::sycl::backend::ext_oneapi_cuda,
                          ::sycl::backend::ext_oneapi_level_zero}) {
    machine().kind = kind;
    machine().hands_out_lists = true;
    expect_none();
  }
}

TEST_F(NativeQueues, AreRefusedByNameToo) {
  machine().kind = ::sycl::backend::opencl;
  const ::sycl::queue unordered(::sycl::property_list(Profiling{}));
  EXPECT_THAT(error_of([&] { native_timed_queue(unordered); }).what(), HasSubstr("in_order"));
  const ::sycl::queue unprofiled(::sycl::property_list(InOrder{}));
  EXPECT_THAT(error_of([&] { native_timed_queue(unprofiled); }).what(),
              HasSubstr("enable_profiling"));
}

TEST_F(NativeQueues, OfCudaGoThereUnasked) {
  machine().kind = ::sycl::backend::ext_oneapi_cuda;
  const auto timed = timed_queue(queue);
  EXPECT_EQ(timed->device_name(), "cuda");
  // SYCL's events do not time it.
  int calls = 0;
  const auto work = timed->with_events([&] {
    ++calls;
    return queue.run(10us);
  });
  EXPECT_EQ(work.commands, 0);
  EXPECT_FALSE(timed->supports(TimeMethod::kOneEvent, work));
  timed->run(work, {});
  EXPECT_EQ(calls, 1);

  DeviceTimer timer(queue);
  timer.time([] {});
  EXPECT_EQ(timer.elapsed().device, Seconds(1));
}

TEST_F(NativeQueues, OfCudaThatTheHostTimesStayWhereTheyAre) {
  machine().kind = ::sycl::backend::ext_oneapi_cuda;
  const ::sycl::queue unprofiled(::sycl::property_list(InOrder{}));
  const auto timed = timed_queue(unprofiled, Untimed::kHostTime);
  EXPECT_EQ(timed->device_name(), "a fake");
  EXPECT_FALSE(timed->supports(TimeMethod::kBracket, {}));
}

TEST_F(NativeQueues, OfCudaAreTimedBySyclWhereThereIsNoSuchBackEnd) {
  built.clear();
  machine().kind = ::sycl::backend::ext_oneapi_cuda;
  EXPECT_EQ(timed_queue(queue)->device_name(), "a fake");
}

TEST_F(NativeQueues, OfOthersAreTimedInSyclsOwnOrder) {
  for (const auto kind : {::sycl::backend::opencl, ::sycl::backend::ext_oneapi_level_zero}) {
    machine().kind = kind;
    EXPECT_EQ(timed_queue(queue)->device_name(), "a fake");
  }
}

}  // namespace
}  // namespace sycl
}  // namespace tickbench
