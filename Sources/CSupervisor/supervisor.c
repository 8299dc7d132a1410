#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CSupervisor.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __APPLE__
#include <libproc.h>
#else
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

/// How long to keep killing processes that do not end, in milliseconds.
#define PATIENCE 5000

static char directory[PATH_MAX];
static pid_t worker;
static int worker_has_ended, worker_status;
static volatile int is_copy;
static int kept_connection;

int supervisor_is_copy(void) { return is_copy; }

void supervisor_hide_program(void) {
#ifndef __APPLE__
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

/// A copy of the worker that returns into the program's code must not reply in the worker's place.
static void note_copy(void) {
  is_copy = 1;
  close(kept_connection);
}

static void on_child(int number) { (void)number; }

// MARK: The directory

static int make_directory(void) {
  const char *folders[] = {getenv("TMPDIR"), "/tmp"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    if (folders[i] == NULL || folders[i][0] != '/') continue;
    int length = snprintf(directory, sizeof directory, "%s/bundlepolicy-checker.XXXXXX", folders[i]);
    if (length > 0 && (size_t)length < sizeof directory && mkdtemp(directory) != NULL) return 1;
  }
  directory[0] = 0;
  return 0;
}

static int open_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
  (void)status, (void)place;
  // Makes the directory readable, so that its contents can be removed.
  if (kind == FTW_D || kind == FTW_DNR) chmod(path, 0700);
  return 0;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
  (void)status, (void)place;
  if (kind == FTW_DP || kind == FTW_DNR || kind == FTW_D) rmdir(path);
  else unlink(path);
  return 0;
}

static void remove_directory(void) {
  if (directory[0] == 0 || chdir("/") != 0) return;
  // The contents of an unreadable directory are found only in the next round.
  for (int round = 0; round < 16; round++) {
    nftw(directory, remove_entry, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
    struct stat status;
    if (lstat(directory, &status) != 0) return;
    nftw(directory, open_entry, 16, FTW_PHYS | FTW_MOUNT);
  }
}

// MARK: Processes

static void pause_briefly(void) {
  struct timespec time = {0, 1000000};
  nanosleep(&time, NULL);
}

/// Reaps processes that ended. Returns whether there are children left.
static int reap(void) {
  for (;;) {
    int status;
    pid_t ended = waitpid(-1, &status, WNOHANG);
    if (ended == worker && ended > 0) worker_has_ended = 1, worker_status = status;
    if (ended == 0) return 1;
    if (ended < 0 && errno == EINTR) continue;
    if (ended < 0) return 0;
  }
}

#ifdef __APPLE__

/// macOS reparents orphans to launchd, so descendants are recorded while their parents live, at this interval in microseconds. A process in
/// a session of its own whose parents end sooner is not found.
#define LOOK 20000
#define MOST 4096
static struct { pid_t number; uint64_t seconds, microseconds; } noted[MOST];
static int noted_count;

static int started(pid_t process, uint64_t *seconds, uint64_t *microseconds) {
  struct proc_bsdinfo information;
  if (proc_pidinfo(process, PROC_PIDTBSDINFO, 0, &information, sizeof information) != (int)sizeof information) return 0;
  *seconds = information.pbi_start_tvsec;
  *microseconds = information.pbi_start_tvusec;
  return 1;
}

static void note(pid_t process) {
  uint64_t seconds, microseconds;
  if (process <= 1 || process == getpid() || !started(process, &seconds, &microseconds)) return;
  for (int i = 0; i < noted_count; i++)
    if (noted[i].number == process && noted[i].seconds == seconds && noted[i].microseconds == microseconds) return;
  if (noted_count == MOST) return;
  noted[noted_count].number = process;
  noted[noted_count].seconds = seconds;
  noted[noted_count++].microseconds = microseconds;
}

/// Records the current descendants of the worker.
static void look(void) {
  if (!worker_has_ended) note(worker);
  for (int i = 0; i < noted_count; i++) {
    pid_t children[512];
    int count = proc_listchildpids(noted[i].number, children, sizeof children);
    for (int child = 0; child < count && child < 512; child++) note(children[child]);
  }
}

static int end_all(void) {
  for (int rest = PATIENCE; rest > 0; rest--) {
    look();
    int alive = 0;
    if (!worker_has_ended) kill(-worker, SIGKILL);
    for (int i = 0; i < noted_count; i++) {
      uint64_t seconds, microseconds;
      if (!started(noted[i].number, &seconds, &microseconds) || seconds != noted[i].seconds ||
          microseconds != noted[i].microseconds)
        continue;
      alive = 1;
      kill(noted[i].number, SIGKILL);
    }
    if (!reap() && !alive) return 1;
    pause_briefly();
  }
  return 0;
}

#else

/// Kills all children. Orphans of the worker become children of this process, because it is their subreaper.
static void kill_children(void) {
  char path[64], text[16384];
  // In a container with the host's /proc, the numbers there belong to another namespace and must not be used here.
  ssize_t length = readlink("/proc/self", text, sizeof text - 1);
  text[length > 0 ? length : 0] = 0;
  if (strtol(text, NULL, 10) != getpid()) return;
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file >= 0) {
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    text[count > 0 ? count : 0] = 0;
    // A number that was cut off at the end is read in the next round.
    if (count == (ssize_t)sizeof text - 1) *(strrchr(text, ' ') ? strrchr(text, ' ') : text) = 0;
    char *end = text;
    for (;;) {
      char *start = end;
      long child = strtol(start, &end, 10);
      if (end == start) break;
      if (child > 1) kill((pid_t)child, SIGKILL);
    }
    return;
  }
  // This kernel does not have that list.
  DIR *processes = opendir("/proc");
  if (processes == NULL) return;
  struct dirent *entry;
  while ((entry = readdir(processes)) != NULL) {
    long process = strtol(entry->d_name, NULL, 10);
    if (process <= 1) continue;
    snprintf(path, sizeof path, "/proc/%ld/stat", process);
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    text[count > 0 ? count : 0] = 0;
    // The program's name is in parentheses and may contain any characters.
    char *rest = strrchr(text, ')'), state;
    int parent;
    if (rest != NULL && sscanf(rest + 1, " %c %d", &state, &parent) == 2 && parent == getpid())
      kill((pid_t)process, SIGKILL);
  }
  closedir(processes);
}

