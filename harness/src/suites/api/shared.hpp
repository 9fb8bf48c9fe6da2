// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <typeinfo>

#include "trials/body.hpp"

namespace tickbench::api {

/// What the benchmarks of one device share, by their keys. The last one made is destroyed first.
class SharedObjects {
 public:
  using Make = std::function<std::shared_ptr<void>(Device& device)>;

  explicit SharedObjects(backend::Device& device) : device_(device) {}
  ~SharedObjects() {
    for (; !made_.empty(); made_.pop_back()) made_.back()->object.reset();
  }
  SharedObjects(const SharedObjects&) = delete;
  SharedObjects& operator=(const SharedObjects&) = delete;

  /// Makes it at the first call. Throws Error, at every call the first one's.
  void* get(const std::string& key, const std::type_info& type, const Make& make);

  bool uses_backend = false;  ///< making one of them did, itself

 private:
  struct Shared {
    const std::type_info* type;
    std::shared_ptr<void> object{};
    std::optional<Error> failure{};
  };

  backend::Device& device_;
  std::map<std::string, Shared> objects_;
  std::vector<Shared*> made_;
};

}  // namespace tickbench::api
