// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <typeinfo>

#include "tickbench/axis.hpp"
#include "tickbench/device.hpp"
#include "tickbench/device_timer.hpp"
#include "tickbench/error.hpp"
#include "tickbench/native_queue.hpp"
#include "tickbench/output.hpp"
#include "tickbench/random.hpp"
#include "tickbench/reference.hpp"
#include "tickbench/verification.hpp"

namespace tickbench {

/// A check that `State::waive` leaves out.
enum class Check {
  kResult,       ///< of the results. For a benchmark that computes nothing
  kAfterTiming,  ///< that one more launch after the timing gives the checked results again. For a
                 ///< launch that was not checked itself, or that depends on the launches before it
  kEnqueues,     ///< that a callable enqueues something that takes time. For one that does not
  kPeak,         ///< that rates stay below the measured peaks. For units that these do not use
  kSecondInput,  ///< that results differ between two random inputs. For those that no input changes
};

/// Any arithmetic type but bool.
template <class T>
concept Number = std::is_arithmetic_v<T> && !std::same_as<std::remove_cv_t<T>, bool>;

namespace detail {

/// A number, or the bytes of a buffer.
struct Quantity {
  template <Number N>
  explicit Quantity(N number) : amount(static_cast<double>(number)) {}
  template <class T>
  explicit Quantity(const Buffer<T>& buffer)
      : amount(static_cast<double>(buffer.size_bytes())), memory(&buffer.memory()) {}
  double amount;
  const backend::Memory* memory = nullptr;  ///< of a number: null
};
template <class T>
concept HasBytes = std::constructible_from<Quantity, const T&>;

/// What `State::measure` was given.
struct PendingMeasurement;

}  // namespace detail

/// Of `State::measure`, which takes the times at the end of its statement, or in `after`.
class Measuring {
 public:
  explicit Measuring(std::unique_ptr<detail::PendingMeasurement> pending);
  Measuring(const Measuring&) = delete;
  Measuring& operator=(const Measuring&) = delete;
  /// Throws Error.
  ~Measuring() noexcept(false);

  /// For work whose time depends on what the launch before it left: what these launches put back is
  /// enqueued in front of each timed launch, outside of its time. Throws Error.
  ///
  ///     state.measure(sort).after(device.copy(keys_d, unsorted_d));
  template <detail::Launches... Parts>
  requires(sizeof...(Parts) > 0) void after(const Parts&... reset) {
    after_launch(detail::joined(reset...));
  }
  /// By a callable on the device's own queue, as in `measure`.
  template <TakesNativeHandle Enqueue>
  void after(Enqueue enqueue) {
    using Handle = detail::HandleTaken<Enqueue>;
    after_native([&enqueue](void* handle) { enqueue(static_cast<Handle>(handle)); });
  }
  /// By a callable on the queue of yours that is measured.
  void after(const std::function<void()>& enqueue);

 private:
  void after_launch(const Launch& reset);
  void after_native(const std::function<void(void*)>& enqueue);
  /// What is refused is not measured.
  std::unique_ptr<detail::PendingMeasurement> take();
  static void run(std::unique_ptr<detail::PendingMeasurement> pending);

  std::unique_ptr<detail::PendingMeasurement> pending_;  ///< null: taken
  int exceptions_ = std::uncaught_exceptions();
};

/// What a benchmark's body works with. It runs once a repetition and owns its buffers.
class State {
 public:
  struct Impl;
  explicit State(Impl& impl) : impl_(&impl) {}

  /// The value of an axis of the registration, as Combination::axis.
  template <class T>
  T axis(std::string_view name) const {
    return combination().axis<T>(name);
  }
  Combination combination() const;
  /// An argument; of a registration with axes, the value of this axis of integers.
  std::int64_t range(std::size_t index = 0) const;
  /// The same as a size, for counting elements. Throws Error where it is below 0.
  std::size_t size(std::size_t index = 0) const;
  /// Opened at the first call in the process.
  Device& device();
  /// What benchmarks share on one device, by its key: a model, an index, a pool. `make`, a
  /// T(Device&), makes it at the first call in the process. It is destroyed behind all benchmarks
  /// and before the device, the last one made first. Throws Error, at every call the first one's,
  /// where it cannot be made. In `make`, `device()` is the device too, and `random` gives the same
  /// values whoever comes first.
  ///
  ///     auto& index = state.shared("index", [](auto& device) { return Index(device); });
  template <std::invocable<Device&> Make>
  auto& shared(std::string_view key, Make make) {
    using T = std::invoke_result_t<Make&, Device&>;
    static_assert(std::is_object_v<T>, "expected a function that returns the object itself");
    const auto make_object = [&make](Device& device) -> std::shared_ptr<void> {
      return std::shared_ptr<T>(new T(make(device)));
    };
    return *static_cast<T*>(share(key, typeid(T), make_object));
  }

