/* A checker that goes wrong in the way that the option `fault` names, and one that is right. */
#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "base.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

static char fault[64], path[4200];
static size_t path_count;

static int is(const char *name) { return strcmp(fault, name) == 0; }

static checker_node option(const checker_host *host, const char *name) {
  return host->value(host->context, host->options(host->context), base_text(name));
}

static void read_options(const checker_host *host) {
  checker_text text = {0};
  memset(fault, 0, sizeof fault);
  if (host->text(host->context, option(host, "fault"), &text) == CHECKER_OK && text.count < sizeof fault)
    memcpy(fault, text.bytes, text.count);
  text.count = 0;
  path_count = 0;
  if (host->text(host->context, option(host, "path"), &text) == CHECKER_OK && text.count < sizeof path) {
    memcpy(path, text.bytes, text.count);
    path_count = text.count;
  }
}

static void report_number(const checker_host *host, const char *name, long long number) {
  char line[200];
  snprintf(line, sizeof line, "%s %lld", name, number);
  base_report(host, line);
}

/* A frame as the connection has it: a byte for the kind, eight for the length. */
static void write_frame(unsigned char kind, unsigned long long length, const void *bytes, size_t count) {
  unsigned char head[9] = {kind};
  for (int i = 0; i < 8; i++) head[1 + i] = (unsigned char)(length >> (8 * i));
  if (write(3, head, sizeof head) < 0 || (count > 0 && write(3, bytes, count) < 0)) return;
}

static volatile char sink;
static int recurse(volatile int depth) {
  volatile char room[4096];
  room[depth % 4096] = 1;
  sink = room[0];
  return depth < 0 ? 0 : recurse(depth + 1) + room[1];
}

static int32_t report(const checker_host *host, checker_finding finding) {
  return host->report(host->context, &finding);
}

/* Findings that can't be taken. */
static int findings(const checker_host *host) {
  checker_finding finding = {.size = sizeof finding, .message = TEXT("a message")};
  static char large[5000];
  static const checker_text broken = {"\xFF\xFE broken", 9};
  checker_node bundle = host->bundle(host->context), info = host->info(host->context, bundle);
  memset(large, 'x', sizeof large);
  if (is("finding null")) return host->report(host->context, NULL), 1;
  if (is("finding of size 8")) finding.size = 8;
  else if (is("finding without message")) finding.message = (checker_text){NULL, 0};
  else if (is("finding of blanks")) finding.message = base_text(" \t");
  else if (is("finding at null")) finding.message = (checker_text){NULL, 12};
  else if (is("finding not UTF-8")) finding.message = broken;
  else if (is("file not UTF-8")) finding.file = broken;
  else if (is("key not UTF-8")) finding.key = broken, finding.node = info;
  else if (is("finding with zero")) finding.message = (checker_text){"a\0b", 3};
  else if (is("finding of 5000 bytes")) finding.message = (checker_text){large, sizeof large};
  else if (is("finding of -1 bytes")) finding.message.count = (size_t)-1;
  else if (is("finding of severity 9")) finding.severity = 9;
  else if (is("finding of severity 256")) finding.severity = 256;
  else if (is("finding at no node")) finding.node = 3;
  else if (is("finding past the nodes")) finding.node = info + 0xFFFFFF;
  else if (is("finding past the bundles")) finding.node = bundle + 0xFFFFFF;
  else if (is("finding in no bundle")) finding.node = ~(checker_node)0;
  else if (is("finding at option")) finding.node = option(host, "fault");
  else if (is("key of text")) {
    finding.node = host->value(host->context, info, base_text("CFBundleIdentifier"));
    finding.key = base_text("key");
  } else if (is("key of bundle")) finding.node = bundle, finding.key = base_text("key");
  else if (is("key of nothing")) finding.key = base_text("key");
  else return 0;
  int32_t status = report(host, finding);
  if (status != CHECKER_INVALID) report_number(host, "taken with status", status);
  return 1;
}

