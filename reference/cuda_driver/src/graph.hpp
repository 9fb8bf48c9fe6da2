// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "stream.hpp"

/// What was captured from a stream.
struct CUgraph_st {
  cuhost::Commands commands;
};

/// The same, ready to be launched any number of times; a launch that waits keeps it.
struct CUgraphExec_st {
  std::shared_ptr<const cuhost::Commands> commands;
};
