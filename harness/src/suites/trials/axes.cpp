// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <charconv>
#include <cmath>
#include <set>
#include <sstream>

#include "text/escape.hpp"
#include "text/wording.hpp"
#include "trials/registration.hpp"

namespace tickbench {
namespace {

using detail::Axis;
using detail::AxisKind;
using Texts = std::vector<std::string>;

constexpr const char* kKinds[] = {"integers", "floats", "strings", "enumerators"};
/// Of one registration: a longer list is no use to anybody.
constexpr std::size_t kMostPoints = 100'000;

bool is_number(const Axis& axis) { return axis.kind < AxisKind::kString; }

/// A `+` would not stand for itself in a filter. Both zeros are one.
std::string shortest(auto value) {
  std::array<char, 32> digits{};
  std::string text(digits.begin(), std::to_chars(digits.begin(), digits.end(), value + 0).ptr);
  std::erase(text, '+');
  return text;
}

[[noreturn]] void refuse(std::string_view name, const std::string& expected) {
  throw Error(Outcome::kInvalidBenchmark,
              fmt::format("axis(\"{}\"): expected {}", text::visible(name), expected));
}

}  // namespace

std::string detail::axis_text(float value) { return shortest(value); }
std::string detail::axis_text(double value) { return shortest(value); }

AxisValues::AxisValues(std::initializer_list<detail::Enumerator> values)
    : kind(AxisKind::kEnumerator) {
  for (const auto& value : values) {
    texts.push_back(value.name);
    enumerators.emplace(value.name, value);
  }
}

const std::string& Combination::text(std::string_view name, AxisKind kind) const {
  const auto axis = std::ranges::find(*axes_, name, &Axis::name);
  if (axis != axes_->end() && axis->kind == kind)
    return (*texts_)[static_cast<std::size_t>(axis - axes_->begin())];
  Texts all;
  for (const auto& one : *axes_)
    all.push_back(fmt::format("{} of {}", one.name, kKinds[static_cast<int>(one.kind)]));
  refuse(name, fmt::format("an axis of {}, found those named {}", kKinds[static_cast<int>(kind)],
                           fmt::join(all, ", ")));
}

std::int64_t Combination::integer(std::string_view name, bool (*fits)(std::int64_t)) const {
  const auto value = text::number_in<std::int64_t>(text(name, AxisKind::kInteger)).value();
  if (!fits(value)) refuse(name, fmt::format("a value that the type holds, found {}", value));
  return value;
}
double Combination::number(std::string_view name) const {
  return text::number_in<double>(text(name, AxisKind::kFloat)).value();
}
std::int64_t Combination::enumerator(std::string_view name, const std::type_info& type) const {
  const auto& value = text(name, AxisKind::kEnumerator);
  const auto& found = std::ranges::find(*axes_, name, &Axis::name)->enumerators.at(value);
  if (*found.type != type) refuse(name, "its own enumeration, found another one");
  return found.value;
}

namespace api {
namespace {

/// What was expected of a value instead, or nothing.
std::string_view expected_of(AxisKind kind, const std::string& text) {
  if (kind == AxisKind::kInteger)
    return text::number_in<std::int64_t>(text) ? "" : "integers of 64 bits, 2^9, 1..9+2 or 1..8*2";
  if (kind == AxisKind::kFloat)
    return std::isfinite(text::number_in<double>(text).value_or(NAN)) ? "" : "finite floats";
  return RE2::FullMatch(text, "[\\w.+-]{1,64}") ? "" : "1 to 64 letters, digits and _ . + -";
}

/// `call`: which stated its values.
void require_meant(const Registration& registration, const Axis& axis, const std::string& call) {
  const auto require = [&](bool is_met, const std::string& mistake) {
    if (!is_met) refuse(registration, fmt::format("{}: expected {}", call, mistake));
  };
  static const RE2 kTaken("threads|iterations|repeats|min_.*|.*_?time");  // Google Benchmark's
  require(RE2::FullMatch(axis.name, "[A-Za-z]\\w{0,63}") && !RE2::FullMatch(axis.name, kTaken),
          "a name of letters, digits and _ that Google Benchmark gives to nothing");
  require(std::ranges::count(registration.description().axes, text::lower(axis.name),
                             [](const Axis& one) { return text::lower(one.name); }) == 1,
          "each name once, in upper or lower case, found it twice");
  require(!axis.texts.empty(), "values, found none");
  std::set<std::string> seen;
  for (const auto& text : axis.texts) {
    const auto shown = [&] { return text::shortened(text::visible(text), 64); };
    if (const auto expected = expected_of(axis.kind, text); !expected.empty())
      require(false, fmt::format("{}, found '{}'", expected, shown()));
    if (!seen.insert(text).second)
      require(false, fmt::format("each value once, found '{}' twice", shown()));
  }
}

Texts split(const std::string& text) {
  Texts items;
  std::istringstream all(text + ',');  // behind the last one, which may be empty
  for (std::string item; std::getline(all, item, ',');) items.push_back(item);
  return items;
}

/// "16", "2^10"; nothing where it does not fit.
std::optional<std::int64_t> power_in(const std::string& text) {
  std::int64_t base = 0, power = 1;
  std::string exponent;
  if (!RE2::FullMatch(text, "(-?\\d+)(?:\\^(\\d\\d?))?", &base, &exponent)) return std::nullopt;
  for (int i = exponent.empty() ? 1 : std::stoi(exponent); i > 0; --i)
    if (__builtin_mul_overflow(power, base, &power)) return std::nullopt;
  return power;
}

/// "7", "2^10..2^28*4", "1..9+2": up to the last that is not above the end. What is none of them
/// stays as it is.
void add_numbers(AxisKind kind, const std::string& item, Texts& values) {
  if (const auto number = text::number_in<double>(item); kind == AxisKind::kFloat)
    return values.push_back(number ? detail::axis_text(*number) : item);
  std::string from = item, to = item, sign, by = "1";
  RE2::FullMatch(item, "(.*?)\\.\\.(.*?)([*+])(.*)", &from, &to, &sign, &by);
  auto value = power_in(from);
  const auto end = power_in(to), step = power_in(by);
  const bool is_product = sign == "*";
  if (!value || !end || !step || *value > *end || (is_product && *value < 1) ||
      *step < 1 + is_product)
    return values.push_back(item);
  for (bool is_over = false; !is_over && *value <= *end && values.size() <= kMostPoints;) {
    values.push_back(std::to_string(*value));
    is_over = is_product ? __builtin_mul_overflow(*value, *step, &*value)
                         : __builtin_add_overflow(*value, *step, &*value);
  }
}

/// The last axis varies fastest: one more at the end leaves the order of the others.
std::vector<Texts> product(const Registration& registration, const std::vector<Axis>& axes,
                           const AskedAxes& asked) {
  const auto leader = [&](const Axis& axis) {
    return axis.zip.empty() ? std::ranges::find(axes, axis.name, &Axis::name)
                            : std::ranges::find(axes, axis.zip, &Axis::zip);
  };
  double count = 1;
  for (const auto& axis : axes)
    if (leader(axis)->name == axis.name) count *= static_cast<double>(axis.texts.size());
  if (count > kMostPoints)
    refuse(registration,
           fmt::format("expected at most {} combinations of axes, found {:.0f} or more",
                       kMostPoints, count));
  std::vector<Texts> all{{}};
  for (const auto& axis : axes) {
    const auto first = leader(axis);
    if (first->texts.size() != axis.texts.size() ||
        asked.contains(first->name) != asked.contains(axis.name))
      refuse(registration,
             fmt::format("{}: expected --tickbench_axis for all or none, and as many values of "
                         "each, found {} of '{}' and {} of '{}'",
                         axis.zip, first->texts.size(), first->name, axis.texts.size(), axis.name));
    const auto place = static_cast<std::size_t>(first - axes.begin());
    std::vector<Texts> longer;
    for (const auto& values : all)
      for (std::size_t i = 0; i < axis.texts.size(); ++i) {
        if (place < values.size() && first->texts[i] != values[place]) continue;
        longer.push_back(values);
        longer.back().push_back(axis.texts[i]);
      }
    all = std::move(longer);
  }
  return all;
}

/// Those that the flag and the predicate leave.
std::vector<Texts> combinations(const Registration& registration, const AskedAxes& asked) {
  const auto& description = registration.description();
  auto axes = description.axes;
  for (auto& axis : axes) {
    require_meant(registration, axis, fmt::format("->Axis(\"{}\")", text::visible(axis.name)));
    const auto found = asked.find(axis.name);
    if (found == asked.end() || !is_number(axis)) continue;
    axis.texts.clear();
    for (const auto& item : split(found->second)) add_numbers(axis.kind, item, axis.texts);
    require_meant(registration, axis,
                  fmt::format("--tickbench_axis={}={}", axis.name, found->second));
  }
  auto all = product(registration, axes, asked);
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (const auto found = asked.find(axes[i].name); found != asked.end() && !is_number(axes[i]))
      std::erase_if(all, [i, words = split(found->second)](const Texts& values) {
        return std::ranges::count(words, values[i]) == 0;
      });
  std::erase_if(all, [&](const Texts& values) {
    return !is_met(registration, "->Where", description.where, values);
  });
  if (asked.empty() && all.empty())
    refuse(registration, "->Where: expected to leave a combination, found none");
  return all;
}

}  // namespace

bool is_met(const Registration& registration, const char* call,
            const Registration::Predicate& predicate, const Texts& values) try {
  return !predicate || predicate(Combination(registration.description().axes, values));
} catch (const std::exception& error) {
  refuse(registration, fmt::format("{}, of {}: {}", call, fmt::join(values, ", "), error.what()));
}

AskedAxes parse_axes(const Texts& flags, const std::vector<const Registration*>& registrations) {
  std::map<std::string, std::set<std::string>> known;  // the words of each axis; of numbers none
  for (const auto* registration : registrations)
    for (const auto& axis : registration->description().axes)
      if (auto& words = known[axis.name]; !is_number(axis))
        words.insert(axis.texts.begin(), axis.texts.end());
  Texts names;
  for (const auto& entry : known) names.push_back(entry.first);
  AskedAxes asked;
  for (const auto& flag : flags) {
    const auto require = [&](const std::string& found, const auto& among) {
      if (std::ranges::count(among, found) == 0)
        throw UsageError(fmt::format("--tickbench_axis={}: expected one of {}, found '{}'{}", flag,
                                     fmt::join(among, ", "), found,
                                     text::did_you_mean(found, {among.begin(), among.end()})));
    };
    std::string name, values;
    if (!RE2::FullMatch(flag, "([^=]+)=(.+)", &name, &values) || asked.contains(name))
      throw UsageError(
          fmt::format("--tickbench_axis={}: expected NAME=VALUES (n=1,2,5), each name once", flag));
    require(name, names);
    asked[name] = values;
    if (const auto& words = known[name]; !words.empty())
      for (const auto& item : split(values)) require(item, words);
  }
  return asked;
}

std::vector<Point> points_of(const Registration& registration, const AskedAxes& asked) {
  const auto& [axes, arguments, large_from] =
      std::tie(registration.description().axes, registration.description().arguments,
               registration.description().large_from);
  const auto size = std::ranges::find(axes, AxisKind::kInteger, &Axis::kind);
  if (!axes.empty() && (!arguments.empty() || (large_from && size == axes.end())))
    refuse(registration,
           "expected axes without ->Arg, and an axis of integers for ->LargeFrom, found others");
  std::vector<Point> points;
  for (const auto& [name, values] : asked)
    if (std::ranges::find(axes, name, &Axis::name) == axes.end()) return points;
  for (const auto& tuple : arguments) points.push_back({tuple});
  if (!axes.empty())
    for (auto& values : combinations(registration, asked))
      points.push_back({{}, std::move(values)});
  else if (arguments.empty())
    points.emplace_back();
  std::map<Texts, Point*> smallest;  // by what is no integer
  for (auto& point : points) {
    Texts others;
    for (std::size_t i = 0; i < axes.size(); ++i)
      if (const auto& text = point.values[i]; axes[i].kind == AxisKind::kInteger)
        point.arguments.push_back(*text::number_in<std::int64_t>(text));
      else
        others.push_back(text);
    auto& least = smallest.try_emplace(std::move(others), &point).first->second;
    if (point.arguments < least->arguments) least = &point;
    // What the flag names is meant.
    point.is_large = large_from && !point.arguments.empty() && point.arguments[0] >= *large_from &&
                     !(size != axes.end() && asked.contains(size->name));
  }
  for (const auto& entry : smallest) entry.second->is_smallest = true;
  return points;
}

}  // namespace api
}  // namespace tickbench