static int end_all(void) {
  for (int rest = PATIENCE; rest > 0; rest--) {
    if (!worker_has_ended) kill(-worker, SIGKILL), kill(worker, SIGKILL);
    if (!reap()) return 1;
    kill_children();
    if (!reap()) return 1;
    if (rest < PATIENCE - 20) pause_briefly();
  }
  return 0;
}

/// Drops administrator rights except those to read files of other users. Without them the worker can neither lift its limits nor access the
/// program's memory.
static void give_up_rights(void) {
  struct { unsigned int version; int process; } head = {0x20080522, 0};
  struct { unsigned int effective, permitted, inheritable; } data[2];
  memset(data, 0, sizeof data);
  if (syscall(SYS_capget, &head, data) != 0) return;
  const unsigned int kept = 1u << 1 | 1u << 2;  // CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
  data[0].effective &= kept;
  data[0].permitted &= kept;
  data[0].inheritable = data[1].effective = data[1].permitted = data[1].inheritable = 0;
  syscall(SYS_capset, &head, data);
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/// Makes calls fail with EPERM that would end or stop the supervisor, the program, or all processes of this user. A checker may still
/// signal processes it started. Does nothing if the kernel has no seccomp filters.
static void protect(pid_t supervisor, pid_t program) {
#ifdef ARCHITECTURE
  // The argument of each call that names a process. That of kill may be negative, for a group or for all processes.
  static const struct { unsigned int number, argument; } calls[] = {
      {SYS_kill, 0},           {SYS_tkill, 0},      {SYS_tgkill, 0},          {SYS_rt_sigqueueinfo, 0},
      {SYS_rt_tgsigqueueinfo, 0}, {SYS_prlimit64, 0},  {SYS_process_vm_writev, 0}, {SYS_ptrace, 1},
#ifdef SYS_pidfd_open
      {SYS_pidfd_open, 0},
#endif
  };
  // Processes outside a container's namespace have the number 0 here. They cannot be addressed, and 0 means the caller.
  const pid_t guarded[] = {-1, supervisor, program, -getpgid(supervisor), -getpgid(program), -getsid(supervisor)};
  unsigned int targets[sizeof guarded / sizeof *guarded];
  for (size_t i = 0; i < sizeof guarded / sizeof *guarded; i++)
    targets[i] = (unsigned int)(guarded[i] == 0 ? -1 : guarded[i]);
  enum { TARGETS = sizeof targets / sizeof *targets, CALLS = sizeof calls / sizeof *calls };
  struct sock_filter code[8 + CALLS * (4 + TARGETS)];
  size_t count = 0;
  const struct sock_filter refuse = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
#define ADD(...) code[count++] = (struct sock_filter)__VA_ARGS__
  ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)));
  ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
  code[count++] = refuse;
  ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
