// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "programs/plain.hpp"

namespace tickbench::programs {

/// A counter of the kernel's (perf_event_open) over the processes that this thread starts next: of
/// what they do in user space from their exec on, with all that they start.
class ChildCounter : private NonCopyable {
 public:
  ChildCounter(std::uint32_t type, std::uint64_t event);
  ~ChildCounter();

  int error() const { return error_; }  ///< errno; 0: it counts
  /// Once they have ended.
  std::optional<double> value() const;

 private:
  int descriptor_ = -1, error_ = 0;
};

/// A counter's value, and the times for which it was enabled and on a processor. Nothing where
/// these differ: others took turns with it, or a processor of another kind did the work.
std::optional<double> whole_count(const std::array<std::uint64_t, 3>& read);

/// Counts the instructions of an iteration of a plain benchmark, in user space: by the processor's
/// counters, or, where there are none, by Valgrind's Callgrind. Processes of n, 2n and 4n
/// iterations give two values, which agree where each iteration does the same; what is done once is
/// in neither. A program that takes no number of iterations is counted in its loop, by Callgrind.
class InstructionCounter {
 public:
  /// Throws UsageError where this machine has neither. With TICKBENCH_CALLGRIND in the environment
  /// the counters are left alone.
  explicit InstructionCounter(const ProgramRunner& runner);

  /// Two values of `instructions`; kNotCounted where none tells. `left`: of its time.
  PlainRun count(const std::string& program, const PlainList& list, const PlainBenchmark& benchmark,
                 const std::function<Seconds()>& left);
  /// Of all that the flags choose, or of `ids`. Returns what a run would leave, and writes it to
  /// `name`.json.
  results::ResultFile count_all(const std::string& program, const std::vector<std::string>& ids,
                                const std::string& name);

 private:
  struct Job;
  const ProgramRunner& runner_;
  bool has_counters_;
  std::size_t processes_ = 0;
  std::map<std::string, std::int64_t> iterations_;  ///< by name: as many for each program
  std::map<std::string, PlainList> lists_;          ///< by program
};

}  // namespace tickbench::programs
