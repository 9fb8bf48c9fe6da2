// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Setup and Teardown, fixture classes, what benchmarks share, flags of the program's own.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "suite/suite.hpp"
#include "trials/registration.hpp"

namespace tickbench::suite {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

using Texts = std::vector<std::string>;

nlohmann::json result_of(const Suite::Result& result, std::size_t i = 0) {
  return result.json()["benchmarks"].at(i)["tickbench"];
}
std::string message_of(const Suite::Result& result, std::size_t i = 0) {
  return result_of(result, i)["message"];
}

// Setup and Teardown.

TEST(SetupAndTeardown, AreAroundEachRunOfTheBody) {
  Suite suite;
  suite.tries_the_smallest = true;
  Texts calls;
  const auto body = saxpy_with("saxpy");
  suite
      .add("Saxpy",
           [&](State& state) {
             calls.push_back("body");
             body(state);
           })
      ->Arg(64)
      ->Setup([&](const State& state) { calls.push_back("up " + std::to_string(state.range())); })
      ->Teardown([&](State& state) { calls.push_back("down " + std::to_string(state.size())); });
  EXPECT_EQ(result_of(suite.run_json())["outcome"], "passed");
  ASSERT_GE(calls.size(), 9U);
  const auto whole = calls.size() / 3 * 3;
  EXPECT_EQ(calls.size(), whole);
  for (std::size_t i = 0; i < whole; i += 3)
    EXPECT_THAT((Texts{calls[i], calls[i + 1], calls[i + 2]}),
                ElementsAre("up 64", "body", "down 64"));
}

TEST(SetupAndTeardown, AFailedSetupIsAnOutcomeAndTheRestRuns) {
  Suite suite;
  int bodies = 0, teardowns = 0;
  const auto add = [&](const std::string& name, const Registration::Body& setup) {
    suite.add(name, [&](State&) { ++bodies; })->Setup(setup)->Teardown([&](State&) {
      ++teardowns;
    });
  };
  add("Throws", [](State&) { throw std::runtime_error("no such file"); });
  add("Number", [](State&) { throw 7; });
  add("Memory", [](State&) { throw std::bad_alloc(); });
  add("Skips", [](State& state) { state.skip("no tensor cores"); });
  add("Device", [](State&) { throw Error(Outcome::kDeviceError, "lost"); });
  suite.add("Next", saxpy_with("saxpy"))->Arg(64);
  const auto result = suite.run_json();
  EXPECT_EQ(result_of(result, 0)["outcome"], "invalid_benchmark");
  EXPECT_EQ(message_of(result, 0), "Setup: it threw: no such file");
  EXPECT_EQ(message_of(result, 1), "Setup: it threw something that is no std::exception");
  EXPECT_EQ(result_of(result, 2)["outcome"], "out_of_memory");
  EXPECT_EQ(result_of(result, 3)["outcome"], "unsupported");
  EXPECT_EQ(message_of(result, 3), "Setup: no tensor cores");
  EXPECT_EQ(result_of(result, 4)["outcome"], "device_error");
  EXPECT_EQ(result_of(result, 5)["outcome"], "passed");
  EXPECT_EQ(bodies, 0);
  EXPECT_EQ(teardowns, 0);
}

TEST(SetupAndTeardown, TeardownRunsWhereTheBodyFailsAndHidesNoFailure) {
  Suite suite;
  int teardowns = 0;
  const auto fail = [](State&) { throw std::runtime_error("the body's own"); };
  suite.add("Body", fail)->Teardown([&](State&) { ++teardowns; });
  suite.add("Both", fail)->Teardown([&](State&) {
    ++teardowns;
    throw std::runtime_error("the teardown's own");
  });
  suite.add("Teardown", saxpy_with("saxpy"))->Arg(64)->Teardown([](State&) {
    throw std::runtime_error("the teardown's own");
  });
  const auto result = suite.run_json();
  EXPECT_EQ(teardowns, 2);
  EXPECT_EQ(message_of(result, 0), "the body threw: the body's own");
  EXPECT_EQ(message_of(result, 1), "the body threw: the body's own");
  EXPECT_EQ(result_of(result, 2)["outcome"], "invalid_benchmark");
  EXPECT_EQ(message_of(result, 2), "Teardown: it threw: the teardown's own");
}

TEST(SetupAndTeardown, AreStatedOnce) {
  Suite suite;
  suite.add("Saxpy", saxpy_with("saxpy"))->Setup([](State&) {})->Setup([](State&) {});
  const auto result = suite.run();
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("the registration of Saxpy: ->Setup: expected once"));
}

