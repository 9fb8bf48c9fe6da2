// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

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

}  // namespace tickbench::testing
