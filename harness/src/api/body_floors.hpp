// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

#include "api/body.hpp"

namespace tickbench::api {

/// The floors of a body that was measured.
class BodyFloors {
 public:
  BodyFloors(Body& body, floors::Running running) : body_(body), running_(std::move(running)) {}
  /// Samples on where a floor is open.
  void judge();

 private:
  void sample_with(floors::FloorSampling& sampling, std::span<const RatioPartner> partners);

  Body& body_;
  floors::Running running_;
};

}  // namespace tickbench::api
