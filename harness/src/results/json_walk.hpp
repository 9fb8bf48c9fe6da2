// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace tickbench::results {

/// One step from the document's root: an object's key, or an array's index.
struct Step {
  std::string key;
  std::size_t index = 0;
  bool is_element = false;

  bool is(std::string_view name) const { return !is_element && key == name; }
};

/// Where in the document something stands. Prints as `benchmarks[3].real_time`.
class Path {
 public:
  std::size_t size() const { return size_; }
  const Step& operator[](std::size_t i) const { return steps_[i]; }
  const Step& back() const { return steps_[size_ - 1]; }
  std::string text() const;

  Step& push();
  void pop() { --size_; }
  Step& back() { return steps_[size_ - 1]; }

 private:
  std::vector<Step> steps_;  // never shrinks: its strings' memory is used again
  std::size_t size_ = 0;
};

struct Scalar {
  enum class Kind { kNull, kBoolean, kNumber, kString } kind = Kind::kNull;
  bool boolean = false;
  double number = 0;
  std::string* text = nullptr;  ///< may be moved from
};

/// Sees a document piece by piece. What it throws ends the walk.
class Visitor {
 public:
  virtual ~Visitor() = default;
  virtual void scalar(const Path& path, const Scalar& value) = 0;
  virtual void opened(const Path& path, bool is_array) = 0;
  virtual void closed(const Path& path) = 0;
};

/// Walks a JSON document without ever holding it: memory is that of its deepest path. Throws
/// UsageError naming `name`, the line and the column where the document is not JSON.
void walk_json(std::istream& source, const std::string& name, Visitor& visitor);

}  // namespace tickbench::results
