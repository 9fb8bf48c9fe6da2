// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

/// A SYCL for tests: as much of the interface as tickbench/sycl.hpp takes, on one device with a
/// clock that moves only when a call is made. With FAKE_SYCL_IS_PORTABLE it is SYCL 2020 alone: no
/// barrier, and no native queues.
#ifndef FAKE_SYCL_IS_PORTABLE
#define SYCL_EXT_ONEAPI_ENQUEUE_BARRIER 1
#endif

struct _cl_command_queue;
struct CUstream_st;
struct _ze_command_list_handle_t;
struct _ze_command_queue_handle_t;
struct _ze_context_handle_t;
struct _ze_device_handle_t;

namespace sycl {

enum class errc { runtime = 1, invalid, memory_allocation };

}  // namespace sycl
template <>
struct std::is_error_code_enum<sycl::errc> : std::true_type {};

namespace sycl {

inline std::error_code make_error_code(errc code) {
  return {static_cast<int>(code), std::generic_category()};
}
class exception : public std::runtime_error {
 public:
  exception(errc code, const std::string& text) : std::runtime_error(text), code_(code) {}
  std::error_code code() const noexcept { return make_error_code(code_); }

 private:
  errc code_;
};

#ifdef FAKE_SYCL_IS_PORTABLE
enum class backend { other };
#else
enum class backend { other, opencl, ext_oneapi_level_zero, ext_oneapi_cuda };
#endif

namespace info {
enum class event_command_status { submitted, running, complete };
namespace event {
struct command_execution_status {};
}  // namespace event
namespace event_profiling {
struct command_submit {};
struct command_start {};
struct command_end {};
}  // namespace event_profiling
namespace device {
struct name {};
struct vendor {};
struct driver_version {};
struct global_mem_size {};
struct max_mem_alloc_size {};
}  // namespace device
}  // namespace info

/// The device and its host, both in nanoseconds. A submission takes the host a microsecond, and the
/// device starts it two microseconds later at the earliest.
namespace fake {

inline constexpr std::uint64_t kSubmit = 1'000, kLatency = 2'000;
inline constexpr std::uint64_t kBarrier = 100, kFill = 300;
/// The device's clock is ahead of the host's by so much.
inline constexpr std::uint64_t kAhead = 5'000'000'000;

enum class Submission { kStamped, kZero, kAfterTheStart, kThrows };
struct Fill {
  std::size_t count;
  std::uint32_t value;
};
struct Machine {
  std::uint64_t host = 1'000'000'000;
  backend kind = backend::other;
  Submission submission = Submission::kStamped;
  bool completes = true;       ///< else no command ever does, and waits succeed
  bool stamps = true;          ///< else all stamps are 0
  std::string wait_failure{};  ///< what the next wait throws
  bool has_memory = true;
  bool hands_out_lists = true;  ///< of Level Zero; else queues
  std::vector<Fill> fills{};
  int barriers = 0;
};
inline Machine& machine() {
  static Machine instance;
  return instance;
}
inline void reset() { machine() = {}; }

struct Command {
  std::uint64_t submit, start, end;
  bool is_profiled;
};

/// The events that exist: a program that keeps them all runs out of memory.
inline int& living_events() {
  static int count = 0;
  return count;
}
struct Living {
  Living() { ++living_events(); }
  Living(const Living&) { ++living_events(); }
  Living& operator=(const Living&) = default;
  ~Living() { --living_events(); }
};

}  // namespace fake

class event {
 public:
  event() = default;
  explicit event(fake::Command command) : command_(command) {}

  template <class Status>
  info::event_command_status get_info() const {
    static_assert(std::is_same_v<Status, info::event::command_execution_status>);
    const auto& machine = fake::machine();
    const bool is_over = machine.completes && machine.host + fake::kAhead >= command_.end;
    return is_over ? info::event_command_status::complete : info::event_command_status::submitted;
  }
  template <class Which>
  std::uint64_t get_profiling_info() const {
    if (!command_.is_profiled) throw exception(errc::invalid, "the queue does not profile");
    if (!fake::machine().stamps) return 0;
    if constexpr (std::is_same_v<Which, info::event_profiling::command_start>)
      return command_.start;
    else if constexpr (std::is_same_v<Which, info::event_profiling::command_end>)
      return command_.end;
    else
      return submission();
  }

 private:
  std::uint64_t submission() const {
    switch (fake::machine().submission) {
      case fake::Submission::kZero:
        return 0;
      case fake::Submission::kAfterTheStart:
        return command_.start + 1;
      case fake::Submission::kThrows:
        throw exception(errc::invalid, "no such stamp");
      default:
        return command_.submit;
    }
  }
  fake::Command command_{0, 0, 0, false};
  fake::Living living_;
};

class device {
 public:
  template <class What>
  auto get_info() const {
    if constexpr (std::is_same_v<What, info::device::name>)
      return std::string("a fake");
    else if constexpr (std::is_same_v<What, info::device::global_mem_size>)
      return std::uint64_t{1000};
    else if constexpr (std::is_same_v<What, info::device::max_mem_alloc_size>)
      return std::uint64_t{402};
    else
      return std::string("its " + std::to_string(sizeof(What)));
  }
};
class context {};

template <int kDimensions>
class range {
 public:
  explicit range(std::size_t count) : count_(count) {}
  std::size_t size() const { return count_; }

