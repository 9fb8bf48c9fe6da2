// SPDX-FileCopyrightText: tickbench contributors
// SPDX-License-Identifier: Apache-2.0
#include "process/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <ftw.h>
#include <poll.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <system_error>
#include <thread>

#include "base/throw_error.hpp"
#include "process/child_process.hpp"
#include "text/escape.hpp"
#include "text/wording.hpp"

namespace tickbench::process {
namespace {

/// The file behind a link. Links in a circle are left to open.
std::string resolve_links(const std::string& path) {
  constexpr int kMostLinks = 40;  // as many as Linux follows
  std::filesystem::path file(path);
  std::error_code error;
  for (int links = 0; links < kMostLinks && std::filesystem::is_symlink(file, error); ++links)
    file = file.parent_path() / std::filesystem::read_symlink(file, error);
  return file;
}

/// A new file in the folder of `path`, under a name that nothing else has, not even a link. A
/// signal waits until it is gone.
class PartFile {
 public:
  /// Leaves errno where there is none: `is_open`.
  explicit PartFile(const std::string& path) {
    static std::atomic<unsigned> next{0};
    do {
      // Not made of the file's own name, which may be as long as a name can be.
      name_ = std::filesystem::path(path).parent_path() /
              fmt::format(".tickbench-{}-{}.part", ::getpid(), next++);
      descriptor_ =
          ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    } while (descriptor_ < 0 && errno == EEXIST);
    if (descriptor_ < 0) name_.clear();
  }
  ~PartFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!name_.empty()) ::unlink(name_.c_str());
  }

  bool is_open() const noexcept { return descriptor_ >= 0; }
  /// False, and errno, where it fails.
  bool write_and_rename(const std::string& text, const std::string& path) {
    if (!write_all(descriptor_, text) || ::close(std::exchange(descriptor_, -1)) != 0 ||
        std::rename(name_.c_str(), path.c_str()) != 0)
      return false;
    name_.clear();
    return true;
  }

 private:
  HeldSignals signals_{SIGCHLD};
  std::string name_;  ///< empty: it is not there
  int descriptor_ = -1;
};

/// Standard output or error, where that is what `path` leads to; else -1.
int standard_stream(const std::string& path) {
  struct stat file {};
  struct stat stream {};
  if (::stat(path.c_str(), &file) != 0) return -1;
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO})
    if (::fstat(descriptor, &stream) == 0 && stream.st_dev == file.st_dev &&
        stream.st_ino == file.st_ino)
      return descriptor;
  return -1;
}

/// The descriptors of the locks that this process holds, each plus one; 0: none. A lock lasts as
/// long as any copy of its descriptor, so a child that is forked closes its copies.
std::array<std::atomic<int>, 16> held_locks{};

void close_locks_in_child() {
  for (auto& held : held_locks)
    if (const int descriptor = held.exchange(0); descriptor > 0) ::close(descriptor - 1);
}

/// Whether `from` was among the locks, in whose place `to` is now.
bool replace_lock(int from, int to) {
  return std::ranges::any_of(held_locks, [&](std::atomic<int>& held) {
    int value = from;
    return held.compare_exchange_strong(value, to);
  });
}

std::string lock_path(const std::string& folder, const std::string& name) {
  std::string path = folder + "/tickbench-";
  for (const char c : name) path += text::is_plain(c, ".-") ? c : '_';
  return path + ".lock";
}

int open_for_all(const std::string& path) {
  // Anyone may have put something else there: no link is followed, and no pipe waited for.
  constexpr int kFlags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  // Another user's file in a sticky folder: not with O_CREAT (fs.protected_regular).
  int descriptor = ::open(path.c_str(), O_RDONLY | kFlags);
  if (descriptor >= 0 || errno != ENOENT) return descriptor;
  descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | kFlags, 0644);
  if (descriptor >= 0) ::fchmod(descriptor, 0644);  // whatever the umask: others lock it too
  return descriptor;
}

