// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include "backend/stream.hpp"
#include "vulkan/buffer.hpp"
#include "vulkan/command_buffer.hpp"
#include "vulkan/kernel.hpp"

namespace tickbench::vulkan {

/// A query as the driver gives it: ticks, and whether they were written.
struct QueriedStamp {
  std::uint64_t ticks;
  std::uint64_t is_available;
};
/// Throws Error (kDeviceError) for a stamp that was not written although the wait for it succeeded:
/// the device executed nothing.
inline GlobalStamp require_stamp(const QueriedStamp& found, const std::string& where) {
  if (found.is_available == 0)
    backend::throw_nothing_executed(
        "expected a time stamp after a successful wait, found it not available", where);
  return GlobalStamp{found.ticks};
}

/// Time stamps in pairs, around what is between them.
///
/// A query that is not reset keeps what it had: `begin` resets them all, in the commands that write
/// them.
class Stamps {
 public:
  Stamps(const Place& place, std::uint32_t pairs) : place_(place), pairs_(pairs) {
    auto description = structure<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
    description.queryType = VK_QUERY_TYPE_TIMESTAMP;
    description.queryCount = 2 * pairs;
    pool_ = created<QueryPoolHandle>(place, description, vkCreateQueryPool, "vkCreateQueryPool");
  }

  std::uint32_t pairs() const noexcept { return pairs_; }
  /// Records the reset of so many.
  void begin(CommandBuffer& commands, std::uint32_t pairs) {
    commands.reset_queries(pool_.get(), 2 * pairs);
  }
  /// Before the next command. Behind a barrier: what came before is not in the time.
  void write_first(CommandBuffer& commands, std::uint32_t pair) {
    commands.settle();
    commands.write_timestamp(pool_.get(), 2 * pair);
  }
  /// Once the commands recorded so far are done.
  void write_second(CommandBuffer& commands, std::uint32_t pair) {
    commands.write_timestamp(pool_.get(), 2 * pair + 1);
  }

  // Once the commands are finished. Throw Error (kDeviceError).
  GlobalStamp first(std::uint32_t pair) const { return stamp(2 * pair); }
  GlobalStamp second(std::uint32_t pair) const { return stamp(2 * pair + 1); }

 private:
  GlobalStamp stamp(std::uint32_t query) const {
    QueriedStamp found{};
    const auto result = vkGetQueryPoolResults(
        place_.device, pool_.get(), query, 1, sizeof(found), &found, sizeof(found),
        VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT);
    // It says for itself whether it is there.
    if (result != VK_NOT_READY) check(result, "vkGetQueryPoolResults", *place_.info);
    return require_stamp(found, place_.info->name);
  }

  Place place_;
  std::uint32_t pairs_;
  QueryPoolHandle pool_;
};

/// A command buffer used as a stream: of the harness's own the one that is being recorded, or a
/// user's.
///
/// A bracket lies between two time stamps of the queue, which its family masks to so many bits.
class Stream : public backend::AllocatingStream<Allocator> {
 public:
  Stream(const Allocator& allocator, CommandBuffer& list)
      : AllocatingStream(allocator),
        list_(&list),
        first_(&list),
        clock_(make_device_clock(allocator.place().physical, list.queue().family)),
        time_line_(clock_),
        calibrated_(calibrated_timestamps(allocator.place())) {
    if (has_stamps()) marks_ = std::make_unique<Stamps>(place(), 2);
  }

  void finish() override { list_->finish(); }
  void drop() noexcept override { list_->drop(); }
  void mark_begin() override {
    marks_->begin(*list_, 1);
    marks_->write_first(*list_, kMarks);
  }
  void mark_end() override { end_mark(*list_); }
  Seconds marked() const override {
    return clock_.elapsed(marks_->first(kMarks), marks_->second(kMarks));
  }
  std::optional<std::chrono::nanoseconds> marked_at() const override {
    // A stamp may be any number of short wraps behind the last reading.
    constexpr Seconds kShortWrap{60};
    if (!has_read_ || list_ != first_ || clock_.wrap() < kShortWrap) return std::nullopt;
    return time_line_.at(marks_->first(kMarks));
  }
  /// From the driver, where it reads the device's clock; else by a stamp in a submission of its
  /// own. Nothing where the queue takes no stamps.
  std::optional<ClockReading> read_clock() override {
    if (!has_stamps()) return std::nullopt;
    if (calibrated_ == nullptr) finish();
    ClockReading reading;
    reading.host_before = host_clock().now();
    const auto ticks = read_ticks();
    reading.host_after = host_clock().now();
    const GlobalStamp stamp{ticks};
    reading.device =
        has_read_ ? time_line_.advance_to(stamp, Seconds(reading.host_before - last_reading_))
                  : time_line_.advance_to(stamp);
    last_reading_ = reading.host_before;
    reading.device_tick = clock_.tick();
    has_read_ = true;
    return reading;
  }
  Seconds reported_resolution() const override { return clock_.tick(); }
  Seconds wrap() const override { return clock_.wrap(); }
  /// Throws Error: kUnsupported for patterns of more than 4 bytes, and fills of less than 4.
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override;
  const backend::DeviceInfo& info() const noexcept override { return *place().info; }