  /// Of one launch, for rates: bytes, as any number, or as the buffers that it goes through once.
  ///
  ///     state.reads(x_d, y_d).writes(y_d).flops(2 * n);
  template <detail::HasBytes... Parts>
  requires(sizeof...(Parts) > 0) State& reads(const Parts&... parts) {
    return declare(Amount::kBytesRead, {detail::Quantity(parts)...});
  }
  template <detail::HasBytes... Parts>
  requires(sizeof...(Parts) > 0) State& writes(const Parts&... parts) {
    return declare(Amount::kBytesWritten, {detail::Quantity(parts)...});
  }
  template <Number N>
  State& flops(N operations) {
    return declare(Amount::kFlops, {detail::Quantity(operations)});
  }
  template <Number N>
  State& items(N count) {
    return declare(Amount::kItems, {detail::Quantity(count)});
  }
  /// The size that this benchmark is one of, for plots: `axis("n", n)`, `axis("size", bytes, "B")`.
  /// Without it: the first axis of numbers of the registration.
  template <Number N>
  State& axis(std::string_view name, N value, std::string_view unit = "") {
    return set_axis(name, static_cast<double>(value), unit);
  }
  /// The memories between which this benchmark moves its bytes, for plots.
  State& memories(MemoryKind from, MemoryKind to) {
    return memories(to_string(from), to_string(to));
  }
  State& memories(std::string_view from, std::string_view to);
  /// A region of the body, as often as the timer timed it: the results hold its mean device time
  /// and host time. Regions in the order in which they run make up a whole.
  ///
  ///     tickbench::DeviceTimer copy_in(state.device());
  ///     for (int i = 0; i < 10; ++i) {
  ///       copy_in.start();
  ///       upload();
  ///       copy_in.stop();
  ///     }
  ///     state.region("copy in", copy_in);
  State& region(std::string_view name, const DeviceTimer& timer);
  /// A counter of your own, added to Google Benchmark's.
  State& counter(const std::string& name, double value);

  /// A CPU implementation, a void(std::span<T> out), or with one span for each output of the check.
  /// The first one gives the expected values; all are timed next to the device. It writes into
  /// memory that is already touched.
  template <class Function>
  void reference(Reference name, Function run) {
    add_reference(name, detail::to_fill(std::move(run)));
  }
  /// `why` stands in the results in the place of a reference that this machine cannot run.
  void without_reference(Reference name, std::string_view why);
  /// Expected values that are not a reference to be timed.
  template <class Function>
  void expect(Function fill) {
    set_expected(detail::to_fill(std::move(fill)));
  }

  /// Runs the launch once and compares every element with the reference. Once a benchmark: the
  /// outcome is kept for later repetitions. Throws Error, which ends the benchmark. Instead of a
  /// launch: a chain (launches that run in this order as one, each a Launch or a range of them), or
  /// code of your own, a void() that does one launch and waits. Each of several outputs may have
  /// expected values and a tolerance of its own:
  ///
  ///     state.verify(launch, out(y_d), ulps(1));
  ///     state.verify(square, sum, out(squares_d), out(sum_d, sum_of(squares)), ulps(1));
  template <detail::Runnable First, class... Parts>
  void verify(const First& first, const Parts&... parts) {
    constexpr bool kInOrder = detail::are_in_order<First, Parts...>();
    static_assert(kInOrder, "expected launches (or one callable), then outputs, then a tolerance");
    if constexpr (kInOrder) {
      detail::CheckParts all;
      all.add(first);
      (all.add(parts), ...);
      check(all);
    }
  }
  template <class... Parts>
  void verify(const Kernel& /*kernel*/, const Parts&... /*parts*/) {
    static_assert(detail::kHasOver<Parts...>, "expected kernel.args(...).over(n), found no over");
  }
  /// Leaves a check out. `why` stands in the results, and may not be empty.
  ///
  ///     state.waive(tickbench::Check::kResult, "an empty kernel writes nothing");
  State& waive(Check check, std::string_view why);
  [[deprecated("state.waive(Check::kResult, why)")]] void nothing_to_check(std::string_view why) {
    waive(Check::kResult, why);
  }
  [[deprecated("state.waive(Check::kAfterTiming, why)")]] void not_checked_after(
      std::string_view why) {
    waive(Check::kAfterTiming, why);
  }
  [[deprecated("state.waive(Check::kEnqueues, why)")]] void enqueues_nothing(std::string_view why) {
    waive(Check::kEnqueues, why);
  }
  [[deprecated("state.waive(Check::kPeak, why)")]] void exceeds_peak(std::string_view why) {
    waive(Check::kPeak, why);
  }
  [[deprecated("state.waive(Check::kSecondInput, why)")]] void gives_one_result(
      std::string_view why) {
    waive(Check::kSecondInput, why);
  }