TEST(SetupAndTeardown, ASetupIsAPartOfTheSameBody) {
  Suite suite;
  const auto body = saxpy_with("saxpy");
  suite.add("Saxpy", body)->Arg(64)->Setup(body);
  EXPECT_THAT(message_of(suite.run_json()),
              HasSubstr("expected each name once in a body, found it twice"));
}

// Fixture classes.

int fixtures_alive = 0;

class Scaling : public Fixture {
 public:
  Scaling() { ++fixtures_alive; }
  ~Scaling() override { --fixtures_alive; }
  void SetUp(State& state) override {
    n_ = state.size();
    x_ = random<float>(n_);
    x_d_.emplace(state.device().upload(x_));
    out_d_.emplace(state.device().allocate<float>(n_));
  }
  void TearDown(State& state) override { EXPECT_EQ(state.size(), n_); }

 protected:
  void measure(State& state, float factor) {
    const auto launch = state.device().kernel("scale").args(factor, *x_d_, *out_d_, n_).over(n_);
    state.expect([&](std::span<float> out) {
      for (std::size_t i = 0; i < n_; ++i) out[i] = factor * x_[i];
    });
    state.verify(launch, out(*out_d_), exact());
    state.measure(launch);
  }
  std::size_t n_ = 0;
  std::vector<float> x_;
  std::optional<Buffer<float>> x_d_, out_d_;
};

TICKBENCH_DEFINE_F(Scaling, ByTwo)(State& state) { measure(state, 2.0F); }
TICKBENCH_REGISTER_F(Scaling, ByTwo)->Arg(64)->Arg(128);
TICKBENCH_DEFINE_F(Scaling, ByThree)(State& state) {
  EXPECT_EQ(fixtures_alive, 1);
  measure(state, 3.0F);
}
TICKBENCH_REGISTER_F(Scaling, ByThree)->Arg(64);
class BrokenFixture : public Fixture {
 public:
  BrokenFixture() { throw std::runtime_error("no constructor for you"); }
};
TICKBENCH_F(BrokenFixture, Never)(State& /*state*/) { FAIL(); }

/// Runs what this file's macros have registered.
Suite::Result run_registered(Suite& suite, const std::string& filter,
                             std::vector<std::string> flags = {}) {
  for (const auto& registration : api::registrations()) {
    const auto& of = registration->description();
    if (!of.setup) continue;
    auto* const added = suite.add(of.name, of.body)->Setup(of.setup)->Teardown(of.teardown);
    for (const auto& arguments : of.arguments) added->Args(arguments);
  }
  flags.push_back("--benchmark_filter=" + filter);
  return suite.run_json(std::move(flags));
}

TEST(Fixtures, HaveAnObjectForEachRunAndAnIdForEachMethod) {
  Suite suite;
  suite.tries_the_smallest = true;
  const auto result = run_registered(suite, "scaling");
  EXPECT_EQ(result.status, 0) << result.err;
  Texts ids;
  const auto json = result.json();
  for (const auto& row : json["benchmarks"]) ids.push_back(row["tickbench"]["id"]);
  EXPECT_THAT(ids, ElementsAre("opencl/scaling/by_two/64", "opencl/scaling/by_two/128",
                               "opencl/scaling/by_three/64"));
  EXPECT_EQ(fixtures_alive, 0);
  EXPECT_EQ(suite.opencl.journal.live_allocations, 0);
}