#ifdef __x86_64__
  // System calls of the x32 ABI.
  ADD(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));
  code[count++] = refuse;
#endif
  for (size_t i = 0; i < CALLS; i++) {
    ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[i].number, 0, TARGETS + 3));
    ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned int)offsetof(struct seccomp_data, args[calls[i].argument])));
    for (size_t target = 0; target < TARGETS; target++)
      ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, targets[target], (unsigned char)(TARGETS - target), 0));
    ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    code[count++] = refuse;
  }
  ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
#undef ADD
  struct sock_fprog filter = {(unsigned short)count, code};
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
#else
  (void)supervisor, (void)program;
#endif
}

#endif

// MARK: All systems

static void become_worker(int connection, int lifeline, pid_t supervisor, pid_t program, const sigset_t *mask) {
  setsid();
#ifndef __APPLE__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_CHILD_SUBREAPER, 0);
  if (getppid() != supervisor) _exit(SUPERVISOR_NO_PROCESS);
  give_up_rights();
  // Dropping the rights has cleared this setting.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  protect(supervisor, program);
#else
  (void)supervisor, (void)program;
#endif
  const int ignored[] = {SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGPIPE, SIGCHLD};
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_DFL);
  sigprocmask(SIG_SETMASK, mask, NULL);
  close(lifeline);
  umask(022);
  if (chdir(directory) != 0) _exit(SUPERVISOR_NO_DIRECTORY);
  setenv("TMPDIR", directory, 1);
  setenv("HOME", directory, 1);
  kept_connection = connection;
  pthread_atfork(NULL, NULL, note_copy);
}

void supervisor_split(int connection, int lifeline) {
  if (!make_directory()) _exit(SUPERVISOR_NO_DIRECTORY);
  sigset_t mask, waiting;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_child;
  sigaction(SIGCHLD, &action, NULL);
  const int ignored[] = {SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGPIPE};
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
  sigemptyset(&waiting);
  sigaddset(&waiting, SIGCHLD);
  sigprocmask(SIG_BLOCK, &waiting, &mask);
  sigdelset(&mask, SIGCHLD);
#ifndef __APPLE__
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
#endif
  pid_t self = getpid(), program = getppid();
  worker = fork();
  if (worker < 0) {
    remove_directory();
    _exit(SUPERVISOR_NO_PROCESS);
  }
  if (worker == 0) {
    become_worker(connection, lifeline, self, program, &mask);
    return;
  }

  supervisor_hide_program();
  close(connection);
  for (int stream = 0; stream < 3; stream++) close(stream);
  while (!worker_has_ended) {
    fd_set read_set;
    FD_ZERO(&read_set);
    FD_SET(lifeline, &read_set);
#ifdef __APPLE__
    struct timespec interval = {0, LOOK * 1000};
    int ready = pselect(lifeline + 1, &read_set, NULL, NULL, &interval, &mask);
    look();
#else
    int ready = pselect(lifeline + 1, &read_set, NULL, NULL, NULL, &mask);
#endif
    reap();
    if (ready > 0) break;
  }
  int has_ended_all = end_all();
  remove_directory();
  if (!has_ended_all) _exit(SUPERVISOR_LEFTOVERS);
  if (WIFSIGNALED(worker_status)) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    int number = WTERMSIG(worker_status);
    signal(number, SIG_DFL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
    kill(getpid(), number);
    pause_briefly();
    _exit(128 + number);
  }
  _exit(WEXITSTATUS(worker_status));
}
