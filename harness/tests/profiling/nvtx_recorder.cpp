// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// A tool of NVTX, as a profiler's: NVTX_RECORDER_OUT names the file to which it appends what begins
// and ends. By NVIDIA's own declarations where CUDA's headers are here, else by the same without
// them. NVTX_RECORDER_REFUSES: it does not start.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

#ifdef NVTX_RECORDER_HAS_HEADERS
#include <nvtx3/nvToolsExt.h>
#else
using NvtxFunctionPointer = void (*)();
using NvtxFunctionTable = NvtxFunctionPointer**;
struct NvtxExportTableCallbacks {
  std::size_t struct_size;
  int (*GetModuleFunctionTable)(int, NvtxFunctionTable*, unsigned*);
};
struct NvtxExportTableVersionInfo {
  std::size_t struct_size;
  std::uint32_t version, reserved0;
  void (*SetInjectionNvtxVersion)(std::uint32_t);
};
using NvtxGetExportTableFunc_t = const void* (*)(std::uint32_t);
constexpr std::uint32_t NVTX_ETID_CALLBACKS = 1, NVTX_ETID_VERSIONINFO = 3;
constexpr int NVTX_CB_MODULE_CORE = 1, NVTX_CB_MODULE_SYNC = 6;
constexpr unsigned NVTX_CBID_CORE_RangePushA = 9, NVTX_CBID_CORE_RangePop = 11,
                   NVTX_CBID_CORE_SIZE = 16, NVTX_CBID_SYNC_SIZE = 7;
#endif

namespace {

void append(const std::string& line) {
  if (const char* const file = std::getenv("NVTX_RECORDER_OUT"))
    std::ofstream(file, std::ios::app) << line + '\n';
}

int push(const char* name) {
  append(std::string("push ") + name);
  return 0;
}
int pop() {
  append("pop");
  return 0;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int InitializeInjectionNvtx2(
    NvtxGetExportTableFunc_t table) {
  if (std::getenv("NVTX_RECORDER_REFUSES") != nullptr) return 0;
  const auto* const versions =
      static_cast<const NvtxExportTableVersionInfo*>(table(NVTX_ETID_VERSIONINFO));
  const auto* const callbacks =
      static_cast<const NvtxExportTableCallbacks*>(table(NVTX_ETID_CALLBACKS));
  if (versions == nullptr || versions->struct_size != sizeof(*versions) || versions->version != 3 ||
      callbacks == nullptr || callbacks->struct_size != sizeof(*callbacks))
    return 0;
  versions->SetInjectionNvtxVersion(2);
  NvtxFunctionTable core = nullptr;
  unsigned count = 0;
  if (callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_SYNC, &core, &count) == 0 ||
      count != NVTX_CBID_SYNC_SIZE ||
      callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE, &core, &count) == 0 ||
      count != NVTX_CBID_CORE_SIZE)
    return 0;
  *core[NVTX_CBID_CORE_RangePushA] = reinterpret_cast<NvtxFunctionPointer>(&push);
  *core[NVTX_CBID_CORE_RangePop] = reinterpret_cast<NvtxFunctionPointer>(&pop);
  return 1;
}
