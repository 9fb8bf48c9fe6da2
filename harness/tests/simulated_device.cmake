# SPDX-FileCopyrightText: tickbench contributors
# SPDX-License-Identifier: Apache-2.0

# simulated_device(GENERATION TEST...): the tests run on Intel's driver without hardware, which then simulates
# one device of this generation (skl, dg1, pvc). They skip themselves where the driver is not installed
# (./ci/packages --tests), saying "no simulated device", and are skipped where the address sanitizer ends the process
# because of how that driver loads its parts.
function(simulated_device generation)
  set(environment NEOReadDebugKeys=1 SetCommandStreamReceiver=1 ProductFamilyOverride=${generation}
                  # As on hardware. Version 23.43 ends the process at an immediate list otherwise.
                  CsrDispatchMode=1
                  # The commands it would execute: a gigabyte in a run of the suite.
                  AUBDumpCaptureFileName=/dev/null)
  # Where the driver's own choice of slices, sub-slices and units is none.
  if(generation STREQUAL "pvc")
    list(APPEND environment HardwareInfoOverride=1x4x8)
  endif()
  set_property(TEST ${ARGN} APPEND PROPERTY ENVIRONMENT "${environment}")
  # The loader finds Intel's driver by itself, unless told to take others.
  set_property(TEST ${ARGN} PROPERTY ENVIRONMENT_MODIFICATION "ZE_ENABLE_ALT_DRIVERS=unset:")
  set_property(TEST ${ARGN} PROPERTY SKIP_REGULAR_EXPRESSION "no simulated device"
                                                         "RTLD_DEEPBIND flag which is incompatible")
endfunction()
