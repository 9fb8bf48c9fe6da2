// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "llvm_spirv.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <system_error>

namespace zecpu {
namespace {

// The first llvm-spirv that Debian packaged with a version in its name.
constexpr int kOldestLlvm = 11;

/// A file in memory.
class MemoryFile {
 public:
  explicit MemoryFile(const char* name) : descriptor_(memfd_create(name, MFD_CLOEXEC)) {
    if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }

  void write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0) throw std::system_error(errno, std::generic_category(), "write to a memfd");
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    lseek(descriptor_, 0, SEEK_SET);
  }

  std::vector<std::byte> contents() const {
    const off_t size = lseek(descriptor_, 0, SEEK_END);
    std::vector<std::byte> bytes(static_cast<std::size_t>(std::max<off_t>(size, 0)));
    if (pread(descriptor_, bytes.data(), bytes.size(), 0) != size)
      throw std::system_error(errno, std::generic_category(), "read from a memfd");
    return bytes;
  }

 private:
  int descriptor_;
};

std::string find_on_path(const std::string& program) {
  const char* variable = std::getenv("PATH");
  std::istringstream folders(variable == nullptr ? "/usr/bin" : variable);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string path = folder;
    path.append("/").append(program);
    if (access(path.c_str(), X_OK) == 0) return path;
  }
  return {};
}

/// Runs the program with the three files as its streams; its exit status, or -1 and `why`.
int run(const std::string& path, const std::array<int, 3>& streams, std::string& why) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int stream = 0; stream < 3; ++stream)
    posix_spawn_file_actions_adddup2(&actions, streams[static_cast<std::size_t>(stream)], stream);
  // It knows "-" as its output only.
  std::string program = path, reverse = "-r", input = "/dev/stdin", out = "-o", output = "-";
  const std::array<char*, 6> arguments = {program.data(), reverse.data(), input.data(),
                                          out.data(),     output.data(),  nullptr};
  pid_t child = 0;
  const int error = posix_spawn(&child, path.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    why = path + ": " + std::strerror(error) + '\n';
    return -1;
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno == EINTR) continue;
    why = path + ": its exit status was taken by another part of this process\n";
    return -1;
  }
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  why = path + ": ended by signal " + std::to_string(WTERMSIG(status)) + '\n';
  return -1;
}

}  // namespace

LlvmSpirv::LlvmSpirv(const std::string& override_path, int newest) : path_(override_path) {
  for (int version = newest; path_.empty() && version >= kOldestLlvm; --version)
    path_ = find_on_path("llvm-spirv-" + std::to_string(version));
}

unsigned LlvmSpirv::spirv_minor() const {
  static constexpr int kFirstWithNewest = 14;
  const auto dash = path_.rfind('-');
  // A program without a number in its name says for itself what it refuses.
  const int version = dash == std::string::npos ? 0 : std::atoi(path_.c_str() + dash + 1);
  return version == 0 || version >= kFirstWithNewest ? 4 : 2;
}

LlvmSpirv::Result LlvmSpirv::to_bitcode(std::span<const std::byte> spirv) const {
  MemoryFile input("zecpu-spirv"), output("zecpu-bitcode"), errors("zecpu-log");
  input.write(spirv);
  Result result;
  const int status =
      run(path_, {input.descriptor(), output.descriptor(), errors.descriptor()}, result.log);
  const auto log = errors.contents();
  result.log.append(reinterpret_cast<const char*>(log.data()), log.size());
  result.bitcode = output.contents();
  result.translated = status == 0 && !result.bitcode.empty();
  if (status > 0) result.log += path_ + ": exit status " + std::to_string(status) + '\n';
  return result;
}

int llvm_version(const std::string& platform_version) {
  const auto at = platform_version.find("LLVM ");
  return at == std::string::npos ? 0 : std::atoi(platform_version.c_str() + at + 5);
}

}  // namespace zecpu
