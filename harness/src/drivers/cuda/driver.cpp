// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "cuda/driver.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/throw_error.hpp"

namespace tickbench::cuda {
namespace {

constexpr const char* kSystemsDriver = "libcuda.so.1";

/// A driver that is none of NVIDIA's says in a few words what it is.
constexpr const char* kNoteFunction = "tickbench_cuda_driver_note";

std::string last_loader_error() {
  const char* const text = ::dlerror();
  return text == nullptr ? "no reason given" : text;
}

/// Where a function of the library lies, which says more than the name it was asked for by.
std::string file_with(const void* function, const std::string& asked) {
  Dl_info found{};
  if (::dladdr(function, &found) == 0 || found.dli_fname == nullptr) return asked;
  std::error_code error;
  const auto whole = std::filesystem::canonical(found.dli_fname, error);
  return error ? found.dli_fname : whole.string();
}

template <class Function>
bool find(void* library, const char* name, Function& to) {
  void* const found = ::dlsym(library, name);
  // POSIX lets an object pointer from dlsym be a function's.
  if (found != nullptr) to = reinterpret_cast<Function>(found);
  return found != nullptr;
}

void fill(void* library, Driver& driver, const std::string& file) {
#define TICKBENCH_CUDA_FIND(name, parameters)                                                 \
  if (!find(library, #name, driver.name))                                                     \
    throw Error(Outcome::kDeviceError,                                                        \
                fmt::format("{}: expected the function " #name ", found none: the driver is " \
                            "older than CUDA 11.4",                                           \
                            file));
  TICKBENCH_CUDA_FUNCTIONS(TICKBENCH_CUDA_FIND)
#undef TICKBENCH_CUDA_FIND
  // Where there is a newer form, it is taken: it times events of other contexts too.
  find(library, "cuEventElapsedTime_v2", driver.cuEventElapsedTime);
}

/// What a driver says of itself, and who named it.
void add_note(void* library, Driver& driver, const std::string& named_by) {
  const char* (*note)() = nullptr;
  driver.is_substitute = find(library, kNoteFunction, note);
  if (driver.is_substitute) driver.note = note();
  if (named_by.empty()) return;
  driver.note += fmt::format("{}{} is {}", driver.note.empty() ? "" : "; ", named_by, driver.file);
}

void initialise(const Driver& driver) {
  const Result result = driver.cuInit(0);
  if (result == kSuccess) return;
  const char* name = nullptr;
  if (driver.cuGetErrorName(result, &name) != kSuccess || name == nullptr) name = "unknown result";
  const bool is_none = result == cuda::kNoDevice || result == kStubLibrary;
  throw_error(is_none ? Outcome::kNoDevice : Outcome::kDeviceError,
              "no CUDA device is usable (cuInit of {}: {} ({}))", driver.file, name, result);
}

/// The file to load, and the variable that names it.
std::pair<std::string, std::string> chosen_file() {
  // Nothing of the environment for a program with more rights than its caller.
  const char* const named = ::secure_getenv(kDriverVariable);
  if (named == nullptr) return {kSystemsDriver, ""};
  if (*named != '/')
    throw_error(Outcome::kDeviceError, "{}: expected an absolute path, found '{}'", kDriverVariable,
                named);
  return {named, kDriverVariable};
}

Driver load_chosen() {
  const auto [file, named_by] = chosen_file();
  Driver driver = load_driver(file, named_by);
  initialise(driver);
  return driver;
}

}  // namespace

Driver load_driver(const std::string& file, const std::string& named_by) {
  void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr && named_by.empty())
    throw_error(Outcome::kNoDevice, "no CUDA driver is installed ({})", last_loader_error());
  if (library == nullptr)
    throw_error(Outcome::kDeviceError, "{}: expected a CUDA driver, found none that loads: {}",
                named_by, last_loader_error());
  // It stays loaded: its threads and exit handlers are its own.
  Driver driver;
  fill(library, driver, file);
  driver.file = file_with(reinterpret_cast<const void*>(driver.cuInit), file);
  add_note(library, driver, named_by);
  return driver;
}

const Driver& driver() {
  static const Driver kLoaded = load_chosen();
  return kLoaded;
}

}  // namespace tickbench::cuda
