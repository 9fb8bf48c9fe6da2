// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "backend/bracket_check.hpp"
#include "level_zero/buffer.hpp"
#include "level_zero/error.hpp"
#include "level_zero/user_list.hpp"

namespace tickbench::level_zero {
namespace {

/// A list of the user's. What is appended to it is the user's own code, so commands have no events
/// here: global timestamps around them, or the host's clock.
class UserQueue final : public TimedQueue {
 public:
  UserQueue(const UserList& user, const DriverDevice& owner)
      : name_(describe_device(owner.driver, owner.device, "").name),
        list_(user.context, user.device, user.list, user.queue, name_),
        timer_(user.context, user.device, clocks_of(owner.driver, owner.device), name_) {}

  Bracket run(const Work& work, const BracketRequest& request) override {
    backend::require_bracket(*this, work, request);
    if (request.displace_bytes != 0)
      throw Error(
          Outcome::kUnsupported,
          "a cold cache: the harness appends nothing of its own to a list of yours; displace the "
          "caches in the code that is measured");
    return request.method == TimeMethod::kBracket
               ? timer_.between_timestamps(list_, work, request.launches)
               : timer_.by_host(list_, work, request.launches);
  }
  bool supports(TimeMethod method, const Work& /*work*/) const override {
    return method == TimeMethod::kBracket || method == TimeMethod::kHost;
  }
  std::optional<ClockReading> read_clock() override { return timer_.read_clock(); }
  Seconds reported_resolution() const override { return timer_.clocks().global.tick(); }
  std::string device_name() const override { return name_; }

 private:
  std::string name_;
  CommandList list_;
  QueueTimer timer_;
};

}  // namespace

void require_handles(const UserList& list, const char* what) {
  const auto require = [&](const void* handle, const char* name) {
    if (handle == nullptr)
      throw Error(Outcome::kInvalidBenchmark,
                  std::string(what) + ": expected a " + name + ", found null");
  };
  require(list.context, "context");
  require(list.device, "device");
  require(list.list, "command list");
}

DriverDevice owner_of(ze_device_handle_t device) {
  backend::NotListed not_listed;
  for (const auto& root : root_devices(not_listed)) {
    if (root.device == device) return root;
    const auto parts = sub_devices(root.device);
    if (std::find(parts.begin(), parts.end(), device) != parts.end()) return {root.driver, device};
  }
  throw Error(
      Outcome::kInvalidBenchmark,
      "expected a device of one of the drivers that zeDriverGet gives, found another handle");
}

std::unique_ptr<TimedQueue> timed_queue(const UserList& list) {
  require_handles(list, "timed_queue");
  return std::make_unique<UserQueue>(list, owner_of(list.device));
}

}  // namespace tickbench::level_zero
