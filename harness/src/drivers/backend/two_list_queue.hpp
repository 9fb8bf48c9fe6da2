// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "backend/stream.hpp"

namespace tickbench::backend {

/// A list of commands starts nothing before it has everything, unless something submits it on the
/// way.
template <class OwnStream>
class ClosedList final : public Hold {
 public:
  explicit ClosedList(OwnStream& stream) : stream_(stream) {}
  HoldLimits limits() const override { return {HoldMethod::kClosedList}; }
  void close(Seconds /*at_least*/) override { before_ = stream_.list().submissions(); }
  bool open() noexcept override { return stream_.list().submissions() == before_; }

 private:
  OwnStream& stream_;
  std::uint64_t before_ = 0;
};

/// A queue whose commands are recorded into lists, of which each belongs to one engine of the
/// device. Where copies run on an engine that only copies, brackets of copies are recorded into a
/// second list, and all else into the first one.
template <class OwnStream, class List>
class TwoListQueue : public StreamQueue {
 public:
  Bracket run(const Work& work, const BracketRequest& request) override {
    finish();
    const Recorded recorded(stream_, list_for(work));
    return StreamQueue::run(work, request);
  }
  /// Caches are displaced by the first engine: no list of the second one can hold that.
  HoldLimits hold_limits(const Work& work, bool displaces) override {
    if (displaces && &list_for(work) != &compute_) return {};
    return StreamQueue::hold_limits(work, displaces);
  }

 protected:
  /// All are the derived class's: they are not used before the first call.
  TwoListQueue(OwnStream& stream, List& compute, std::optional<List>& copies)
      : StreamQueue(stream), stream_(stream), compute_(compute), copies_(copies) {}
  virtual List& list_for(const Work& work) const {
    return work.is_copy && copies_ ? *copies_ : compute_;
  }

 private:
  /// The stream's commands go to a list for as long as this lives.
  class Recorded {
   public:
    Recorded(OwnStream& stream, List& list) : stream_(stream), before_(stream.list()) {
      stream_.record_into(list);
    }
    Recorded(const Recorded&) = delete;
    Recorded& operator=(const Recorded&) = delete;
    ~Recorded() { stream_.record_into(before_); }

   private:
    OwnStream& stream_;
    List& before_;
  };

  void displace(std::size_t bytes) override {
    const Recorded recorded(stream_, compute_);
    StreamQueue::displace(bytes);
  }

  OwnStream& stream_;
  List& compute_;
  std::optional<List>& copies_;
};

}  // namespace tickbench::backend
