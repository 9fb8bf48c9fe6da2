// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/event_log.hpp"

#include <algorithm>

namespace tickbench::level_zero {

void EventLog::begin(std::int64_t launches) {
  launches_ = static_cast<std::uint32_t>(launches);
  const auto& on = stream_.allocator();
  if (!events_ || events_->size() < launches_)
    events_ = std::make_unique<TimestampEvents>(on.context, on.device, launches_);
  if (query_ == StampQuery::kAppended && (!appended_ || appended_->size() < launches_))
    appended_ = std::make_unique<AppendedStamps>(on, launches_);
  events_->reset();
  used_ = 0;
  is_keeping_ = true;
}

ze_event_handle_t EventLog::next() {
  if (!is_keeping_) return nullptr;
  const std::uint32_t index = used_++;
  return index < launches_ ? (*events_)[index] : nullptr;
}

void EventLog::enqueue_query() {
  if (query_ != StampQuery::kAppended) return;
  auto& list = stream_.list();
  list.appended(appended_->append(list.get(), *events_, std::min(used_, launches_)),
                "zeCommandListAppendQueryKernelTimestamps");
}

CommandStamps EventLog::stamps(std::size_t command) const {
  const auto& where = stream_.info().name;
  auto found = query_ == StampQuery::kAppended ? appended_->stamps(command)
                                               : events_->stamps(command, where);
  require_stamps(found, kind_, where);
  return found;
}

}  // namespace tickbench::level_zero
