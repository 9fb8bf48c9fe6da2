// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "backend/driver_error.hpp"

namespace tickbench::backend {
namespace {

TEST(CleanUp, FailuresAreKeptOnceUntilTheyAreTaken) {
  note_failed_clean_up("zeMemFree: A");
  note_failed_clean_up("zeKernelDestroy: B");
  note_failed_clean_up("zeMemFree: A");
  EXPECT_THAT(take_failed_clean_ups(), testing::ElementsAre("zeMemFree: A", "zeKernelDestroy: B"));
  EXPECT_THAT(take_failed_clean_ups(), testing::IsEmpty());
}

}  // namespace
}  // namespace tickbench::backend
