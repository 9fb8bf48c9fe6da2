// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
// The groups of entry points that this driver refuses whole. The loader wants their tables all the
// same.

#include <level_zero/zes_api.h>
#include <level_zero/zes_ddi.h>
#include <level_zero/zet_api.h>
#include <level_zero/zet_ddi.h>

#include "table.hpp"

// NOLINTBEGIN(bugprone-macro-parentheses): a type and a member's name cannot stand in parentheses.
#define ZECPU_REFUSE(getter, type, last, ...)                                            \
  ze_result_t ZE_APICALL getter(ze_api_version_t version, type* table) {                 \
    return zecpu::prepare_table(version, table, &type::last __VA_OPT__(, ) __VA_ARGS__); \
  }
// NOLINTEND(bugprone-macro-parentheses)

// Images, samplers, virtual memory, the fabric between devices.
ZECPU_REFUSE(zeGetImageProcAddrTable, ze_image_dditable_t, pfnGetAllocPropertiesExt, {{5, 5}})
ZECPU_REFUSE(zeGetImageExpProcAddrTable, ze_image_exp_dditable_t, pfnViewCreateExp, {{9, 3}})
ZECPU_REFUSE(zeGetSamplerProcAddrTable, ze_sampler_dditable_t, pfnDestroy)
ZECPU_REFUSE(zeGetPhysicalMemProcAddrTable, ze_physical_mem_dditable_t, pfnDestroy, {{15, 3}})
ZECPU_REFUSE(zeGetVirtualMemProcAddrTable, ze_virtual_mem_dditable_t, pfnGetAccessAttribute)
ZECPU_REFUSE(zeGetDeviceExpProcAddrTable, ze_device_exp_dditable_t, pfnGetFabricVertexExp)
ZECPU_REFUSE(zeGetFabricVertexExpProcAddrTable, ze_fabric_vertex_exp_dditable_t, pfnGetDeviceExp)
ZECPU_REFUSE(zeGetFabricEdgeExpProcAddrTable, ze_fabric_edge_exp_dditable_t, pfnGetPropertiesExp)

// Metrics, debugging, tracing.
ZECPU_REFUSE(zetGetDeviceProcAddrTable, zet_device_dditable_t, pfnGetDebugProperties)
ZECPU_REFUSE(zetGetContextProcAddrTable, zet_context_dditable_t, pfnActivateMetricGroups)
ZECPU_REFUSE(zetGetCommandListProcAddrTable, zet_command_list_dditable_t,
             pfnAppendMetricMemoryBarrier)
ZECPU_REFUSE(zetGetModuleProcAddrTable, zet_module_dditable_t, pfnGetDebugInfo)
ZECPU_REFUSE(zetGetKernelProcAddrTable, zet_kernel_dditable_t, pfnGetProfileInfo)
ZECPU_REFUSE(zetGetMetricGroupProcAddrTable, zet_metric_group_dditable_t, pfnCalculateMetricValues)
ZECPU_REFUSE(zetGetMetricGroupExpProcAddrTable, zet_metric_group_exp_dditable_t,
             pfnCalculateMultipleMetricValuesExp)
ZECPU_REFUSE(zetGetMetricProcAddrTable, zet_metric_dditable_t, pfnGetProperties)
ZECPU_REFUSE(zetGetMetricStreamerProcAddrTable, zet_metric_streamer_dditable_t, pfnReadData)
ZECPU_REFUSE(zetGetMetricQueryPoolProcAddrTable, zet_metric_query_pool_dditable_t, pfnDestroy)
ZECPU_REFUSE(zetGetMetricQueryProcAddrTable, zet_metric_query_dditable_t, pfnGetData)
ZECPU_REFUSE(zetGetTracerExpProcAddrTable, zet_tracer_exp_dditable_t, pfnSetEnabled)
ZECPU_REFUSE(zetGetDebugProcAddrTable, zet_debug_dditable_t, pfnWriteRegisters)

// System management.
ZECPU_REFUSE(zesGetDriverProcAddrTable, zes_driver_dditable_t, pfnEventListenEx)
ZECPU_REFUSE(zesGetDeviceProcAddrTable, zes_device_dditable_t, pfnSetEccState)
ZECPU_REFUSE(zesGetSchedulerProcAddrTable, zes_scheduler_dditable_t, pfnSetComputeUnitDebugMode)
ZECPU_REFUSE(zesGetPerformanceFactorProcAddrTable, zes_performance_factor_dditable_t, pfnSetConfig)
ZECPU_REFUSE(zesGetPowerProcAddrTable, zes_power_dditable_t, pfnSetLimitsExt)
ZECPU_REFUSE(zesGetFrequencyProcAddrTable, zes_frequency_dditable_t, pfnOcSetTjMax)
ZECPU_REFUSE(zesGetEngineProcAddrTable, zes_engine_dditable_t, pfnGetActivity)
ZECPU_REFUSE(zesGetStandbyProcAddrTable, zes_standby_dditable_t, pfnSetMode)
ZECPU_REFUSE(zesGetFirmwareProcAddrTable, zes_firmware_dditable_t, pfnFlash)
ZECPU_REFUSE(zesGetMemoryProcAddrTable, zes_memory_dditable_t, pfnGetBandwidth)
ZECPU_REFUSE(zesGetFabricPortProcAddrTable, zes_fabric_port_dditable_t, pfnGetThroughput)
ZECPU_REFUSE(zesGetTemperatureProcAddrTable, zes_temperature_dditable_t, pfnGetState)
ZECPU_REFUSE(zesGetPsuProcAddrTable, zes_psu_dditable_t, pfnGetState)
ZECPU_REFUSE(zesGetFanProcAddrTable, zes_fan_dditable_t, pfnGetState)
ZECPU_REFUSE(zesGetLedProcAddrTable, zes_led_dditable_t, pfnSetColor)
ZECPU_REFUSE(zesGetRasProcAddrTable, zes_ras_dditable_t, pfnGetState)
ZECPU_REFUSE(zesGetDiagnosticsProcAddrTable, zes_diagnostics_dditable_t, pfnRunTests)
