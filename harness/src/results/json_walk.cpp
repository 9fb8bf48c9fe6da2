// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/json_walk.hpp"

#include <nlohmann/json.hpp>

#include "results/non_finite_filter.hpp"
#include "tickbench/error.hpp"

namespace tickbench::results {

namespace {

using Json = nlohmann::json;

// Far beyond any result file (7), and far below what exhausts memory.
constexpr std::size_t kDeepest = 64;

class Walker : public nlohmann::json_sax<Json> {
 public:
  Walker(const std::string& name, Visitor& visitor) : name_(name), visitor_(visitor) {}

  bool null() override { return scalar({}); }
  bool boolean(bool value) override { return scalar({Scalar::Kind::kBoolean, value, 0, nullptr}); }
  bool number_integer(number_integer_t value) override {
    return number(static_cast<double>(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return number(static_cast<double>(value));
  }
  bool number_float(number_float_t value, const string_t&) override { return number(value); }
  bool string(string_t& value) override {
    return scalar({Scalar::Kind::kString, false, 0, &value});
  }
  bool binary(binary_t&) override { return false; }  // JSON text has none

  bool start_object(std::size_t) override { return open(false); }
  bool start_array(std::size_t) override { return open(true); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& value) override {
    auto& step = path_.back();
    step.key.swap(value);
    return true;
  }
  bool parse_error(std::size_t, const std::string&,
                   const nlohmann::detail::exception& error) override {
    throw UsageError(name_ + ": expected a whole JSON document, found, at " + path_.text() + ": " +
                     error.what());
  }

 private:
  bool number(double value) { return scalar({Scalar::Kind::kNumber, false, value, nullptr}); }

  bool scalar(const Scalar& value) {
    next_element();
    visitor_.scalar(path_, value);
    return true;
  }

  bool open(bool is_array) {
    next_element();
    if (path_.size() >= kDeepest)
      throw UsageError(name_ + ": expected at most " + std::to_string(kDeepest) +
                       " levels, found more at " + path_.text());
    visitor_.opened(path_, is_array);
    auto& step = path_.push();
    step.key.clear();
    step.is_element = is_array;
    step.index = static_cast<std::size_t>(-1);  // the first element makes it 0
    return true;
  }

  bool close() {
    path_.pop();
    visitor_.closed(path_);
    return true;
  }

  void next_element() {
    if (path_.size() > 0 && path_.back().is_element) ++path_.back().index;
  }

  const std::string& name_;
  Visitor& visitor_;
  Path path_;
};

}  // namespace

std::string Path::text() const {
  std::string text;
  for (std::size_t i = 0; i < size_; ++i) {
    const auto& step = steps_[i];
    if (step.is_element) {
      text += '[';
      text += std::to_string(step.index);
      text += ']';
    } else {
      if (!text.empty()) text += ".";
      text += step.key;
    }
  }
  return text.empty() ? "the document" : text;
}

Step& Path::push() {
  if (size_ == steps_.size()) steps_.emplace_back();
  return steps_[size_++];
}

void walk_json(std::istream& source, const std::string& name, Visitor& visitor) {
  NonFiniteFilter filter(source);
  std::istream filtered(&filter);
  Walker walker(name, visitor);
  Json::sax_parse(filtered, &walker);
}

}  // namespace tickbench::results
