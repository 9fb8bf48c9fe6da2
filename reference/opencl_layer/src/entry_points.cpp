// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "entry_points.hpp"

#include <tuple>
#include <type_traits>
#include <utility>

#include "calls.hpp"
#include "objects.hpp"
#include "profiling.hpp"

namespace cllab {
namespace {

// ---------------------------------------------------------------- what an application can hold

template <class T>
inline constexpr const char* kKind = nullptr;
template <>
inline constexpr const char* kKind<cl_context> = "context";
template <>
inline constexpr const char* kKind<cl_command_queue> = "queue";
template <>
inline constexpr const char* kKind<cl_device_id> = "device";
template <>
inline constexpr const char* kKind<cl_mem> = "memory_object";
template <>
inline constexpr const char* kKind<cl_program> = "program";
template <>
inline constexpr const char* kKind<cl_kernel> = "kernel";
template <>
inline constexpr const char* kKind<cl_sampler> = "sampler";
template <>
inline constexpr const char* kKind<cl_event> = "event";

constexpr const char* kSharedMemory = "shared_memory";
constexpr const char* kMapping = "mapping";

template <class T>
void hold_all(cl_uint count, T* handles) {
  for (cl_uint i = 0; handles != nullptr && i < count; ++i) objects().add(kKind<T>, handles[i]);
}

// What a call gives that its types do not tell: by the call.
template <auto kMember>
struct Gives {
  template <class... A>
  static void back(A... /*arguments*/) {}
  template <class R, class... A>
  static void out(R /*result*/, A... /*arguments*/) {}
};

template <>
struct Gives<&cl_icd_dispatch::clCreateSubDevices> : Gives<nullptr> {
  static void out(cl_int status, cl_device_id /*device*/,
                  const cl_device_partition_property* /*how*/, cl_uint count, cl_device_id* devices,
                  const cl_uint* /*found*/) {
    if (status == CL_SUCCESS) hold_all(count, devices);
  }
};

template <>
struct Gives<&cl_icd_dispatch::clCreateKernelsInProgram> : Gives<nullptr> {
  static void out(cl_int status, cl_program /*program*/, cl_uint count, cl_kernel* kernels,
                  const cl_uint* /*found*/) {
    if (status == CL_SUCCESS) hold_all(count, kernels);
  }
};

template <>
struct Gives<&cl_icd_dispatch::clSVMAlloc> : Gives<nullptr> {
  template <class... A>
  static void out(void* memory, A... /*arguments*/) {
    if (memory != nullptr) objects().add(kSharedMemory, memory);
  }
};

template <>
struct Gives<&cl_icd_dispatch::clSVMFree> : Gives<nullptr> {
  static void back(cl_context /*context*/, const void* memory) {
    if (memory != nullptr) objects().release(kSharedMemory, memory);
  }
};

template <>
struct Gives<&cl_icd_dispatch::clEnqueueMapBuffer> : Gives<nullptr> {
  template <class... A>
  static void out(void* mapped, A... /*arguments*/) {
    if (mapped != nullptr) objects().add(kMapping, mapped);
  }
};

template <>
struct Gives<&cl_icd_dispatch::clEnqueueMapImage> : Gives<&cl_icd_dispatch::clEnqueueMapBuffer> {};

template <>
struct Gives<&cl_icd_dispatch::clEnqueueUnmapMemObject> : Gives<nullptr> {
  template <class... A>
  static void back(cl_command_queue /*queue*/, cl_mem /*memory*/, const void* mapped,
                   A... /*wait list and event*/) {
    objects().release(kMapping, mapped);
  }
};

// ------------------------------------------------------------------------- one call of the table

/// Where the call fails, its last argument may be there to say so.
template <class R, class... A>
R refusal(cl_int code, A... arguments) {
  if constexpr (std::is_same_v<R, cl_int>) {
    return code;
  } else if constexpr (!std::is_void_v<R>) {
    auto last = std::get<sizeof...(A) - 1>(std::tuple<A...>(arguments...));
    if constexpr (std::is_same_v<decltype(last), cl_int*>)
      if (last != nullptr) *last = code;
    return nullptr;
  }
}

/// The last three arguments of a command: how many events it waits for, which, and where its own
/// one goes.
template <class... A>
constexpr bool is_command() {
  using All = std::tuple<A...>;
  if constexpr (sizeof...(A) < 4)
    return false;
  else
    return std::is_same_v<std::tuple_element_t<0, All>, cl_command_queue> &&
           std::is_same_v<std::tuple_element_t<sizeof...(A) - 3, All>, cl_uint> &&
           std::is_same_v<std::tuple_element_t<sizeof...(A) - 1, All>, cl_event*>;
}

/// What is left of a command that does no work: a mark in the queue.
template <class... A>
cl_int enqueue_nothing(A... arguments) {
  const std::tuple<A...> all(arguments...);
  return target().clEnqueueMarkerWithWaitList(std::get<0>(all), std::get<sizeof...(A) - 3>(all),
                                              std::get<sizeof...(A) - 2>(all),
                                              std::get<sizeof...(A) - 1>(all));
}

/// The command of a device that executes nothing: its event is never complete.
template <class... A>
cl_int forget(A... arguments) {
  const std::tuple<A...> all(arguments...);
  cl_event* const event = std::get<sizeof...(A) - 1>(all);
  if (event == nullptr) return CL_SUCCESS;
  *event = never(std::get<0>(all));
  return *event == nullptr ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
}

/// Everything behind it on the queue waits for ever.
void stall(cl_command_queue queue) {
  const cl_event event = never(queue);
  if (event != nullptr) target().clEnqueueBarrierWithWaitList(queue, 1, &event, nullptr);
}

template <class T>
void hold_result(T result) {
  if constexpr (kKind<T> != nullptr)
    if (result != nullptr) objects().add(kKind<T>, result);
}

template <class T>
void hold_event(T /*argument*/) {}
template <>
void hold_event(cl_event* event) {
  if (event != nullptr) objects().add(kKind<cl_event>, *event);
}

template <class R>
bool has_succeeded(R result) {
  if constexpr (std::is_same_v<R, cl_int>)
    return result == CL_SUCCESS;
  else
    return result != nullptr;
}

template <auto kMember, auto kOther>
inline constexpr bool kIs = false;
template <auto kMember>
inline constexpr bool kIs<kMember, kMember> = true;

template <auto kMember, class Function>
class Entry;
template <auto kMember, class R, class... A>
class Entry<kMember, R(CL_API_CALL*)(A...)> {
 public:
  static void install(cl_icd_dispatch& table, const char* name) {
    call_ = new Call(name);  // as long as the process
    add_call(*call_);
    table.*kMember = &call;
  }

