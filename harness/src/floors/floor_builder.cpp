// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "floors/floor_builder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "floors/metrics.hpp"
#include "floors/text_position.hpp"
#include "text/quantity.hpp"

namespace tickbench::floors {
namespace {

constexpr std::string_view kRatio = "ratio";

constexpr std::array<std::pair<std::string_view, Value::Kind>, 9> kMembers{{
    {"device", Value::Kind::kString},
    {"benchmark", Value::Kind::kString},
    {"metric", Value::Kind::kString},
    {"of", Value::Kind::kString},
    {"to", Value::Kind::kString},
    {"at_least", Value::Kind::kNumber},
    {"at_most", Value::Kind::kNumber},
    {"tolerance", Value::Kind::kNumber},
    {"note", Value::Kind::kString},
}};

std::string metric_list() {
  std::string list;
  for (const auto name : floor_metrics()) (list += name) += ", ";
  return list;
}

}  // namespace

void Source::fail(std::size_t offset, const std::string& message) {
  throw FloorFileError(*name_, position(offset), message);
}

void FloorBuilder::key(std::string name, std::size_t offset) {
  const auto known = std::find_if(kMembers.begin(), kMembers.end(),
                                  [&](const auto& member) { return member.first == name; });
  if (known == kMembers.end())
    source_->fail(offset,
                  "expected device, benchmark, metric, of, to, at_least, at_most, tolerance or "
                  "note, found the unknown member " +
                      in_quotes(name));
  if (const Member* earlier = find(name)) {
    const auto position = source_->position(earlier->offset);
    source_->fail(offset, "the member " + in_quotes(name) + " is given twice: first in line " +
                              std::to_string(position.line));
  }
  members_[name].offset = offset;
  last_key_ = std::move(name);
}

std::string_view FloorBuilder::expected() const {
  const auto member = std::find_if(kMembers.begin(), kMembers.end(),
                                   [&](const auto& m) { return m.first == last_key_; });
  return member->second == Value::Kind::kString ? "a string" : "a number";
}

void FloorBuilder::value(Value value) {
  const auto member = std::find_if(kMembers.begin(), kMembers.end(),
                                   [&](const auto& m) { return m.first == last_key_; });
  if (value.kind != member->second)
    source_->fail(value.offset,
                  last_key_ + ": expected " + std::string(expected()) + ", found " + value.shown);
  members_[last_key_].value = std::move(value);
}

const FloorBuilder::Member* FloorBuilder::find(std::string_view name) const {
  const auto found = members_.find(name);
  return found == members_.end() ? nullptr : &found->second;
}

const Value& FloorBuilder::require(std::string_view name) const {
  const Member* member = find(name);
  if (member == nullptr) source_->fail(offset_, "this floor has no " + in_quotes(name));
  if (member->value.text.empty())
    source_->fail(member->value.offset, std::string(name) + ": expected some text, found \"\"");
  return member->value;
}

std::string_view FloorBuilder::metric(const Value& value) const {
  const Metric* metric = find_metric(value.text);
  if (metric == nullptr)
    source_->fail(value.offset, "expected one of the metrics " + metric_list() +
                                    "or ratio, found " + value.shown);
  return metric->name;
}

void FloorBuilder::take_metric(Floor& floor) const {
  const Value& value = require("metric");
  if (value.text != kRatio) {
    floor.metric = metric(value);
    for (const auto* name : {"of", "to"})
      if (const Member* member = find(name))
        source_->fail(member->offset,
                      in_quotes(name) + " is for the metric \"ratio\", found with " + value.shown);
    return;
  }
  const Value& of = require("of");
  if (find_metric(of.text) == nullptr && of.text == kRatio)
    source_->fail(of.offset, "of: expected the metric that is compared, found \"ratio\"");
  floor.metric = metric(of);
  const Value& to = require("to");
  floor.to = to.text;
  if (const auto wrong = check_groups(to.text, pattern("benchmark")); !wrong.empty())
    source_->fail(to.offset,
                  "to: expected an id, in which \\1 stands for the first group of "
                  "benchmark, found " +
                      to.shown + ": " + wrong);
}

void FloorBuilder::take_bound(Floor& floor) const {
  const Member* least = find("at_least");
  const Member* most = find("at_most");
  if (least == nullptr && most == nullptr)
    source_->fail(offset_, "expected one of at_least and at_most, found neither");
  if (least != nullptr && most != nullptr)
    source_->fail(std::max(least->offset, most->offset),
                  "expected one of at_least and at_most, found both: write two floors");
  floor.bound = least != nullptr ? Floor::Bound::kAtLeast : Floor::Bound::kAtMost;
  const Value& value = (least != nullptr ? least : most)->value;
  const Metric& of = *find_metric(floor.metric);
  const double lowest = floor.is_ratio() ? kLeastRatio : of.least;
  const double greatest = floor.is_ratio() ? kGreatestRatio : of.greatest;
  if (!(value.number >= lowest && value.number <= greatest))
    source_->fail(
        value.offset,
        std::string(least != nullptr ? "at_least" : "at_most") + ": expected a number between " +
            text::plain_number(lowest) + " and " + text::plain_number(greatest) +
            (of.unit.empty() || floor.is_ratio() ? std::string() : ' ' + std::string(of.unit)) +
            ", found " + value.shown);
  floor.threshold = value.number;
}

void FloorBuilder::take_tolerance(Floor& floor) const {
  const Member* tolerance = find("tolerance");
  if (tolerance == nullptr) return;
  if (!(tolerance->value.number >= 0 && tolerance->value.number < 1))
    source_->fail(tolerance->value.offset,
                  "tolerance: expected a fraction of at least 0 and below 1, found " +
                      tolerance->value.shown);
  floor.tolerance = tolerance->value.number;
}

const re2::RE2& FloorBuilder::pattern(std::string_view member) const {
  const Value& value = require(member);
  try {
    return cache_->compile(value.text);
  } catch (const std::invalid_argument& error) {
    source_->fail(value.offset, std::string(member) + ": expected an RE2 pattern, found " +
                                    value.shown + ": " + shortened(error.what(), 200));
  }
}

Floor FloorBuilder::finish() {
  Floor floor;
  floor.position = source_->position(offset_);
  pattern("device");
  pattern("benchmark");
  floor.device = require("device").text;
  floor.benchmark = require("benchmark").text;
  take_metric(floor);
  take_bound(floor);
  take_tolerance(floor);
  if (const Member* note = find("note")) floor.note = note->value.text;
  return floor;
}

}  // namespace tickbench::floors
