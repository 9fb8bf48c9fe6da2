// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>

#include "backend/stream.hpp"
#include "level_zero/device_info.hpp"
#include "level_zero/event.hpp"

namespace tickbench::level_zero {

/// A command list used as an in-order stream: a regular one with the queue it runs on (what is
/// appended is executed by the next `finish`), or an immediate one.
///
/// Commands of a list may overlap. A barrier after each keeps them in order, as a stream
/// of dependent work would; its cost is part of what a batched launch costs.
class CommandList {
 public:
  enum class Kind { kRegular, kImmediate };

  /// A list, and a queue where it takes one, of its own.
  CommandList(const Allocator& on, const QueueGroup& group, Kind kind);
  /// The caller's list: regular with the queue that executes it, immediate where `queue` is null.
  /// What the caller appended is not seen: it is never taken for empty.
  CommandList(const Allocator& on, ze_command_list_handle_t list, ze_command_queue_handle_t queue)
      : where_(on.info.name), queue_(queue), list_(list), done_(on, 1) {}

  /// Open for appends.
  ze_command_list_handle_t get() {
    if (must_reset_) check(reset(), "zeCommandListReset", where_);
    return list_;
  }
  Kind kind() const noexcept { return queue_ == nullptr ? Kind::kImmediate : Kind::kRegular; }
  /// To be called after anything was appended to get().
  void appended() noexcept { is_empty_ = false; }
  /// The same with the result of the append: where it failed, drops what the list holds and throws.
  void appended(ze_result_t result, std::string_view call) {
    if (result != ZE_RESULT_SUCCESS) drop();
    check(result, call, where_);
    appended();
  }
  void barrier() {
    appended(zeCommandListAppendBarrier(get(), nullptr, 0, nullptr), "zeCommandListAppendBarrier");
  }
  /// The device writes its global timestamp to `to` once all that was appended before is done, and
  /// before all that is appended after.
  void write_timestamp(std::uint64_t* to) {
    barrier();
    appended(zeCommandListAppendWriteGlobalTimestamp(list_, to, nullptr, 0, nullptr),
             "zeCommandListAppendWriteGlobalTimestamp");
    barrier();
  }
  /// Has everything executed, and waits. A regular list is then empty again.
  void finish() {
    if (is_empty_ && own_list_) return;
    is_empty_ = true;
    if (kind() == Kind::kRegular)
      execute_and_wait();
    else
      wait_for_immediate();
  }
  /// For a failure's way out, on which memory is freed: nothing that was appended executes still,
  /// or ever will.
  void drop() noexcept {
    if (is_empty_ && own_list_) return;
    is_empty_ = true;
    try {
      if (kind() == Kind::kRegular)
        static_cast<void>(reset());  // where it fails, it is tried again before the next append
      else
        wait_for_immediate();
    } catch (const Error&) {
      // The failure that is on its way out says more.
    }
  }
  /// When the last `finish` gave a regular list to its queue, by the host's clock; nothing for an
  /// immediate list, which is given everything at once.
  std::optional<std::chrono::nanoseconds> submitted() const noexcept { return submitted_; }
  /// How often a regular list was given to its queue.
  std::uint64_t submissions() const noexcept { return submissions_; }
  /// Of a list of its own.
  std::size_t largest_fill_pattern() const noexcept { return largest_fill_pattern_; }

 private:
  ze_result_t reset() noexcept {
    const auto result = zeCommandListReset(list_);
    must_reset_ = result != ZE_RESULT_SUCCESS;
    return result;
  }
  void execute_and_wait();
  void signal_and_wait();
  void wait_for_immediate();

  std::string where_;
  CommandQueueHandle own_queue_;
  CommandListHandle own_list_;
  ze_command_queue_handle_t queue_;
  ze_command_list_handle_t list_;
  TimestampEvents done_;  ///< one, signalled behind what an immediate list was given
  bool is_empty_ = true;
  bool must_reset_ = false;  ///< after a reset that failed
  std::optional<std::chrono::nanoseconds> submitted_;
  std::uint64_t submissions_ = 0;
  std::size_t largest_fill_pattern_ = 0;
};

/// A command list used as a stream: of the harness's own lists the one that is being recorded, a
/// user's, or that of a DeviceTimer's regions.
///
/// A bracket lies between two global timestamps that the device writes into host memory, of
/// another width than the stamps of kernels.
class Stream : public backend::AllocatingStream<Allocator> {
 public:
  Stream(const Allocator& allocator, const Clocks& clocks, CommandList& list)
      : AllocatingStream(allocator),
        clocks_(clocks),
        time_line_(clocks.global),
        list_(&list),
        marks_(allocator.allocate(kStampBytes, backend::MemoryKind::kHost)),
        stamps_(static_cast<std::uint64_t*>(marks_->pointer())) {}

