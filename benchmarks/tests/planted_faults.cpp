// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
//
// Benchmarks with a fault that ordinary runs do not show: the CPU driver's laboratory does.
// Hand-written Level Zero, since the harness's own queue leaves no barrier out and its buffers have
// no address.
#include <level_zero/ze_api.h>

#include <stdexcept>
#include <tickbench/tickbench.hpp>

namespace {

constexpr std::size_t kItems = 1024;
constexpr std::size_t kBytes = kItems * sizeof(std::uint32_t);

void must(ze_result_t result) {
  if (result != ZE_RESULT_SUCCESS) throw std::runtime_error("a Level Zero call failed");
}

/// The first device, a regular list with its queue, and one allocation of the device's memory.
class Raw {
 public:
  Raw() {
    must(zeInit(0));
    std::uint32_t one = 1;
    ze_driver_handle_t driver = nullptr;
    must(zeDriverGet(&one, &driver));
    must(zeDeviceGet(driver, &one, &device));
    const ze_context_desc_t in_general{ZE_STRUCTURE_TYPE_CONTEXT_DESC, nullptr, 0};
    must(zeContextCreate(driver, &in_general, &context));
    ze_command_queue_desc_t of_queue{};
    of_queue.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC;
    must(zeCommandQueueCreate(context, device, &of_queue, &queue));
    ze_command_list_desc_t of_list{};
    of_list.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC;
    must(zeCommandListCreate(context, device, &of_list, &list));
    ze_device_mem_alloc_desc_t of_memory{};
    of_memory.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC;
    must(zeMemAllocDevice(context, &of_memory, kBytes, 64, device, &memory));
  }
  ~Raw() {
    zeMemFree(context, memory);
    zeCommandListDestroy(list);
    zeCommandQueueDestroy(queue);
    zeContextDestroy(context);
  }
  Raw(const Raw&) = delete;
  Raw& operator=(const Raw&) = delete;

  void copy(void* to, const void* from) const {
    must(zeCommandListAppendMemoryCopy(list, to, from, kBytes, nullptr, 0, nullptr));
  }
  void barrier() const { must(zeCommandListAppendBarrier(list, nullptr, 0, nullptr)); }
  void run() const {
    must(zeCommandListClose(list));
    auto* one = list;
    must(zeCommandQueueExecuteCommandLists(queue, 1, &one, nullptr));
    must(zeCommandQueueSynchronize(queue, UINT64_MAX));
    must(zeCommandListReset(list));
  }

  ze_device_handle_t device = nullptr;
  ze_context_handle_t context = nullptr;
  ze_command_queue_handle_t queue = nullptr;
  ze_command_list_handle_t list = nullptr;
  void* memory = nullptr;
};

tickbench::Output output_to(std::vector<std::uint32_t>& values) {
  return {tickbench::element_type<std::uint32_t>(), values.size(), false,
          [&](std::span<std::byte> to) { std::memcpy(to.data(), values.data(), to.size()); },
          [&](std::span<const std::byte> from) {
            std::memcpy(values.data(), from.data(), from.size());
          }};
}

/// From the host through the device's memory and back, with what `between` appends in the middle.
void there_and_back(tickbench::State& state, const std::function<void(const Raw&)>& between) {
  const Raw raw;
  const auto source = tickbench::random<std::uint32_t>(kItems);
  std::vector<std::uint32_t> target(kItems);
  const auto enqueue = [&] {
    raw.copy(raw.memory, source.data());
    between(raw);
    raw.copy(target.data(), raw.memory);
  };
  state.reads(kBytes).writes(kBytes);
  state.expect(
      [&](std::span<std::uint32_t> out) { std::copy(source.begin(), source.end(), out.begin()); });
  const auto run = [&] {
    enqueue();
    raw.run();
  };
  state.verify(run, output_to(target), tickbench::exact());
  const auto queue =
      tickbench::level_zero::timed_queue({raw.context, raw.device, raw.list, raw.queue});
  state.measure(*queue, enqueue);
}

void Barrier(tickbench::State& state) {
  there_and_back(state, [](const Raw& raw) { raw.barrier(); });
}
TICKBENCH(Barrier)->Backends({"level_zero"});

void MissingBarrier(tickbench::State& state) {
  there_and_back(state, [](const Raw&) {});
}
TICKBENCH(MissingBarrier)->Backends({"level_zero"});

void HostAccess(tickbench::State& state) {
  there_and_back(state, [](const Raw& raw) {
    raw.barrier();
    static_cast<volatile char*>(raw.memory)[17] = 0;
  });
}
TICKBENCH(HostAccess)->Backends({"level_zero"});

void WrongArgument(tickbench::State& state) {
  there_and_back(state, [](const Raw& raw) {
    raw.barrier();
    must(zeContextGetStatus(nullptr));
  });
}
TICKBENCH(WrongArgument)->Backends({"level_zero"});

}  // namespace