TEST(Fixtures, HaveAnObjectOfTheirOwnInsideOfAnothersMeasurement) {
  Suite suite;
  const auto result = run_registered(suite, "by_two/64", {"--tickbench_cache=rotating:1024"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result_of(result)["outcome"], "passed") << message_of(result);
  EXPECT_EQ(fixtures_alive, 0);
}

TEST(Fixtures, AConstructorThatThrowsIsAnOutcome) {
  Suite suite;
  EXPECT_EQ(message_of(run_registered(suite, "never")), "Setup: it threw: no constructor for you");
}

// What benchmarks share.

/// What happened to shared objects, in order.
Texts journal;
struct Noted {
  std::string name;
  explicit Noted(std::string of) : name(std::move(of)) { journal.push_back("+" + name); }
  ~Noted() { journal.push_back("-" + name); }
  Noted(const Noted&) = delete;
  Noted& operator=(const Noted&) = delete;
};

/// saxpy, and something shared by this key.
Registration::Body sharing(const std::string& key) {
  return [key, body = saxpy_with("saxpy")](State& state) {
    auto& shared = state.shared(key, [&](Device&) { return Noted(key); });
    EXPECT_EQ(shared.name, key);
    body(state);
  };
}

class Shared : public ::testing::Test {
 protected:
  Shared() { journal.clear(); }
  Suite suite_;
};

TEST_F(Shared, IsMadeOnceWhateverRuns) {
  suite_.tries_the_smallest = true;
  suite_.add("One", sharing("index"))->Arg(64)->Arg(128)->Cache("rotating:1024");
  suite_.add("Two", sharing("index"))->Arg(64);
  const auto result = suite_.run_json({"--benchmark_repetitions=2"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(journal, ElementsAre("+index", "-index"));
}

TEST_F(Shared, EachDeviceHasItsOwn) {
  suite_.opencl.add_device("Second GPU");
  std::vector<std::string> devices;
  suite_.add("One", [&](State& state) {
    state.shared("place", [&](Device& device) {
      devices.push_back(device.name());
      return Noted(device.name());
    });
    state.skip("that was all");
  });
  suite_.run({"--tickbench_device=all"});
  EXPECT_THAT(devices, ElementsAre("Fake GPU", "Second GPU"));
}

TEST_F(Shared, TheLastOneMadeIsDestroyedFirstAndBeforeItsDevice) {
  struct Held {
    Noted noted;
    Buffer<float> buffer;  // would be freed by a device that is gone
  };
  suite_.add("One", [&](State& state) {
    const auto make = [](const std::string& name) {
      return [name](Device& device) {
        return Held{Noted(name), device.upload(std::vector<float>(64))};
      };
    };
    state.shared("pool", make("pool"));
    // One that needs another.
    state.shared("index", [&](Device& device) {
      state.shared("model", make("model"));
      return make("index")(device);
    });
    state.skip("that was all");
  });
  suite_.run();
  EXPECT_THAT(journal, ElementsAre("+pool", "+model", "+index", "-index", "-model", "-pool"));
  EXPECT_EQ(suite_.opencl.journal.live_allocations, 0);
}

TEST_F(Shared, OneThatCannotBeMadeIsNotTriedAgain) {
  int tries = 0;
  const auto body = [&](State& state) {
    state.shared("model", [&](Device&) -> int {
      ++tries;
      throw std::runtime_error("no such file");
    });
  };
  suite_.add("One", body);
  suite_.add("Two", body);
  suite_.add("Other", sharing("index"))->Arg(64);
  const auto result = suite_.run_json();
  EXPECT_EQ(tries, 1);
  for (const std::size_t i : {0U, 1U}) {
    EXPECT_EQ(result_of(result, i)["outcome"], "invalid_benchmark");
    EXPECT_EQ(message_of(result, i), "state.shared(\"model\"): it threw: no such file");
  }
  EXPECT_EQ(result_of(result, 2)["outcome"], "passed");
}

TEST_F(Shared, AFactoryMaySkipForAllWhoAsk) {
  const auto body = [](State& state) {
    state.shared("units", [&](Device&) -> int { state.skip("no matrix units"); });
  };
  suite_.add("One", body);
  suite_.add("Two", body);
  const auto result = suite_.run_json();
  EXPECT_EQ(result.status, 77);
  EXPECT_EQ(result_of(result, 1)["outcome"], "unsupported");
}

TEST_F(Shared, MistakesAreRefusedByName) {
  suite_.add("Type", [](State& state) {
    state.shared("x", [](Device&) { return 1; });
    state.shared("x", [](Device&) { return 1.0F; });
  });
  suite_.add("Itself", [](State& state) {
    const std::function<int(Device&)> make = [&](Device&) { return state.shared("y", make); };
    state.shared("y", make);
  });
  suite_.add("Key", [](State& state) { state.shared("", [](Device&) { return 1; }); });
  const auto result = suite_.run_json();
  EXPECT_EQ(message_of(result, 0),
            "state.shared(\"x\"): expected one type for each key, found two");
  EXPECT_THAT(message_of(result, 1), HasSubstr("state.shared(\"y\"): it asks for itself"));
  EXPECT_THAT(message_of(result, 2), HasSubstr("expected a key"));
}

/// Under trials, whose device poisons buffers and puts bands around them, and counts draws.
TEST_F(Shared, ItsInputsAndBuffersAreNoTrials) {
  suite_.tries_the_smallest = true;
  suite_.opencl.behaviour.part_alignment = 128;
  std::vector<std::vector<float>> contents;
  struct Model {
    std::vector<float> weights;
    Buffer<float> weights_d;
  };
  const auto body = [&](State& state) {
    const auto n = state.size();
    auto& device = state.device();
    auto& model = state.shared("model", [&](Device& given) {
      EXPECT_EQ(&given.backend(), &device.backend());
      auto weights = random<float>(64);
      auto weights_d = device.upload(weights);
      return Model{weights, std::move(weights_d)};
    });
    contents.push_back(model.weights);
    EXPECT_EQ(model.weights_d.read(), model.weights);
    const auto x = random<float>(n);
    auto x_d = device.upload(x);
    auto out_d = device.allocate<float>(n);
    const auto launch = device.kernel("scale").args(model.weights[0], x_d, out_d, n).over(n);
    state.expect([&](std::span<float> out) {
      for (std::size_t i = 0; i < n; ++i) out[i] = model.weights[0] * x[i];
    });
    state.verify(launch, out(out_d), exact());
    state.measure(launch);
  };
  suite_.add("First", body)->Arg(64);
  suite_.add("Second", body)->Arg(128);
  const auto result = suite_.run_json();
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(result_of(result).contains("fresh")) << result_of(result)["notes"];
  // Another benchmark that comes first makes the same.
  const auto found = contents.front();
  Suite alone;
  contents.clear();
  alone.add("Second", body)->Arg(128);
  alone.run();
  EXPECT_EQ(contents.front(), found);
}

TEST_F(Shared, IsThereForARatiosPartner) {
  suite_.add("One", sharing("index"))->Arg(64);
  suite_.add("Two", sharing("index"))->Arg(64);
  const auto file = suite_.path("floors.json");
  std::ofstream(file) << R"({"schema": "tickbench-floors/1", "floors": [{"device": ".*",
    "benchmark": "opencl/one/64", "metric": "ratio", "of": "time", "to": "opencl/two/64",
    "at_most": 2}]})";
  const auto result =
      suite_.run_json({"--tickbench_floors=" + file, "--benchmark_filter=opencl/one"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(journal, ElementsAre("+index", "-index"));
}

// Flags of the program's own.

class OwnFlags : public ::testing::Test {
 protected:
  OwnFlags() { suite_.add("Saxpy", saxpy_with("saxpy"))->Arg(64); }
  ~OwnFlags() override { api::own_flags().clear(); }
  OwnFlags(const OwnFlags&) = delete;
  OwnFlags& operator=(const OwnFlags&) = delete;

  Suite suite_;
};

TEST_F(OwnFlags, HaveTheirValuesBeforeABodyRuns) {
  const auto* const model = register_flag("model", "tiny.bin", "the model's file");
  const auto* const fast = register_flag("fast", "false", "leaves layers out");
  Texts seen;
  suite_.add("Body", [&](State& state) {
    seen.push_back(*model + " " + *fast);
    state.skip("that was all");
  });
  suite_.run();
  suite_.run({"--model=big.bin", "--fast"});
  suite_.run({"--model", "other.bin", "--fast=no", "--benchmark_repetitions=1"});
  suite_.run({"--model=", "--fast=yes", "--model=last.bin"});
  EXPECT_THAT(seen,
              ElementsAre("tiny.bin false", "big.bin true", "other.bin false", "last.bin true"));
}

TEST_F(OwnFlags, AreInTheHelpTheResultsAndTheReproducingLine) {
  register_flag("model", "tiny.bin", "the model's file");
  EXPECT_THAT(suite_.run({"--help"}).out,
              HasSubstr("Flags of this program's own\n  --model=TEXT  "));
  EXPECT_THAT(suite_.run({"--help"}).out, HasSubstr("the model's file; default: tiny.bin\n"));
  EXPECT_FALSE(result_of(suite_.run_json())["settings"].contains("own"));
  EXPECT_EQ(result_of(suite_.run_json({"--model=big.bin"}))["settings"]["own"]["model"], "big.bin");
  suite_.add("Wrong", saxpy_with("saxpy_wrong"))->Arg(64);
  EXPECT_THAT(suite_.run({"--model=big.bin"}).err, HasSubstr(" --model=big.bin"));
}

TEST_F(OwnFlags, MistakesEndTheProgramBeforeItOpensADevice) {
  int beams = 0;
  register_flag("beams", "4", "of the search", [&](const std::string& text) {
    beams = std::stoi(text);
    if (beams < 1) throw std::invalid_argument("a count of at least 1");
  });
  register_flag("fast", "false", "leaves layers out");
  const std::pair<std::string, std::string> mistakes[] = {
      {"--beams=0", "--beams: expected a count of at least 1, found '0'"},
      {"--beams", "--beams: expected a value, found ''"},
      {"--fast=perhaps", "--fast: expected true or false, found 'perhaps'"},
      {"--beam=1", "unknown flag --beam; did you mean --beams?"}};
  for (const auto& [flag, expected] : mistakes) {
    const auto result = suite_.run({flag});
    EXPECT_EQ(result.status, 2) << flag;
    EXPECT_THAT(result.err, HasSubstr(expected));
  }
  EXPECT_EQ(suite_.opencl.journal.opened, 0);
  EXPECT_EQ(suite_.run({"--beams=7"}).status, 0);
  EXPECT_EQ(beams, 7);
}

TEST_F(OwnFlags, HaveNamesThatNothingElseHas) {
  for (const std::string name :
       {"", "x", "help", "benchmark_filter", "tickbench_mine", "a b", "-x", "a=b"}) {
    api::own_flags().clear();
    register_flag(name, "", "");
    const auto result = suite_.run();
    EXPECT_EQ(result.status, 2) << name;
    EXPECT_THAT(result.err, HasSubstr("register_flag(\"" + name + "\"): expected a name"));
  }
  api::own_flags().clear();
  register_flag("model", "", "");
  register_flag("model", "", "");
  EXPECT_EQ(suite_.run().status, 2);
}

}  // namespace
}  // namespace tickbench::suite