  /// A buffer, from so many bytes on.
  struct At {
    const Buffer& buffer;
    std::size_t offset = 0;
  };
  void copy(const At& to, const At& from, std::size_t bytes) {
    const VkBufferCopy region{from.buffer.offset() + from.offset, to.buffer.offset() + to.offset,
                              bytes};
    vkCmdCopyBuffer(list_->record(Access::kTransfer), from.buffer.buffer(), to.buffer.buffer(), 1,
                    &region);
  }
  bool has_stamps() const noexcept { return list_->queue().family.valid_bits != 0; }
  const DeviceClock& clock() const noexcept { return clock_; }
  CommandBuffer& list() noexcept { return *list_; }
  /// The next commands go there: of a queue whose stamps are of the same clock, but may have
  /// another width.
  void record_into(CommandBuffer& list) {
    if (list_ == &list) return;
    list_ = &list;
    clock_ = make_device_clock(place().physical, list.queue().family);
    if (has_stamps() && !marks_) marks_ = std::make_unique<Stamps>(place(), 2);
  }
  const Place& place() const noexcept { return allocator().place(); }

 protected:
  /// The second mark, by other commands.
  void end_mark(CommandBuffer& list) { marks_->write_second(list, 0); }

 private:
  /// Once the stream is finished.
  std::uint64_t read_ticks() {
    std::uint64_t ticks = 0;
    if (calibrated_ != nullptr) {
      auto wanted =
          structure<VkCalibratedTimestampInfoEXT>(VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT);
      wanted.timeDomain = VK_TIME_DOMAIN_DEVICE_EXT;
      std::uint64_t deviation = 0;
      check(calibrated_(place().device, 1, &wanted, &ticks, &deviation),
            "vkGetCalibratedTimestampsEXT", info());
      return ticks;
    }
    marks_->begin(*list_, 2);
    marks_->write_first(*list_, kReading);
    list_->finish();
    return marks_->first(kReading).ticks;
  }

  CommandBuffer* list_;
  CommandBuffer* first_;  ///< whose stamps the time line is of
  DeviceClock clock_;
  DeviceTimeLine time_line_;  ///< of read_clock
  /// Of the marks and, behind them, the fallback of read_clock.
  static constexpr std::uint32_t kMarks = 0, kReading = 1;
  std::unique_ptr<Stamps> marks_;
  PFN_vkGetCalibratedTimestampsEXT calibrated_;
  bool has_read_ = false;
  std::chrono::nanoseconds last_reading_{};  ///< by the host's clock
};

/// A pair of stamps around each launch of a bracket.
class EventLog final : public backend::CommandLog {
 public:
  explicit EventLog(Stream& stream) : stream_(stream) {}

  /// Kernels, copies and fills are timed alike.
  bool times(const Work& work) const override { return stream_.has_stamps() && work.commands > 0; }
  void begin(std::int64_t launches, std::int64_t commands) override {
    const auto pairs = static_cast<std::uint32_t>(launches);
    if (!stamps_ || stamps_->pairs() < pairs)
      stamps_ = std::make_unique<Stamps>(stream_.place(), pairs);
    stamps_->begin(stream_.list(), pairs);
    CommandLog::begin(launches, commands);
  }
  Seconds duration(std::size_t launch) const override {
    const auto pair = static_cast<std::uint32_t>(launch);
    return stream_.clock().elapsed(stamps_->first(pair), stamps_->second(pair));
  }
  Seconds wrap() const override { return stream_.clock().wrap(); }

  /// `command()` records one command.
  template <class Command>
  void record(const Command& command) {
    const auto place = next_command();
    const auto pair = static_cast<std::uint32_t>(place.launch);
    if (place.is_first) stamps_->write_first(stream_.list(), pair);
    command();
    if (place.is_last) stamps_->write_second(stream_.list(), pair);
  }

 private:
  Stream& stream_;
  std::unique_ptr<Stamps> stamps_;
};

/// A timeline semaphore that all later submissions to a queue wait for: for a user who submits,
/// where no list is closed. Without the device's feature it is none.
class TimelineSemaphore final : public backend::HostHold {
 public:
  explicit TimelineSemaphore(Stream& stream) : stream_(stream) {
    auto timeline =
        structure<VkSemaphoreTypeCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
    timeline.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
    auto description = structure<VkSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO);
    description.pNext = &timeline;
    semaphore_ = created<SemaphoreHandle>(stream.place(), description, vkCreateSemaphore,
                                          "vkCreateSemaphore");
  }
  ~TimelineSemaphore() override { open(); }

