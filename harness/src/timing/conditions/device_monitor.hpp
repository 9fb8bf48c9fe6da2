// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "statistics/statistics.hpp"
#include "tickbench/seconds.hpp"

/// The state of the machine while it is measured: the device's clocks and company, the host's load.
namespace tickbench::conditions {

/// Why a device runs slower than it could. What its user set (application clocks, a range of
/// frequencies) and idling are no such reasons.
enum class Throttle {
  kPowerCap,
  kThermal,
  kHardwareSlowdown,
  kPowerBrake,
  kSyncBoost,
  kCurrentLimit,
  kCount
};
std::string_view to_string(Throttle reason) noexcept;

/// A set of them, a bit each.
using ThrottleSet = std::uint32_t;
constexpr ThrottleSet bit(Throttle reason) noexcept {
  return ThrottleSet{1} << static_cast<unsigned>(reason);
}
/// "power_cap, thermal"
std::vector<std::string> reason_names(ThrottleSet reasons);

/// What is read often: a few calls.
struct DeviceReading {
  double core_hertz = 0;    ///< 0: the device does not tell
  double memory_hertz = 0;  ///< likewise
  ThrottleSet throttle = 0;
  bool is_idle = false;  ///< its clocks are then those of idling, and say nothing
};

/// Who else uses the device. Drivers number processes as the host's kernel does, and a container
/// has numbers of its own.
struct Company {
  int others = 0;
  std::string counted;  ///< how: "all but this process"
};

/// The memory in use, by the driver's own count.
struct DriverMemory {
  std::optional<std::uint64_t> bytes;
  std::string counted = "only NVML tells it";  ///< whose; without bytes: why there are none
};

struct PowerReading {
  std::optional<double> watts, joules;  ///< joules: of a counter that only grows
};

/// What is read at the beginning and the end of a benchmark.
struct DeviceState {
  std::optional<double> celsius;
  PowerReading power;
  std::optional<Company> company;
  DriverMemory memory{};
};

/// Reads the state of one device, without ever touching its queues.
class DeviceMonitor {
 public:
  virtual ~DeviceMonitor() = default;
  virtual std::string_view source() const noexcept = 0;  ///< "nvml", "sysman"
  virtual DeviceReading read() = 0;
  virtual PowerReading power() = 0;
  virtual DeviceState state() = 0;
  /// Bytes a second that its memory's width and highest clock make; 0: it does not tell.
  virtual double memory_bandwidth() { return 0; }
};

/// The libraries of drivers' makers, by the names that the dynamic linker looks up.
struct MonitorLibraries {
  std::string nvml = "libnvidia-ml.so.1";
  std::string sysman = "libze_loader.so.1";
};

/// Of the device at this PCI address ("0000:3b:00.0"). Null where it has none, or where no library
/// knows it: that is no failure.
std::unique_ptr<DeviceMonitor> open_monitor(const std::string& pci_address,
                                            const MonitorLibraries& libraries = {});

/// Each of them alone.
std::unique_ptr<DeviceMonitor> open_nvml(const std::string& library, const std::string& pci);
std::unique_ptr<DeviceMonitor> open_sysman(const std::string& library, const std::string& pci);

/// Whom the drivers' process numbers leave, when this process is taken away. Nothing where a driver
/// lists none, although this process uses the device.
std::optional<Company> find_company(const std::vector<std::uint32_t>& processes, std::uint32_t own);

/// What the launches of one work took from the supply, by the device's own account:
/// joules a launch, of all launches; the interval is of six stretches of them.
struct Energy : Estimate {
  std::string from;  ///< "counter", "power"
  std::int64_t launches = 0;
  Seconds wall{};
};

/// Counts launches between readings, and makes joules a launch of them.
class EnergyMeter {
 public:
  /// `launches`: so far, all of which have ended. Reading it costs a GPU's host milliseconds, in
  /// which the device has nothing to do: see `is_due`.
  void add(Seconds now, std::int64_t launches, const PowerReading& reading) {
    if (reading.joules && (counted_.empty() || *reading.joules != counted_.back().joules))
      counted_.push_back({now, launches, *reading.joules});
    if (!reading.watts) return;
    double joules = 0;
    if (!integrated_.empty()) {
      const auto& last = integrated_.back();
      joules = last.joules + (*last_watts_ + *reading.watts) / 2 * (now - last.at).count();
    }
    integrated_.push_back({now, launches, joules});
    last_watts_ = reading.watts;
  }

  /// Whether a reading could show more: a counter that has stepped does not step again for a while.
  bool is_due(Seconds now) const {
    return counted_.empty() || now - counted_.back().at >= kBetweenSteps;
  }

  /// Whether both the time and the readings are enough.
  bool is_enough() const;
  /// Nothing where the device tells neither energy nor power, or its counter stands still and it
  /// tells no power.
  std::optional<Energy> energy() const;

  static constexpr Seconds kLeast{1}, kMost{3};

 private:
  /// A little less than the 0.1 s at which NVIDIA's energy counters step.
  static constexpr Seconds kBetweenSteps{0.08};
  struct Point {
    Seconds at;
    std::int64_t launches;
    double joules;  ///< since some moment
  };
  /// Of the counter, whose value is an older one until it steps: only where it did; else of the
  /// power, integrated.
  const std::vector<Point>& points() const;

  std::vector<Point> counted_, integrated_;
  std::optional<double> last_watts_;
};

}  // namespace tickbench::conditions
