// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "results/metrics.hpp"

#include <cmath>

namespace tickbench::suite {
namespace {

class Collector {
 public:
  void add(const std::string& name, double value, std::optional<Interval> interval = {}) {
    if (!std::isfinite(value)) return;
    if (interval && (!std::isfinite(interval->low) || !std::isfinite(interval->high)))
      interval.reset();
    metrics_.push_back({name, value, interval});
  }
  void add_rate(const std::string& name, double amount, const Measurement& shown) {
    if (amount <= 0 || shown.median.count() <= 0) return;
    // The larger the time, the smaller the rate: the ends change places.
    add(name, amount / shown.median.count(),
        Interval{amount / shown.interval.high, amount / shown.interval.low, shown.interval.level});
  }
  void add_ratio(const std::string& name, const RatioEstimate& ratio) {
    if (ratio.median > 0) add(name, ratio.median, ratio.interval);
  }
  std::vector<Metric> take() { return std::move(metrics_); }

 private:
  std::vector<Metric> metrics_;
};

void add_host(const Measurement& isolated, Collector& to) {
  to.add("isolated_time", isolated.median.count(), isolated.interval);
  to.add("host_time", isolated.host_median.count(), isolated.host_interval);
  // The widest that the two intervals allow: they are not independent.
  to.add("launch_overhead", (isolated.host_median - isolated.median).count(),
         Interval{isolated.host_interval.low - isolated.interval.high,
                  isolated.host_interval.high - isolated.interval.low, isolated.interval.level});
}

void add_fraction_of_peak(const Record& record, const Measurement& shown, Collector& to) {
  const auto& declared = record.declared;
  const double bytes = declared.bytes_read + declared.bytes_written;
  const auto fraction = [&](double seconds) {
    return seconds > 0 ? fraction_of_peak(record.peaks, bytes / seconds, declared.flops / seconds)
                       : 0.0;
  };
  const double value = fraction(shown.median.count());
  if (value > 0)
    to.add("fraction_of_peak", value,
           Interval{fraction(shown.interval.high), fraction(shown.interval.low),
                    shown.interval.level});
}

}  // namespace

std::vector<Metric> metrics(const Record& record) {
  const Measurement* shown = record.shown();
  if (shown == nullptr) return {};
  const auto& declared = record.declared;
  Collector result;
  result.add("time", shown->median.count(), shown->interval);
  result.add_rate("bytes_per_second", declared.bytes_read + declared.bytes_written, *shown);
  result.add_rate("items_per_second", declared.items, *shown);
  result.add_rate("flops_per_second", declared.flops, *shown);
  if (record.isolated) add_host(*record.isolated, result);
  for (const auto& reference : record.references) {
    result.add_ratio("speedup_" + reference.name, reference.speedup);
    result.add_ratio("speedup_host_" + reference.name, reference.speedup_host);
  }
  add_fraction_of_peak(record, *shown, result);
  // One value has no spread; 0 would read as "none at all".
  if (shown->samples.size() > 1) result.add("noise", shown->noise);
  return result.take();
}

}  // namespace tickbench::suite