 private:
  void prepare() override { ++value_; }
  void enqueue_wait() override {
    auto values =
        structure<VkTimelineSemaphoreSubmitInfo>(VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
    values.waitSemaphoreValueCount = 1;
    values.pWaitSemaphoreValues = &value_;
    const VkPipelineStageFlags stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    auto* semaphore = semaphore_.get();
    // No commands of its own. Those of later submissions wait as well.
    auto description = structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
    description.pNext = &values;
    description.waitSemaphoreCount = 1;
    description.pWaitSemaphores = &semaphore;
    description.pWaitDstStageMask = &stages;
    check(vkQueueSubmit(stream_.list().queue().queue, 1, &description, VK_NULL_HANDLE),
          "vkQueueSubmit", stream_.info());
  }
  void signal() noexcept override {
    auto description = structure<VkSemaphoreSignalInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO);
    description.semaphore = semaphore_.get();
    description.value = value_;
    check.clean_up_twice([&] { return vkSignalSemaphore(stream_.place().device, &description); },
                         "vkSignalSemaphore");
  }

  Stream& stream_;
  SemaphoreHandle semaphore_;
  std::uint64_t value_ = 0;  ///< that the last hold waits for
};

/// The harness's own stream of commands, in order.
class Queue final : public backend::TwoListQueue<Stream, CommandBuffer>,
                    public backend::RangedQueue {
 public:
  /// `copies`: on a queue of their own; nothing: on the same.
  Queue(const Allocator& allocator, const FamilyQueue& compute,
        const std::optional<FamilyQueue>& copies)
      : TwoListQueue(stream_, compute_, copies_),
        compute_(allocator.place(), compute),
        stream_(allocator, compute_),
        events_(stream_),
        hold_(stream_) {
    if (copies) copies_.emplace(allocator.place(), *copies);
    use_events(events_);
  }

  void launch(backend::Kernel& kernel, const backend::Range& range) override {
    auto& own = backend::own<Kernel>(kernel, "a kernel of the Vulkan back end");
    own.prepare(range);
    events_.record([&] { own.record(stream_.list().record(Access::kCompute)); });
  }
  void copy(backend::Memory& to, backend::Memory& from, std::size_t bytes) override {
    const auto& to_buffer = as_buffer(to);
    const auto& from_buffer = as_buffer(from);
    events_.record([&] { stream_.copy({to_buffer}, {from_buffer}, bytes); });
  }
  void fill(backend::Memory& to, std::span<const std::byte> pattern, std::size_t bytes) override {
    events_.record([&] { stream_.fill(to, pattern, bytes); });
  }
  /// Labels around what is submitted. RenderDoc, which waits for a frame else, captures it.
  bool begin_range(const std::string& name) override;
  void end_range() noexcept override;
  /// The command buffer that is being recorded. Who asks for it may record: the next wait submits
  /// it.
  void* native_handle() override { return stream_.list().record(Access::kAnything); }

  // Between memory of the host and a buffer that the host does not reach; both wait.
  void write_now(const Buffer& to, std::span<const std::byte> from) {
    in_pieces(from.size(), [&](std::size_t begin, std::size_t bytes) {
      std::memcpy(staging_->host_pointer(), from.data() + begin, bytes);
      stream_.copy({to, begin}, {*staging_}, bytes);
      finish();
    });
  }
  void read_now(const Buffer& from, std::span<std::byte> to) {
    in_pieces(to.size(), [&](std::size_t begin, std::size_t bytes) {
      stream_.copy({*staging_}, {from, begin}, bytes);
      finish();
      std::memcpy(to.data() + begin, staging_->host_pointer(), bytes);
    });
  }

 private:
  bool has_device_time(const Work& work) const override {
    return list_for(work).queue().family.valid_bits != 0;
  }
  backend::Hold* hold() override { return &hold_; }
  /// `piece(begin, bytes)` for each part of a transfer that the staging buffer has room for.
  void in_pieces(std::size_t bytes, const std::function<void(std::size_t, std::size_t)>& piece);

  CommandBuffer compute_;
  std::optional<CommandBuffer> copies_;
  Stream stream_;
  EventLog events_;
  backend::ClosedList<Stream> hold_;
  std::unique_ptr<Buffer> staging_;  ///< made when first asked for
  VkQueue in_range_ = VK_NULL_HANDLE;
};

}  // namespace tickbench::vulkan