/// A signal that is held back, as while programs run, still ends a wait.
void require_no_pending_signal() {
  sigset_t pending{};
  sigpending(&pending);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (sigismember(&pending, signal) == 1) throw Interrupted(signal);
}

/// Opens a pipe once it has a reader. -1, and errno, where it fails.
int open_pipe(const std::string& path) {
  constexpr std::chrono::milliseconds kPause{20};
  while (true) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor >= 0 || (errno != ENXIO && errno != EINTR)) return descriptor;
    require_no_pending_signal();
    std::this_thread::sleep_for(kPause);
  }
}

void wait_for_room(int descriptor) {
  constexpr int kPauseMilliseconds = 20;
  require_no_pending_signal();
  pollfd room{descriptor, POLLOUT, 0};
  ::poll(&room, 1, kPauseMilliseconds);
}

/// As flock; EWOULDBLOCK where it is not had within a limit above 0.
int wait_for_lock(int descriptor, Seconds limit) {
  static constexpr std::chrono::milliseconds kPause{20};
  const auto begin = std::chrono::steady_clock::now();
  const bool is_limited = limit > Seconds(0);
  for (;;) {
    const int result = ::flock(descriptor, LOCK_EX | (is_limited ? LOCK_NB : 0));
    if (result == 0 || (errno != EINTR && errno != EWOULDBLOCK)) return result;
    if (!is_limited) continue;
    if (std::chrono::steady_clock::now() - begin >= limit) {
      errno = EWOULDBLOCK;
      return result;
    }
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace

bool write_all(int descriptor, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const auto written = ::write(descriptor, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {
      wait_for_room(descriptor);
      continue;
    }
    if (written < 0) return false;
    done += static_cast<std::size_t>(written);
  }
  return true;
}

OutputFile::OutputFile(std::string flag, std::string path)
    : flag_(std::move(flag)), given_(std::move(path)) {
  std::error_code error;
  const auto status = std::filesystem::status(given_, error);
  if (status.type() == std::filesystem::file_type::none) refuse(error.message());
  if (std::filesystem::is_directory(status)) refuse("it is a folder");
  if (const int stream = standard_stream(given_); stream >= 0) {
    descriptor_ = ::fcntl(stream, F_DUPFD_CLOEXEC, 0);
    if (descriptor_ < 0) refuse(errno);
    return;
  }
  is_regular_ = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
  // Of what is no regular file the name as it was given: a link in /proc to a pipe is no path.
  path_ = std::filesystem::absolute(is_regular_ ? resolve_links(given_) : given_, error);
  if (error) refuse(error.message());
  if (is_regular_ ? !PartFile(path_).is_open() : ::access(path_.c_str(), W_OK) != 0) refuse(errno);
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void OutputFile::write(const std::string& text) const {
  if (descriptor_ >= 0) {
    if (!write_all(descriptor_, text)) refuse(errno);
    return;
  }
  if (is_regular_) {
    PartFile part(path_);
    if (!part.is_open() || !part.write_and_rename(text, path_)) refuse(errno);
    return;
  }
  const int descriptor = open_pipe(path_);
  if (descriptor < 0) refuse(errno);
  const bool is_written = write_all(descriptor, text);
  const int reason = errno;
  if (::close(descriptor) != 0 || !is_written) refuse(is_written ? errno : reason);
}

void OutputFile::refuse(int error) const { refuse(std::generic_category().message(error)); }

void OutputFile::refuse(const std::string& what) const {
  throw_usage_error("--{}={}: expected a file that can be written: {}", flag_, given_, what);
}

bool is_same_file(const std::string& a, const std::string& b) try {
  // A link that leads nowhere yet leads to the file that will be written.
  const auto place = [](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(resolve_links(path)));
  };
  std::error_code error;
  return std::filesystem::equivalent(a, b, error) || place(a) == place(b);
} catch (const std::filesystem::filesystem_error&) {
  return a == b;
}

void require_own_file(const std::string& flag, const std::string& path,
                      std::span<const TakenFile> taken) {
  for (const auto& [other, what] : taken)
    if (!path.empty() && !other.empty() && is_same_file(path, other))
      throw_usage_error("--{} {}: expected a file of its own, found that it {}", flag, path, what);
}

void StandardOutput::take() {
  stream_.flush();
  std::cout.flush();
  std::fflush(stdout);
  // Above the three that programs expect.
  const int own = ::fcntl(buffer_.descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (own < 0) return;
  if (::dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    ::close(own);
  else
    buffer_.descriptor = own;
}

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  const auto folder = std::filesystem::temp_directory_path(error);
  std::string name = (folder / "tickbench-XXXXXX").string();
  if (!error && mkdtemp(name.data()) == nullptr) error = {errno, std::generic_category()};
  if (error)
    throw_usage_error(
        "expected a folder for temporary files (TMPDIR, else /tmp) that can be written, found {}: "
        "{}",
        folder.empty() ? "none" : folder.string(), error.message());
  path_ = name;
  reserve_ = ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (reserve_ >= 0) return;
  const auto reason = std::generic_category().message(errno);
  ::rmdir(name.c_str());
  throw_usage_error("{}: expected a folder that can be opened: {}", name, reason);
}

TemporaryFolder::~TemporaryFolder() {
  ::close(reserve_);
  remove_folder(path_);
}

void remove_folder(const std::filesystem::path& path) {
  const auto remove = [](const char* each, const struct stat*, int, FTW*) {
    static_cast<void>(std::remove(each));
    return 0;
  };
  ::nftw(path.c_str(), remove, 1, FTW_DEPTH | FTW_PHYS);
}

std::size_t terminal_columns(std::optional<std::string_view> environment, std::size_t said) {
  // What a terminal has that does not tell.
  constexpr std::size_t kUsual = 80;
  const auto columns = text::number_in<std::size_t>(environment.value_or(""));
  if (columns.value_or(0) > 0) return *columns;
  return said > 0 ? said : kUsual;
}

std::size_t terminal_columns(int descriptor) {
  if (::isatty(descriptor) == 0) return 0;
  const char* environment = std::getenv("COLUMNS");
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0) size = {};
  return terminal_columns(
      environment != nullptr ? std::optional<std::string_view>(environment) : std::nullopt,
      size.ws_col);
}

bool takes_escapes() {
  const char* terminal = std::getenv("TERM");
  return terminal == nullptr || std::string_view(terminal) != "dumb";
}

bool has_colour() {
  const char* refusal = std::getenv("NO_COLOR");
  return takes_escapes() && (refusal == nullptr || *refusal == '\0');
}

HostLock::HostLock(const std::string& folder, const std::string& name,
                   const std::function<void()>& on_wait, Seconds limit) {
  const std::string path = lock_path(folder, name);
  const auto fail = [&](const char* what) {
    failure_ = fmt::format("cannot {} {}: {}", what, path, std::generic_category().message(errno));
  };
  descriptor_ = open_for_all(path);
  if (descriptor_ < 0) {
    fail("open");
    return;
  }
  int result = ::flock(descriptor_, LOCK_EX | LOCK_NB);
  if (result != 0 && errno == EWOULDBLOCK) {
    on_wait();
    result = wait_for_lock(descriptor_, limit);
  }
  if (result == 0) {
    [[maybe_unused]] static const int kRegistered =
        ::pthread_atfork(nullptr, nullptr, close_locks_in_child);
    replace_lock(0, descriptor_ + 1);
  } else {
    if (errno != EWOULDBLOCK) fail("lock");
    ::close(std::exchange(descriptor_, -1));
  }
}

HostLock::~HostLock() {
  // Not of the process that this one was forked from.
  if (descriptor_ < 0 || !replace_lock(descriptor_ + 1, 0)) return;
  ::flock(descriptor_, LOCK_UN);  // a child that was forked just now has not closed its copy yet
  ::close(descriptor_);
}

}  // namespace tickbench::process
