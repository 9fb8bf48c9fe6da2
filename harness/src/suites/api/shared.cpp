// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "api/shared.hpp"

#include "api/steps.hpp"
#include "text/escape.hpp"

namespace tickbench::api {

void* SharedObjects::get(const std::string& key, const std::type_info& type, const Make& make) {
  const auto [found, is_new] = objects_.try_emplace(key, Shared{&type});
  auto& shared = found->second;
  const auto call = fmt::format("state.shared(\"{}\")", text::visible(key));
  if (*shared.type != type) refuse("{}: expected one type for each key, found two", call);
  if (is_new) {
    shared.failure.emplace(Outcome::kInvalidBenchmark, call + ": it asks for itself");
    try {
      Device device(device_);
      in_step(call, [&] { shared.object = make(device); });
      shared.failure.reset();
      made_.push_back(&shared);
    } catch (const Error& error) {
      shared.failure = error;
    }
  }
  if (shared.failure) throw Error(*shared.failure);
  return shared.object.get();
}

}  // namespace tickbench::api
