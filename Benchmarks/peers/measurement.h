// Shared by the C peers: load a file or all files of a folder, repeat the work, print nanoseconds and a check.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct { char *bytes; size_t count; } content;

static void fail(const char *message) { fprintf(stderr, "%s\n", message); exit(1); }

static content load(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) fail("can't open an input");
  fseek(file, 0, SEEK_END);
  content result = {NULL, (size_t)ftell(file)};
  rewind(file);
  result.bytes = malloc(result.count + 1);
  if (result.bytes == NULL || fread(result.bytes, 1, result.count, file) != result.count) fail("can't read an input");
  fclose(file);
  return result;
}

static int is_visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static unsigned long long processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (unsigned long long)now.tv_sec * 1000000000ull + (unsigned long long)now.tv_nsec;
}

// `work` reads one file and returns a number that depends on its contents.
static int measure(int count, char **arguments, long (*work)(content)) {
  if (count != 4) fail("usage: PEER WORK MILLISECONDS PATH");
  struct dirent **entries = NULL;
  int files = scandir(arguments[3], &entries, is_visible, alphasort);
  int is_folder = files >= 0;
  if (!is_folder) files = 1;
  content *all = calloc((size_t)files, sizeof *all);
  if (all == NULL) fail("no memory");
  for (int at = 0; at < files; at++) {
    char path[4096];
    snprintf(path, sizeof path, is_folder ? "%s/%s" : "%s", arguments[3], is_folder ? entries[at]->d_name : "");
    all[at] = load(path);
  }
  long check = 0;
  for (int at = 0; at < files; at++) check += work(all[at]);
  unsigned long long start = processor_time(), now = start, budget = strtoull(arguments[2], NULL, 10) * 1000000ull;
  long rounds = 0;
  do {
    check = 0;
    for (int at = 0; at < files; at++) check += work(all[at]);
    rounds++;
    now = processor_time();
  } while (now - start < budget);
  printf("%.1f %ld\n", (double)(now - start) / (double)rounds / files, check);
  return 0;
}
