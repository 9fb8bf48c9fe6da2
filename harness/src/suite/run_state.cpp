// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "suite/run_state.hpp"

#include "text/escape.hpp"

namespace tickbench::suite {

void print_error(std::ostream& err, const std::string& what) {
  err << "error: " << text::visible_lines(what) << '\n';
}

void Messages::note(const std::string& text) {
  if (!notes_.insert(text).second) return;
  progress_.clear();
  err_ << "note: " << text::visible_lines(text) << std::endl;
}

bool Messages::attempt(const std::function<void()>& output) {
  try {
    output();
    return true;
  } catch (const std::exception& error) {
    print_error(err_, error.what());
    return false;
  }
}

}  // namespace tickbench::suite