/* Null pointers for results: each is refused, and nothing is written. */
static void null_results(const checker_host *host) {
  void *context = host->context;
  checker_node bundle = host->bundle(context), info = host->info(context, bundle);
  checker_node text = host->value(context, info, base_text("CFBundleIdentifier"));
  size_t count = 0;
  checker_text name = base_text("Contents/Info.plist"), absent = {NULL, 4};
  int32_t invalid[] = {
      host->bundle_text(context, bundle, CHECKER_BUNDLE_NAME, NULL), host->text(context, text, NULL),
      host->integer(context, text, NULL), host->real(context, text, NULL), host->boolean(context, text, NULL),
      host->date(context, text, NULL), host->data(context, text, NULL, NULL), host->file_count(context, bundle, NULL),
      host->file_path(context, bundle, 0, NULL, NULL), host->file(context, bundle, name, NULL),
      host->read(context, bundle, name, 0, NULL, 10, &count), host->read(context, bundle, name, 0, path, 10, NULL),
      host->file(context, bundle, absent, &(checker_file){.size = sizeof(checker_file)}),
      host->file(context, bundle, name, &(checker_file){.size = 8}),
      host->read(context, bundle, absent, 0, path, 10, &count)};
  for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++)
    if (invalid[i] != CHECKER_INVALID) report_number(host, "not refused: call", (long long)i);
  if (host->entry(context, info, 0, NULL, NULL) != CHECKER_OK) base_report(host, "entry needs no results");
  if (host->value(context, info, absent) != 0) base_report(host, "value of no key");
  if (host->read(context, bundle, name, 0, NULL, 0, &count) != CHECKER_OK) base_report(host, "reading nothing");
  host->failure(context, NULL);
  host->log(context, absent);
}

/* Nodes that no function gave out. */
static void garbage_nodes(const checker_host *host) {
  void *context = host->context;
  checker_node bundle = host->bundle(context), info = host->info(context, bundle);
  checker_node nodes[] = {0, 1, 3, ~(checker_node)0, (checker_node)3 << 32, bundle + 1000, info + 100000,
                          host->options(context) + 100000, ((checker_node)1000 << 32) | 1, (checker_node)1 << 63,
                          0xFFFFFFFF};
  for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
    checker_node node = nodes[i], value = 7;
    checker_text text = {0};
    int64_t integer;
    double real;
    uint32_t flag;
    const void *bytes;
    size_t count;
    checker_file file = {.size = sizeof file};
    checker_text name = base_text("Contents/Info.plist");
    int isRefused = host->parent(context, node) == 0 && host->child_count(context, node) == 0 &&
                    host->child(context, node, 0) == 0 && host->info(context, node) == 0 &&
                    host->kind(context, node) == CHECKER_KIND_NONE && host->count(context, node) == 0 &&
                    host->value(context, node, name) == 0;
    int32_t statuses[] = {
        host->bundle_text(context, node, CHECKER_BUNDLE_NAME, &text), host->entry(context, node, 0, &text, &value),
        host->text(context, node, &text), host->integer(context, node, &integer), host->real(context, node, &real),
        host->boolean(context, node, &flag), host->date(context, node, &real), host->data(context, node, &bytes, &count),
        host->file_count(context, node, &count), host->file_path(context, node, 0, &text, &flag),
        host->file(context, node, name, &file), host->read(context, node, name, 0, path, 10, &count)};
    for (size_t call = 0; call < sizeof statuses / sizeof *statuses; call++) isRefused &= statuses[call] == CHECKER_INVALID;
    if (!isRefused) report_number(host, "not refused: node", (long long)i);
  }
  /* Right nodes, asked for what they have not. */
  checker_text text;
  if (host->child(context, bundle, (size_t)-1) != 0) base_report(host, "child -1");
  if (host->entry(context, info, (size_t)-1, &text, NULL) != CHECKER_ABSENT) base_report(host, "entry -1");
  if (host->file_path(context, bundle, (size_t)-1, &text, NULL) != CHECKER_ABSENT) base_report(host, "file -1");
  if (host->bundle_text(context, bundle, 99, &text) != CHECKER_INVALID) base_report(host, "field 99");
  if (host->value(context, info, (checker_text){"x", (size_t)-1}) != 0) base_report(host, "key of -1 bytes");
  if (host->bundle(NULL) != 0) base_report(host, "no context");
}

static volatile int handled;
static void handle(int number) { handled = number; }

static void *spin(void *checker) {
  for (;;) sink++;
  return checker;
}

/* Threads in the code of this library that nobody joins. */
static void leave_threads(void) {
  for (int i = 0; i < 4; i++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, spin, NULL) != 0) abort();
  }
}