 private:
  // NOLINTNEXTLINE(readability-identifier-naming): a member, though one of all objects.
  static inline Call* call_ = nullptr;

  static R CL_API_CALL call(A... arguments) {
    const Order order = call_->begin();
    count_back(arguments...);
    if (order.fails_with) return refusal<R>(*order.fails_with, arguments...);
    if constexpr (std::is_void_v<R>) {
      (target().*kMember)(arguments...);
    } else {
      const R result = work(order, arguments...);
      if (has_succeeded(result)) count_out(result, arguments...);
      if (order.returns) return refusal<R>(*order.returns, arguments...);
      return result;
    }
  }

  static R work(const Order& order, A... arguments) {
    constexpr bool kIsUnmap = kIs<kMember, &cl_icd_dispatch::clEnqueueUnmapMemObject>;
    if constexpr (is_command<A...>() && !kIsUnmap) {
      if (order.stalls) stall(std::get<0>(std::tuple<A...>(arguments...)));
      if (order.skips) return enqueue_nothing(arguments...);
      if (laboratory().execute_nothing) return forget(arguments...);
    }
    return below(arguments...);
  }

  static R below(A... arguments) {
    if constexpr (kIs<kMember, &cl_icd_dispatch::clGetEventProfilingInfo>) {
      return profiling_info(arguments...);
    } else {
      constexpr bool kIsWait = kIs<kMember, &cl_icd_dispatch::clWaitForEvents>;
      if constexpr (kIsWait)
        if (laboratory().execute_nothing) return CL_SUCCESS;
      return (target().*kMember)(arguments...);
    }
  }

  static void count_back(A... arguments) {
    Gives<kMember>::back(arguments...);
    using First = std::tuple_element_t<0, std::tuple<A..., void*>>;
    if constexpr (kKind<First> != nullptr)
      if (call_->gives_back())
        objects().release(kKind<First>, std::get<0>(std::tuple<A...>(arguments...)));
  }

  template <class Result>
  static void count_out(Result result, A... arguments) {
    Gives<kMember>::out(result, arguments...);
    using First = std::tuple_element_t<0, std::tuple<A..., void*>>;
    if constexpr (kKind<First> != nullptr)
      if (call_->retains())
        objects().add(kKind<First>, std::get<0>(std::tuple<A...>(arguments...)));
    hold_result(result);
    (hold_event(arguments), ...);
  }
};

template <auto kMember>
using EntryOf =
    Entry<kMember, std::remove_cvref_t<decltype(std::declval<cl_icd_dispatch>().*kMember)>>;

}  // namespace

const cl_icd_dispatch& entry_points() {
  static const cl_icd_dispatch kTable = [] {
    cl_icd_dispatch table{};
#define CLLAB_CALL(name) EntryOf<&cl_icd_dispatch::name>::install(table, #name);
#include "calls.inc"
#undef CLLAB_CALL
    return table;
  }();
  return kTable;
}

}  // namespace cllab