 private:
  std::size_t count_;
};
struct write_only_tag {};
inline constexpr write_only_tag write_only;
struct no_init_tag {};
inline constexpr no_init_tag no_init;

template <class T>
class buffer {
 public:
  explicit buffer(range<1> count) : count_(count.size()) {}
  std::size_t byte_size() const noexcept { return count_ * sizeof(T); }

 private:
  std::size_t count_;
};

class handler;
template <class T>
class accessor {
 public:
  accessor(buffer<T>& of, handler&, range<1> count, write_only_tag, no_init_tag)
      : count_(count.size()) {
    if (count_ * sizeof(T) > of.byte_size()) throw exception(errc::invalid, "beyond the buffer");
  }
  std::size_t size() const { return count_; }

 private:
  std::size_t count_;
};

class handler {
 public:
  template <class T>
  void fill(const accessor<T>& to, T value) {
    if (!fake::machine().has_memory) throw exception(errc::memory_allocation, "no room");
    fake::machine().fills.push_back({to.size(), value});
    duration = fake::kFill;
  }
  /// A kernel of so long.
  void run(std::chrono::nanoseconds time) { duration = static_cast<std::uint64_t>(time.count()); }

  std::uint64_t duration = 0;
};

namespace property::queue {
struct in_order {};
struct enable_profiling {};
}  // namespace property::queue

struct property_list {
  property_list() = default;
  template <class... Properties>
  explicit property_list(Properties...)
      : is_in_order((std::is_same_v<Properties, property::queue::in_order> || ...)),
        is_profiled((std::is_same_v<Properties, property::queue::enable_profiling> || ...)) {}
  bool is_in_order = false, is_profiled = false;
};

class queue {
 public:
  explicit queue(property_list properties) : properties_(properties) {}

  template <class Property>
  bool has_property() const {
    return std::is_same_v<Property, property::queue::in_order> ? properties_.is_in_order
                                                               : properties_.is_profiled;
  }
  bool is_in_order() const { return properties_.is_in_order; }
  sycl::device get_device() const { return {}; }
  sycl::context get_context() const { return {}; }
  sycl::backend get_backend() const { return fake::machine().kind; }

  template <class Group>
  event submit(const Group& group) {
    handler commands;
    group(commands);
    return enqueue(commands.duration, properties_.is_in_order);
  }
  /// A kernel of so long.
  event run(std::chrono::nanoseconds time) {
    return submit([&](handler& commands) { commands.run(time); });
  }
#ifdef SYCL_EXT_ONEAPI_ENQUEUE_BARRIER
  event ext_oneapi_submit_barrier() {
    ++fake::machine().barriers;
    const auto barrier = enqueue(fake::kBarrier, true);
    *not_before_ = *idle_from_;
    return barrier;
  }
#endif
  void wait() {
    auto& machine = fake::machine();
    if (*idle_from_ > machine.host + fake::kAhead) machine.host = *idle_from_ - fake::kAhead;
  }
  void wait_and_throw() {
    wait();
    const auto failure = std::exchange(fake::machine().wait_failure, "");
    if (!failure.empty()) throw exception(errc::runtime, failure);
  }

 private:
  event enqueue(std::uint64_t duration, bool behind_all) {
    auto& host = fake::machine().host;
    const std::uint64_t submit = host + fake::kAhead;
    host += fake::kSubmit;
    const auto free = behind_all ? *idle_from_ : *not_before_;
    const auto start = std::max(host + fake::kAhead + fake::kLatency, free);
    *idle_from_ = std::max(*idle_from_, start + duration);
    return event({submit, start, start + duration, properties_.is_profiled});
  }

  property_list properties_;
  // Copies are the same queue.
  std::shared_ptr<std::uint64_t> idle_from_ = std::make_shared<std::uint64_t>(0);
  std::shared_ptr<std::uint64_t> not_before_ = std::make_shared<std::uint64_t>(0);
};

#ifdef FAKE_SYCL_IS_PORTABLE
template <backend kBackend, class Object>
void get_native(const Object&) = delete;
#else
namespace fake {

/// The handles are numbers that tests know again.
template <class Handle>
Handle handle(std::uintptr_t number) {
  return reinterpret_cast<Handle>(number);
}
inline constexpr std::uintptr_t kOpenCl = 0x10, kCuda = 0x20, kList = 0x30, kContext = 0x40,
                                kDevice = 0x50;

}  // namespace fake

template <backend kBackend, class Object>
auto get_native(const Object&) {
  if constexpr (kBackend == backend::opencl) {
    return fake::handle<_cl_command_queue*>(fake::kOpenCl);
  } else if constexpr (kBackend == backend::ext_oneapi_cuda) {
    return fake::handle<CUstream_st*>(fake::kCuda);
  } else if constexpr (std::is_same_v<Object, context>) {
    return fake::handle<_ze_context_handle_t*>(fake::kContext);
  } else if constexpr (std::is_same_v<Object, device>) {
    return fake::handle<_ze_device_handle_t*>(fake::kDevice);
  } else {
    std::variant<_ze_command_queue_handle_t*, _ze_command_list_handle_t*> native;
    if (fake::machine().hands_out_lists)
      native = fake::handle<_ze_command_list_handle_t*>(fake::kList);
    return native;
  }
}
#endif

}  // namespace sycl
