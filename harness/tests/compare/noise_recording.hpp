// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "tickbench/seconds.hpp"

namespace tickbench::testing {

/// One benchmark's medians, run after run, as data/record_noise.py took them.
struct NoiseSeries {
  std::string id;
  std::vector<double> run_seconds;
};
/// The benchmarks of one recording: run i of each is the same process.
struct NoiseRecording {
  std::string name;
  std::vector<NoiseSeries> benchmarks;
  std::size_t runs() const { return benchmarks.front().run_seconds.size(); }
};

/// Every data/noise_*.json.
inline std::vector<NoiseRecording> noise_recordings(const std::string& folder) {
  std::vector<NoiseRecording> recordings;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const auto name = entry.path().filename().string();
    if (!name.starts_with("noise_") || entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path());
    const auto json = nlohmann::json::parse(file);
    if (json.at("schema") != "tickbench-noise/1") throw std::runtime_error(name + ": its schema");
    NoiseRecording recording{entry.path().stem().string(), {}};
    for (const auto& benchmark : json.at("benchmarks"))
      recording.benchmarks.push_back(
          {benchmark.at("id"), benchmark.at("run_seconds").get<std::vector<double>>()});
    recordings.push_back(std::move(recording));
  }
  return recordings;
}

/// One benchmark of held_h200.json: the times of each process's repetitions, and what they cost.
struct HeldSeries {
  std::string id;
  double spread_between = 0;  ///< between processes
  Seconds wall{};             ///< of one repetition
  std::vector<std::vector<double>> repetition_seconds;
};
struct HeldRecording {
  Seconds process{};  ///< of a process, without its benchmarks
  std::vector<HeldSeries> benchmarks;
  std::size_t processes() const { return benchmarks.front().repetition_seconds.size(); }
};

inline HeldRecording held_recording(const std::string& folder) {
  std::ifstream file(folder + "/held_h200.json");
  const auto json = nlohmann::json::parse(file);
  if (json.at("schema") != "tickbench-noise/2") throw std::runtime_error("held_h200: its schema");
  HeldRecording recording{Seconds(json.at("process_seconds").get<double>()), {}};
  for (const auto& benchmark : json.at("benchmarks"))
    recording.benchmarks.push_back(
        {benchmark.at("id"), benchmark.at("spread_between").get<double>(),
         Seconds(benchmark.at("wall_seconds").get<double>()),
         benchmark.at("repetition_seconds").get<std::vector<std::vector<double>>>()});
  return recording;
}

}  // namespace tickbench::testing