  void finish() override { list_->finish(); }
  void drop() noexcept override { list_->drop(); }
  void mark_begin() override {
    stamps_[0] = stamps_[kSecond] = kUnwritten;
    list_->write_timestamp(&stamps_[0]);
  }
  void mark_end() override { list_->write_timestamp(&stamps_[kSecond]); }
  Seconds marked() const override {
    require_executed(0);
    require_executed(kSecond);
    return clocks_.global.elapsed(GlobalStamp{stamps_[0]}, GlobalStamp{stamps_[kSecond]});
  }
  std::optional<std::chrono::nanoseconds> marked_at() const override {
    if (!has_read_) return std::nullopt;
    return time_line_.at(GlobalStamp{stamps_[0]});
  }
  /// The device's global time and the host's, from the driver; nothing where it gives none.
  std::optional<ClockReading> read_clock() override;
  Seconds reported_resolution() const override { return clocks_.global.tick(); }
  Seconds wrap() const override { return clocks_.global.wrap(); }
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override {
    list_->appended(
        zeCommandListAppendMemoryFill(list_->get(), as_buffer(to).pointer(), pattern.data(),
                                      pattern.size(), bytes, nullptr, 0, nullptr),
        "zeCommandListAppendMemoryFill");
    list_->barrier();
  }
  const backend::DeviceInfo& info() const noexcept override { return allocator().info; }

  CommandList& list() noexcept { return *list_; }
  void record_into(CommandList& list) noexcept { list_ = &list; }
  void copy(void* to, const void* from, std::size_t bytes) {
    list_->appended(
        zeCommandListAppendMemoryCopy(list_->get(), to, from, bytes, nullptr, 0, nullptr),
        "zeCommandListAppendMemoryCopy");
    list_->barrier();
  }
  /// Between any two addresses that the device reaches, the process's own memory included. Waits.
  /// The marks stay: work that waits may copy between them. Throws Error (kDeviceError) where the
  /// wait succeeds and the device executed nothing.
  void copy_now(void* to, const void* from, std::size_t bytes) {
    finish();
    stamps_[kCopied] = kUnwritten;
    copy(to, from, bytes);
    list_->write_timestamp(&stamps_[kCopied]);
    finish();
    require_executed(kCopied);
  }
  /// The phases of a finished launch, from its stamps and a reading of both clocks. Nothing where
  /// the driver gives no reading, or where the command would have run before it was submitted.
  std::optional<LaunchTimes> launch_times(std::chrono::nanoseconds appended,
                                          const LaunchStamps& stamps) {
    const auto reading = read_clock();
    if (!reading) return std::nullopt;
    return launch_phases({appended, list_->submitted().value_or(appended), *reading, last_ticks_},
                         clocks_.kernel, stamps);
  }
  const Clocks& clocks() const noexcept { return clocks_; }

 private:
  void require_executed(std::size_t stamp) const {
    if (stamps_[stamp] == kUnwritten)
      backend::throw_nothing_executed(
          "expected a time stamp in memory after a successful wait, found it unwritten",
          info().name);
  }

  Clocks clocks_;
  DeviceTimeLine time_line_;  ///< of read_clock
  CommandList* list_;
  std::unique_ptr<Buffer> marks_;
  /// Of the two marks and behind a copy, in the driver's host memory, apart by a cache line, so
  /// that the device's writes do not meet.
  std::uint64_t* stamps_;
  static constexpr std::size_t kSecond = 64 / sizeof(std::uint64_t), kCopied = 2 * kSecond,
                               kStampBytes = 192;
  std::uint64_t last_ticks_ = 0;  ///< of read_clock
  bool has_read_ = false;
};

/// How the stamps of a kernel's event reach the host.
enum class StampQuery {
  kEvent,     ///< zeEventQueryKernelTimestamp, by the host, after the wait
  kAppended,  ///< zeCommandListAppendQueryKernelTimestamps: the device writes them behind the
              ///< kernels
};

/// The events of a bracket's kernels, and what they say afterwards.
class EventLog final : public backend::CommandLog {
 public:
  EventLog(Stream& stream, StampKind stamps, StampQuery query)
      : stream_(stream), kind_(stamps), query_(query) {}