/* Changes everything that a process shares with the code in it. */
static void meddle(void) {
  /* All of its code is the system's, so it may outlive this library. */
  pthread_t thread;
  pthread_create(&thread, NULL, (void *(*)(void *))(void *)sleep, (void *)(size_t)100000);
  if (chdir("/") != 0) abort();
  umask(0777);
  setenv("MEDDLED", "yes", 1);
  setenv("TZ", "Asia/Tokyo", 1);
  setlocale(LC_ALL, "C.UTF-8");
  for (int number = 1; number < 32; number++) signal(number, number % 2 ? SIG_IGN : handle);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  close(0);
  struct rlimit few = {8, 8};
  setrlimit(RLIMIT_NOFILE, &few);
}

/* A process that nobody waits for: 1 in a session of its own, 2 without a parent, 3 that forks for ever. */
static void leave_behind(int kind) {
  if (fork() != 0) return;
  setsid();
  if (kind > 1 && fork() != 0) _exit(0);
  if (kind == 3) {
    for (;;)
      if (fork() != 0) _exit(0);
  }
  for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
  for (;;) pause();
}

#ifdef __linux__
/* Signals to whom a checker has not started. Where a signal would end more than its supervisor, none is sent: 0 only asks. */
static void signal_others(const checker_host *host) {
  pid_t supervisor = getppid();
  struct rlimit none = {0, 0};
  const struct { const char *name; int is_refused; } signals[] = {
      {"the supervisor", kill(supervisor, SIGKILL) == -1 && errno == EPERM},
      {"stopping the supervisor", kill(supervisor, SIGSTOP) == -1 && errno == EPERM},
      {"all", kill(-1, 0) == -1 && errno == EPERM},
      {"the supervisor's group", kill(-getpgid(supervisor), 0) == -1 && errno == EPERM},
      {"the supervisor's thread", syscall(SYS_tgkill, supervisor, supervisor, SIGKILL) == -1 && errno == EPERM},
      {"the supervisor's time", prlimit(supervisor, RLIMIT_CPU, &none, NULL) == -1 && errno == EPERM},
  };
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    if (!signals[i].is_refused) base_report(host, signals[i].name);
  /* It may stop processes that it started. */
  pid_t child = fork();
  if (child == 0) for (;;) pause();
  int status = 0;
  if (kill(child, SIGTERM) != 0 || waitpid(child, &status, 0) != child || !WIFSIGNALED(status)) base_report(host, "a child");
}
#else
static void signal_others(const checker_host *host) { (void)host; }
#endif

