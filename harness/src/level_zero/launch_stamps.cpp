// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "level_zero/launch_stamps.hpp"

#include <algorithm>
#include <utility>

namespace tickbench::level_zero {

LaunchStamps::LaunchStamps(ze_context_handle_t context, ze_device_handle_t device,
                           const Options& options, std::string where)
    : context_(context),
      device_(device),
      kind_(options.stamps),
      query_(options.query),
      where_(std::move(where)) {}

void LaunchStamps::begin(std::uint32_t launches) {
  if (!events_ || events_->size() < launches)
    events_ = std::make_unique<TimestampEvents>(context_, device_, launches);
  if (query_ == StampQuery::kAppended && (!appended_ || appended_->size() < launches))
    appended_ = std::make_unique<AppendedStamps>(context_, launches);
  events_->reset();
  launches_ = launches;
  used_ = 0;
  is_keeping_ = true;
}

ze_event_handle_t LaunchStamps::next() {
  if (!is_keeping_) return nullptr;
  const std::uint32_t index = used_++;
  return index < launches_ ? (*events_)[index] : nullptr;
}

void LaunchStamps::append_query(CommandList& list) {
  if (query_ != StampQuery::kAppended) return;
  list.appended(appended_->append(list.get(), *events_, std::min(used_, launches_)),
                "zeCommandListAppendQueryKernelTimestamps");
}

CommandStamps LaunchStamps::of(std::size_t index) const {
  auto stamps =
      query_ == StampQuery::kAppended ? appended_->stamps(index) : events_->stamps(index, where_);
  require_stamps(stamps, kind_, where_);
  return stamps;
}

}  // namespace tickbench::level_zero
