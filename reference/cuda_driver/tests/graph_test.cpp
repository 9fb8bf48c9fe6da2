// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuhost_test.hpp"

namespace cuhost {
namespace {

constexpr int kRelaxed = 2;

class Graph : public CuhostTest {
 protected:
  void SetUp() override {
    CuhostTest::SetUp();
    memory_ = allocate(sizeof(int));
    EXPECT_EQ(CU(cuMemsetD32Async)(memory_, 1, 1, stream_), 0);
    EXPECT_EQ(synchronize(), 0);
    EXPECT_EQ(CU(cuStreamBeginCapture_v2)(stream_, kRelaxed), 0);
  }
  void TearDown() override {
    if (graph_ != nullptr) {
      EXPECT_EQ(CU(cuGraphDestroy)(graph_), 0);
    }
    EXPECT_EQ(CU(cuMemFree_v2)(memory_), 0);
    CuhostTest::TearDown();
  }
  int end_capture() { return CU(cuStreamEndCapture)(stream_, &graph_); }

  CUdeviceptr memory_ = 0;
  CUgraph_st* graph_ = nullptr;
};

TEST_F(Graph, RunsWhatWasCapturedAtEachLaunch) {
  int value = 2;
  EXPECT_EQ(launch_add(memory_, value, 1), 0);
  value = 100;  // the graph has the arguments of the launch
  EXPECT_EQ(launch_add(memory_, 3, 1), 0);
  EXPECT_EQ(end_capture(), 0);
  EXPECT_EQ(read(memory_, 1), std::vector<int>{1});
  CUgraphExec_st* executable = nullptr;
  ASSERT_EQ(CU(cuGraphInstantiateWithFlags)(&executable, graph_, 0), 0);
  EXPECT_EQ(CU(cuGraphUpload)(executable, stream_), 0);
  EXPECT_EQ(read(memory_, 1), std::vector<int>{1});
  for (int i = 0; i < 2; ++i) EXPECT_EQ(CU(cuGraphLaunch)(executable, stream_), 0);
  // A launch that waits keeps what it runs.
  EXPECT_EQ(CU(cuGraphExecDestroy)(executable), 0);
  EXPECT_EQ(read(memory_, 1), std::vector<int>{11});
  EXPECT_EQ(CU(cuGraphLaunch)(executable, stream_), 400);
}

TEST_F(Graph, OfNothingRunsNothing) {
  EXPECT_EQ(end_capture(), 0);
  CUgraphExec_st* executable = nullptr;
  ASSERT_EQ(CU(cuGraphInstantiateWithFlags)(&executable, graph_, 0), 0);
  EXPECT_EQ(CU(cuGraphLaunch)(executable, stream_), 0);
  EXPECT_EQ(synchronize(), 0);
  EXPECT_EQ(CU(cuGraphExecDestroy)(executable), 0);
}

TEST_F(Graph, HoldsNoWait) {
  EXPECT_EQ(launch_add(memory_, 2, 1), 0);
  EXPECT_EQ(synchronize(), 900);
  EXPECT_EQ(end_capture(), 901);
  EXPECT_EQ(graph_, nullptr);
  EXPECT_EQ(read(memory_, 1), std::vector<int>{1});
}

TEST_F(Graph, HoldsNoPageableMemoryAndNoEvent) {
  int here = 0;
  EXPECT_EQ(CU(cuMemcpyAsync)(address_of(&here), memory_, sizeof(here), stream_), 900);
  CUevent_st* event = nullptr;
  ASSERT_EQ(CU(cuEventCreate)(&event, 0), 0);
  EXPECT_EQ(CU(cuEventRecord)(event, stream_), 900);
  EXPECT_EQ(CU(cuEventDestroy_v2)(event), 0);
  EXPECT_EQ(end_capture(), 901);
}

TEST_F(Graph, IsCapturedOnceAtATime) {
  EXPECT_EQ(CU(cuStreamBeginCapture_v2)(stream_, kRelaxed), 401);
  EXPECT_EQ(CU(cuStreamBeginCapture_v2)(nullptr, kRelaxed), 900);
  EXPECT_EQ(end_capture(), 0);
  CUgraph_st* other = nullptr;
  EXPECT_EQ(CU(cuStreamEndCapture)(stream_, &other), 401);
  EXPECT_EQ(CU(cuStreamBeginCapture_v2)(stream_, 3), 1);
}

TEST_F(Graph, IsNoneByAnotherHandle) {
  EXPECT_EQ(end_capture(), 0);
  CUgraphExec_st* executable = nullptr;
  EXPECT_EQ(CU(cuGraphInstantiateWithFlags)(&executable, nullptr, 0), 400);
  EXPECT_EQ(CU(cuGraphInstantiateWithFlags)(&executable, graph_, 1), 801);
  EXPECT_EQ(CU(cuGraphLaunch)(nullptr, stream_), 400);
  EXPECT_EQ(CU(cuGraphUpload)(nullptr, stream_), 400);
  EXPECT_EQ(CU(cuGraphExecDestroy)(nullptr), 400);
}

}  // namespace
}  // namespace cuhost