static int32_t check(void *self, const checker_host *host) {
  (void)self;
  read_options(host);
  if (is("meddle")) meddle();
  if (is("threads")) leave_threads();
  if (is("session")) leave_behind(1);
  if (is("daemon")) leave_behind(2);
  if (is("hopping daemon")) leave_behind(3);
  if (is("daemon and signals")) leave_behind(2), signal_others(host);
  if (is("daemon and crash")) leave_behind(2), abort();
  if (is("daemon and loop")) {
    leave_behind(2);
    for (;;) pause();
  }
  if (is("litter")) {
    if (mkdir("deep", 0700) != 0 || mkdir("deep/er", 0700) != 0) abort();
    close(open("deep/er/file", O_CREAT | O_WRONLY, 0));
    if (symlink("/", "deep/link") != 0) abort();
    chmod("deep/er", 0), chmod("deep", 0);
  }
  if (is("lift and allocate")) {
    struct rlimit limit;
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = limit.rlim_max = RLIM_INFINITY;
    setrlimit(RLIMIT_AS, &limit);
    strcpy(fault, "allocate");
  }
  checker_node bundle = host->bundle(host->context);
  checker_text given = {path, path_count};
  static char block[4096];
  memset(block, 'x', sizeof block);
  if (findings(host)) return CHECKER_OK;
  if (is("segfault")) *(volatile int *)8 = 1;
  if (is("abort")) abort();
  if (is("trap")) __builtin_trap();
  if (is("recursion")) return recurse(1);
  if (is("loop")) for (volatile int i = 0;; i++) {}
  if (is("sleep")) for (;;) pause();
  if (is("stop")) raise(SIGSTOP);
  if (is("xcpu")) raise(SIGXCPU);
  if (is("kill")) raise(SIGKILL);
  if (is("terminate")) raise(SIGTERM);
  if (is("allocate"))
    for (size_t i = 0; i < 640; i++) {
      /* Volatile, so that no compiler finds the memory unused. */
      volatile char *memory = malloc(16 << 20);
      for (size_t at = 0; at < 16 << 20; at += 4096) memory[at] = 1;
    }
  if (is("findings"))
    for (size_t i = 0; i < 262144; i++) {
      checker_finding finding = {.size = sizeof finding, .message = {block, sizeof block}};
      report(host, finding);
    }
  if (is("many findings")) for (size_t i = 0; i < 100001; i++) base_report(host, "again");
  if (is("log")) for (;;) host->log(host->context, (checker_text){block, sizeof block});
  if (is("log once")) {
    host->log(host->context, base_text("a line"));
    host->log(host->context, (checker_text){"\xFF", 1});
    host->log(host->context, (checker_text){"x", (size_t)-1});
  }
  if (is("print once")) {
    printf("printed\n");
    fflush(stdout);
    fprintf(stderr, "and on standard error, without an end");
  }
  if (is("print")) for (;;) if (write(1, block, sizeof block) < 0) break;
  if (is("print 40 KiB")) for (int i = 0; i < 10; i++) if (write(1, block, sizeof block) < 0) break;
  if (is("exit 0")) exit(0);
  if (is("exit 3")) exit(3);
  if (is("_exit")) _exit(0);
  if (is("close")) close(3);
  if (is("close all")) for (int i = 3; i < 64; i++) close(i);
  if (is("garbage")) if (write(3, block, sizeof block) < 0) return CHECKER_FAILED;
  if (is("length")) write_frame(38, 0x7FFFFFFFFFFFFFFFull, NULL, 0);
  if (is("forged done")) {
    /* No calls, no bytes, no reads, not cut, no failure; then what else would have been found is never sent. */
    unsigned char end[26] = {0};
    write_frame(42, sizeof end, end, sizeof end);
    usleep(50000);
  }
  if (is("forged finding")) {
    unsigned char finding[22] = {0};
    finding[1] = 1;
    finding[9] = 'x';
    finding[14] = 0x7F; /* in the bundle 127 */
    write_frame(40, 10 + 4 + 8 + 2, finding, 10 + 4 + 8);
    if (write(3, "\0\0", 2) < 0) return CHECKER_FAILED;
  }
  if (is("fork")) {
    pid_t child = fork();
    if (child == 0) for (;;) pause();
    report_number(host, "child", child);
  }
  if (is("fork and crash")) {
    pid_t child = fork();
    if (child == 0) for (;;) pause();
    abort();
  }
  if (is("fork and both return")) {
    if (fork() == 0) usleep(20000);
  }
  if (is("status 99")) return 99;
  if (is("failed")) return CHECKER_FAILED;
  if (is("failed with reason")) {
    host->fail(host->context, base_text("the image has no pixels"));
    return CHECKER_FAILED;
  }
  if (is("failed, but fine")) host->fail(host->context, base_text("the first reason"));
  if (is("failed, but fine")) host->fail(host->context, base_text("the second"));
  if (is("failed without UTF-8")) host->fail(host->context, (checker_text){"\xC3", 1});
  if (is("failed at -1 bytes")) host->fail(host->context, (checker_text){"x", (size_t)-1});
  if (is("read")) {
    size_t count = 0;
    report_number(host, "read", host->read(host->context, bundle, given, 0, block, sizeof block, &count));
  }
  if (is("read with zero")) {
    size_t count = 0;
    checker_text zero = TEXT("Contents/Info.plist\0x");
    report_number(host, "read", host->read(host->context, bundle, zero, 0, block, sizeof block, &count));
  }
  if (is("read and ignore")) {
    size_t count = 0;
    checker_text why = {0};
    if (host->read(host->context, bundle, given, 0, block, sizeof block, &count) == CHECKER_UNREADABLE) {
      host->failure(host->context, &why);
      host->log(host->context, why);
    }
  }
  if (is("null results")) null_results(host);
  if (is("garbage nodes")) garbage_nodes(host);
  if (is("limits")) {
    struct rlimit limit;
    getrlimit(RLIMIT_CPU, &limit);
    report_number(host, "processor", (long long)limit.rlim_cur);
    getrlimit(RLIMIT_AS, &limit);
    report_number(host, "memory", (long long)limit.rlim_cur);
    getrlimit(RLIMIT_CORE, &limit);
    report_number(host, "core", (long long)limit.rlim_cur);
    report_number(host, "group", getpgid(0) == getpid());
    report_number(host, "input", read(0, block, 1));
    for (int i = 5; i < 1024; i++)
      if (fcntl(i, F_GETFD) >= 0) report_number(host, "open", i);
  }
  return CHECKER_OK;
}

