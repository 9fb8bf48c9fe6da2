// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "spirv_repair.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <spirv/unified1/spirv.hpp>

#include "spirv_references.hpp"

namespace zecpu {
namespace {

using Words = std::span<const std::uint32_t>;
using Block = std::vector<Words>;  // its instructions, the label first

constexpr std::size_t kHeaderWords = 5;

std::uint32_t opcode(Words instruction) { return instruction[0] & spv::OpCodeMask; }

/// Empty where lengths do not add up.
std::vector<Words> split(Words words) {
  std::vector<Words> instructions;
  for (std::size_t at = kHeaderWords; at < words.size();) {
    const std::size_t length = words[at] >> spv::WordCountShift;
    if (length == 0 || length > words.size() - at) return {};
    instructions.push_back(words.subspan(at, length));
    at += length;
  }
  return instructions;
}

std::vector<std::uint32_t> successors(const Block& block) {
  const Words end = block.back();
  std::vector<std::uint32_t> labels;
  if (opcode(end) == spv::OpBranch && end.size() == 2) labels = {end[1]};
  if (opcode(end) == spv::OpBranchConditional && end.size() >= 4) labels = {end[3], end[2]};
  // A default, then pairs of a literal and a label; literals of 64 bits look like labels that are
  // none.
  if (opcode(end) == spv::OpSwitch && end.size() >= 3) labels.assign(end.begin() + 2, end.end());
  return labels;
}

void move_loop_hint(Block& block) {
  const auto hint = std::find_if(block.begin(), block.end(),
                                 [](Words w) { return opcode(w) == spv::OpLoopMerge; });
  if (hint != block.end()) std::rotate(hint, hint + 1, block.end() - 1);
}

/// Reverse postorder: a block comes after all that dominate it. Blocks that nothing reaches come
/// last.
void order(std::vector<Block>& blocks) {
  std::map<std::uint32_t, std::size_t> by_label;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    if (blocks[i].front().size() == 2) by_label.emplace(blocks[i].front()[1], i);
  struct Visit {
    std::size_t block;
    std::vector<std::uint32_t> left;
  };
  std::vector<std::size_t> finished;
  std::set<std::size_t> seen{0};
  std::vector<Visit> path{{0, successors(blocks[0])}};
  while (!path.empty()) {
    if (path.back().left.empty()) {
      finished.push_back(path.back().block);
      path.pop_back();
      continue;
    }
    const auto next = by_label.find(path.back().left.back());
    path.back().left.pop_back();
    if (next != by_label.end() && seen.insert(next->second).second)
      path.push_back({next->second, successors(blocks[next->second])});
  }
  std::vector<Block> ordered;
  for (auto i = finished.rbegin(); i != finished.rend(); ++i) ordered.push_back(blocks[*i]);
  for (std::size_t i = 0; i < blocks.size(); ++i)
    if (!seen.contains(i)) ordered.push_back(blocks[i]);
  blocks = std::move(ordered);
}

/// Behind its name: a literal string ends in the word that ends with a zero byte.
Words interface_of(Words entry_point) {
  std::size_t at = 3;
  while (at < entry_point.size() && entry_point[at] >> 24 != 0) ++at;
  return entry_point.subspan(std::min(at + 1, entry_point.size()));
}

/// Since SPIR-V 1.4 an entry point lists all variables of the module that it takes.
void complete_interfaces(std::vector<std::uint32_t>& words) {
  static constexpr std::uint32_t kSince = 0x10400;
  const std::vector<Words> instructions = split(words);
  if (instructions.empty() || words[1] < kSince) return;
  std::set<std::uint32_t> variables;
  for (const Words w : instructions)
    if (opcode(w) == spv::OpVariable && w.size() >= 4 && w[3] != spv::StorageClassFunction)
      variables.insert(w[2]);
  const auto ids = ids_by_function(words);
  std::vector<std::uint32_t> completed(words.begin(), words.begin() + kHeaderWords);
  for (const Words w : instructions) {
    const std::size_t at = completed.size();
    completed.insert(completed.end(), w.begin(), w.end());
    const auto taken = opcode(w) == spv::OpEntryPoint && w.size() >= 4 ? ids.find(w[2]) : ids.end();
    if (taken == ids.end()) continue;
    const Words listed = interface_of(w);
    for (const std::uint32_t id : taken->second)
      if (variables.contains(id) && std::find(listed.begin(), listed.end(), id) == listed.end()) {
        completed.push_back(id);
        completed[at] += 1U << spv::WordCountShift;
      }
  }
  words = std::move(completed);
}

}  // namespace

void repair_spirv(std::vector<std::uint32_t>& words) {
  if (words.size() < kHeaderWords) return;
  const std::vector<Words> instructions = split(words);
  if (instructions.empty()) return;
  std::vector<std::uint32_t> repaired(words.begin(), words.begin() + kHeaderWords);
  const auto write = [&](Words w) {
    const std::size_t at = repaired.size();
    repaired.insert(repaired.end(), w.begin(), w.end());
    if (opcode(w) == spv::OpAtomicCompareExchangeWeak)
      repaired[at] = (w[0] & ~spv::OpCodeMask) | spv::OpAtomicCompareExchange;
  };
  std::vector<Block> blocks;  // of the function that is being read
  for (const Words instruction : instructions) {
    if (opcode(instruction) == spv::OpLabel) blocks.emplace_back();
    if (opcode(instruction) == spv::OpFunctionEnd && !blocks.empty()) {
      for (Block& block : blocks) move_loop_hint(block);
      order(blocks);
      for (const Block& block : blocks)
        for (const Words w : block) write(w);
      blocks.clear();
    }
    if (blocks.empty())
      write(instruction);
    else
      blocks.back().push_back(instruction);
  }
  // A function without its end keeps its blocks: the words would be fewer.
  if (repaired.size() == words.size()) words = std::move(repaired);
  complete_interfaces(words);
}

}  // namespace zecpu
