// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <typeinfo>

#include "api/steps.hpp"
#include "text/escape.hpp"

namespace tickbench::api {

/// What the benchmarks of one device share, by their keys. The last one made is destroyed first.
class SharedObjects : private NonCopyable {
 public:
  using Make = std::function<std::shared_ptr<void>(Device& device)>;
  struct Shared {
    const std::type_info* type;
    std::shared_ptr<void> object{};
    std::optional<Error> failure{};
    std::uint64_t bytes = 0;  ///< of the device's memory, when it was made
  };

  explicit SharedObjects(backend::Device& device) : device_(device) {}
  ~SharedObjects() {
    for (; !made_.empty(); made_.pop_back()) made_.back()->object.reset();
  }

  /// Makes it at the first call. Throws Error, at every call the first one's.
  const Shared& get(const std::string& key, const std::type_info& type, const Make& make) {
    const auto [found, is_new] = objects_.try_emplace(key, Shared{&type});
    auto& shared = found->second;
    const auto call = fmt::format("state.shared(\"{}\")", text::visible(key));
    if (*shared.type != type) refuse("{}: expected one type for each key, found two", call);
    if (is_new) {
      shared.failure.emplace(Outcome::kInvalidBenchmark, call + ": it asks for itself");
      try {
        Device device(device_);
        in_step(call, [&] { shared.object = make(device); });
        shared.bytes = device.memory_count().held();
        shared.failure.reset();
        made_.push_back(&shared);
      } catch (const Error& error) {
        shared.failure = error;
      }
    }
    if (shared.failure) throw Error(*shared.failure);
    return shared;
  }

  bool uses_backend = false;  ///< making one of them did, itself

 private:
  backend::Device& device_;
  std::map<std::string, Shared> objects_;
  std::vector<Shared*> made_;
};

}  // namespace tickbench::api