static const checker_option options[] = {
    {.size = sizeof(checker_option), .type = CHECKER_OPTION_TEXT, .name = TEXT("fault"), .summary = TEXT("What goes wrong")},
    {.size = sizeof(checker_option), .type = CHECKER_OPTION_TEXT, .name = TEXT("path"), .summary = TEXT("A file")}};

static const checker_description description = {
    .size = sizeof(checker_description), .identifier = TEXT("com.example.fault"), .version = TEXT("1.0"),
    .summary = TEXT("Goes wrong"), .options = options, .option_count = 2};

static const checker_description *describe(void *self) { (void)self; return &description; }

static const checker_interface_v1 table = TABLE(describe, check);

void *FaultFactory(const void *allocator, const checker_uuid *type) {
  (void)allocator;
  return base_make(&table, type);
}

/* A checker that reports the state of its process. */

static int is_empty(const char *path) {
  DIR *folder = opendir(path);
  int count = 0;
  if (folder == NULL) return 0;
  while (readdir(folder) != NULL) count++;
  closedir(folder);
  return count == 2;
}

extern char **environ;

static int32_t check_state(void *self, const checker_host *host) {
  (void)self;
  char line[PATH_MAX + 100], folder[PATH_MAX];
  if (getcwd(folder, sizeof folder) == NULL) abort();
  snprintf(line, sizeof line, "directory %s", folder);
  base_report(host, line);
  report_number(host, "empty", is_empty("."));
  struct stat status;
  stat(".", &status);
  report_number(host, "mode", status.st_mode & 0777);
  report_number(host, "umask", umask(022));
  for (char **variable = environ; *variable != NULL; variable++) {
    snprintf(line, sizeof line, "variable %s", *variable);
    base_report(host, line);
  }
  for (int number = 1; number < 32; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_DFL) report_number(host, "signal", number);
  }
  sigset_t blocked;
  sigprocmask(SIG_BLOCK, NULL, &blocked);
  for (int number = 1; number < 32; number++)
    if (sigismember(&blocked, number) == 1) report_number(host, "blocked", number);
  for (int file = 0; file < 256; file++)
    if (fcntl(file, F_GETFD) >= 0) report_number(host, "open", file);
  report_number(host, "session", getsid(0) == getpid());
  /* Details that the program keeps private. */
  char path[64];
  int parents[2] = {getppid(), 0};
  snprintf(path, sizeof path, "/proc/%d/stat", parents[0]);
  FILE *file = fopen(path, "r");
  if (file != NULL) {
    if (fscanf(file, "%*d (%*[^)]) %*c %d", &parents[1]) != 1) parents[1] = 0;
    fclose(file);
  }
  for (int i = 0; i < 2; i++) {
    snprintf(path, sizeof path, "/proc/%d/environ", parents[i]);
    int read_file = open(path, O_RDONLY);
    char text[65536];
    ssize_t count = read_file < 0 ? 0 : read(read_file, text, sizeof text);
    if (read_file >= 0) close(read_file);
    if (count > 0 && memmem(text, (size_t)count, "TOKEN", 5) != NULL) report_number(host, "token of parent", i);
  }
  return CHECKER_OK;
}

static const checker_description state = {
    .size = sizeof(checker_description), .identifier = TEXT("com.example.state"), .version = TEXT("1.0"),
    .summary = TEXT("Tells what its process is like")};

static const checker_description *describe_state(void *self) { (void)self; return &state; }

static const checker_interface_v1 state_table = TABLE(describe_state, check_state);

void *StateFactory(const void *allocator, const checker_uuid *type) {
  (void)allocator;
  return base_make(&state_table, type);
}

/* The good one. */

static int32_t check_well(void *self, const checker_host *host) {
  (void)self;
  base_report(host, "good");
  return CHECKER_OK;
}

static const checker_description good = {
    .size = sizeof(checker_description), .identifier = TEXT("com.example.good"), .version = TEXT("1.0"),
    .summary = TEXT("Finds that all is good")};

static const checker_description *describe_well(void *self) { (void)self; return &good; }

static const checker_interface_v1 good_table = TABLE(describe_well, check_well);

void *GoodFactory(const void *allocator, const checker_uuid *type) {
  (void)allocator;
  return base_make(&good_table, type);
}