  /// The stamps of a command's own event are a kernel's; copies are timed between global
  /// timestamps.
  bool times(const Work& work) const override {
    return work.commands > 0 && !work.begins_or_ends_with_copy;
  }
  void begin(std::int64_t launches, std::int64_t commands) override {
    CommandLog::begin(launches, commands);
    const auto wanted = static_cast<std::uint32_t>(launches * launch_events());
    const auto& on = stream_.allocator();
    if (!events_ || events_->size() < wanted)
      events_ = std::make_unique<TimestampEvents>(on, wanted);
    if (query_ == StampQuery::kAppended && (!appended_ || appended_->size() < wanted))
      appended_ = std::make_unique<AppendedStamps>(on, wanted);
    events_->reset();
    used_ = 0;
  }
  /// Does nothing where the host asks the events.
  void enqueue_query() override {
    if (query_ != StampQuery::kAppended) return;
    auto& list = stream_.list();
    list.appended(appended_->append(list.get(), *events_, used_),
                  "zeCommandListAppendQueryKernelTimestamps");
  }
  Seconds duration(std::size_t launch) const override {
    return launch_span(stream_.clocks().kernel, stamps(launch), kind_);
  }
  Seconds wrap() const override { return stream_.clocks().kernel.wrap(); }
  std::optional<LaunchTimes> phases(std::chrono::nanoseconds host_begin) override {
    return stream_.launch_times(host_begin, stamps(0));
  }

  /// The next kernel's event: null outside begin and end, for one within a chain, and for one too
  /// many.
  ze_event_handle_t next() { return next_command().has_event() ? (*events_)[used_++] : nullptr; }
  /// A copy or a fill: it has none, and lies within a chain.
  void pass() { next_command(); }

 private:
  /// Throws Error (kDeviceError) where the device executed nothing.
  LaunchStamps stamps(std::size_t launch) const {
    const auto events = static_cast<std::size_t>(launch_events());
    auto first = command_stamps(events * launch);
    if (events == 1) return {first, first};
    return {std::move(first), command_stamps(events * (launch + 1) - 1)};
  }
  /// Of one event's command: a pair for each tile that it ran on.
  CommandStamps command_stamps(std::size_t event) const {
    const auto& where = stream_.info().name;
    auto found =
        query_ == StampQuery::kAppended ? appended_->stamps(event) : events_->stamps(event, where);
    require_stamps(found, kind_, where);
    return found;
  }

  Stream& stream_;
  StampKind kind_;
  StampQuery query_;
  std::unique_ptr<TimestampEvents> events_;
  std::unique_ptr<AppendedStamps> appended_;
  std::uint32_t used_ = 0;
};

/// What the user may choose; see Backend::settings.
struct Options {
  CommandList::Kind list = CommandList::Kind::kRegular;
  StampKind stamps = StampKind::kGlobal;
  StampQuery query = StampQuery::kEvent;
  bool on_copy_engine = false;  ///< copies and fills, on an engine that does nothing else
};

/// An event that the commands of an immediate list wait for.
class HostEvent final : public backend::HostHold {
 public:
  explicit HostEvent(Stream& stream) : stream_(stream), event_(stream.allocator(), 1) {}
  ~HostEvent() override { open(); }

 private:
  void prepare() override { event_.reset(); }
  void enqueue_wait() override {
    auto& list = stream_.list();
    auto* event = event_[0];
    list.appended(zeCommandListAppendBarrier(list.get(), nullptr, 1, &event),
                  "zeCommandListAppendBarrier");
  }
  void signal() noexcept override {
    check.clean_up_twice([this] { return zeEventHostSignal(event_[0]); }, "zeEventHostSignal");
  }

  Stream& stream_;
  TimestampEvents event_;
};

/// The harness's own stream of commands, in order.
class Queue final : public backend::TwoListQueue<Stream, CommandList> {
 public:
  Queue(const Allocator& allocator, const Clocks& clocks, const Options& options);

  /// Of the stamps of kernels.
  Seconds reported_resolution() const override { return stream_.clocks().kernel.tick(); }

  void launch(backend::Kernel& kernel, const backend::Range& range) override;
  void copy(backend::Memory& to, backend::Memory& from, std::size_t bytes) override {
    events_.pass();
    stream_.copy(as_buffer(to).pointer(), as_buffer(from).pointer(), bytes);
  }
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override {
    backend::require_pattern(pattern.size(), bytes, stream_.list().largest_fill_pattern());
    events_.pass();
    stream_.fill(to, pattern, bytes);
  }
  /// Who asks for it may append: the next wait executes the list.
  void* native_handle() override {
    stream_.list().appended();
    return stream_.list().get();
  }

  Stream& stream() noexcept { return stream_; }

 private:
  /// Throws Error (kUnsupported) for copies on an engine that the device does not have.
  CommandList& list_for(const Work& work) const override {
    if (work.is_copy && on_copy_engine_ && !copies_)
      throw_error(Outcome::kUnsupported,
                  "copies=engine: the device '{}' has no queue group that only copies",
                  device_name());
    return TwoListQueue::list_for(work);
  }
  backend::Hold* hold() override { return hold_.get(); }

  bool on_copy_engine_;
  CommandList compute_;
  std::optional<CommandList> copies_;
  Stream stream_;
  EventLog events_;
  std::unique_ptr<backend::Hold> hold_;
};

}  // namespace tickbench::level_zero