  /// Times the launch, or a chain, as in `verify`: then one launch of the measurement is all of
  /// them. Once in a body, after the check. Does nothing in a run for the checks alone.
  template <detail::Launches... Parts>
  requires(sizeof...(Parts) > 0) Measuring measure(const Parts&... launches) {
    return measure_launch(detail::joined(launches...));
  }
  template <class... Parts>
  void measure(const Kernel& /*kernel*/, const Parts&... /*parts*/) {
    static_assert(detail::kHasOver<Parts...>, "expected kernel.args(...).over(n), found no over");
  }
  /// Times what `enqueue` puts onto the device's own in-order queue: one launch a call. It takes
  /// the native handle of the queue, whose type tells the back end (see NativeQueue):
  /// `[&](cl_command_queue queue) { ... }`. The brackets of `async` callables are held; those of
  /// `waits` may wait within, and one without a word may not.
  template <TakesNativeHandle Enqueue>
  Measuring measure(Enqueuing enqueuing, Enqueue enqueue) {
    using Handle = detail::HandleTaken<Enqueue>;
    const auto launch = [own = std::make_shared<Enqueue>(std::move(enqueue))](void* handle) {
      (*own)(static_cast<Handle>(handle));
    };
    return measure_native(NativeQueue<Handle>::kBackend, launch, enqueuing);
  }
  /// The same without a promise.
  template <TakesNativeHandle Enqueue>
  Measuring measure(Enqueue enqueue) {
    return measure(Enqueuing::kUnstated, std::move(enqueue));
  }
  template <class Enqueue>
  Measuring measure(NeverWaits<Enqueue> enqueue) {
    return measure(async, std::move(enqueue.enqueue));
  }
  /// Times what `enqueue` puts onto a queue of yours (see timed_queue), on the device of the row.
  /// The brackets of `async` callables are held, where the driver can hold the queue.
  Measuring measure(TimedQueue& queue, Enqueuing enqueuing, const std::function<void()>& enqueue);
  /// The same without a promise.
  Measuring measure(TimedQueue& queue, const std::function<void()>& enqueue) {
    return measure(queue, Enqueuing::kUnstated, enqueue);
  }
  /// The same for a work that says more than a callable can (`sycl::TimedQueue::with_events`).
  Measuring measure(TimedQueue& queue, const Work& work);

  /// Ends the body: the benchmark does not apply here. Throws Error (kUnsupported).
  [[noreturn]] void skip(const std::string& why);

 private:
  enum class Amount { kBytesRead, kBytesWritten, kFlops, kItems };
  State& declare(Amount kind, std::initializer_list<detail::Quantity> parts);
  void* share(std::string_view key, const std::type_info& type,
              const std::function<std::shared_ptr<void>(Device&)>& make);
  State& set_axis(std::string_view name, double value, std::string_view unit);
  void add_reference(Reference name, detail::Fill fill);
  void set_expected(detail::Fill fill);
  void check(const detail::CheckParts& parts);
  Measuring measure_launch(const Launch& launch);
  Measuring measure_native(std::string_view backend, const std::function<void(void*)>& enqueue,
                           Enqueuing enqueuing);
  Impl* impl_;
};

}  // namespace tickbench
