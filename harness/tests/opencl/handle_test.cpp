// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "opencl/error.hpp"

namespace tickbench::opencl {
namespace {

struct FakeObject {
  int references = 1;
  cl_int answer = CL_SUCCESS;
};

cl_int CL_API_CALL retain(FakeObject* object) {
  if (object->answer == CL_SUCCESS) ++object->references;
  return object->answer;
}
cl_int CL_API_CALL give_back(FakeObject* object) {
  if (object->answer == CL_SUCCESS) --object->references;
  return object->answer;
}
using FakeHandle = Handle<FakeObject*, retain, "clRetainFake", give_back, "clReleaseFake">;

TEST(OpenClHandle, ReleasesWhatItHolds) {
  FakeObject object;
  {
    const auto shared = FakeHandle::share(&object);
    EXPECT_EQ(object.references, 2);
  }
  EXPECT_EQ(object.references, 1);
  FakeHandle::adopt(&object);
  EXPECT_EQ(object.references, 0);
  EXPECT_THAT(backend::take_failed_clean_ups(), testing::IsEmpty());
}

TEST(OpenClHandle, IsNoneWhereTheDriverGivesNoReference) {
  FakeObject object{1, CL_OUT_OF_HOST_MEMORY};
  try {
    FakeHandle::share(&object);
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "clRetainFake: CL_OUT_OF_HOST_MEMORY (-6)");
  }
  EXPECT_EQ(object.references, 1);
  EXPECT_THAT(backend::take_failed_clean_ups(), testing::IsEmpty());  // and gives none back
}

TEST(OpenClHandle, NotesAReleaseThatFails) {
  FakeObject object{1, CL_OUT_OF_RESOURCES};
  FakeHandle::adopt(&object);
  EXPECT_THAT(backend::take_failed_clean_ups(),
              testing::ElementsAre("clReleaseFake: CL_OUT_OF_RESOURCES (-5)"));
}

}  // namespace
}  // namespace tickbench::opencl
