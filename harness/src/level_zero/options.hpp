// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "level_zero/command_list.hpp"

namespace tickbench::level_zero {

/// How the stamps of a kernel's event reach the host.
enum class StampQuery {
  kEvent,     ///< zeEventQueryKernelTimestamp, by the host, after the wait
  kAppended,  ///< zeCommandListAppendQueryKernelTimestamps: the device writes them behind the
              ///< kernels
};

/// What the user may choose; see Backend::settings.
struct Options {
  CommandList::Kind list = CommandList::Kind::kRegular;
  StampKind stamps = StampKind::kGlobal;
  StampQuery query = StampQuery::kEvent;
  bool on_copy_engine = false;  ///< copies and fills, on an engine that does nothing else
};

}  // namespace tickbench::level_zero
