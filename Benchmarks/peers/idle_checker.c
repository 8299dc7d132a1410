/* A checker that does nothing, or asks for a value as often as the option says and logs what a question took. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "CheckerABI.h"

#define TEXT(literal) {literal, sizeof(literal) - 1}

typedef struct { const checker_interface_v1 *table; uint32_t references; } object;

static const checker_uuid interface_id = CHECKER_INTERFACE_V1_ID;

static uint32_t add_ref(void *self) { return ++((object *)self)->references; }
static uint32_t release(void *self) { return --((object *)self)->references; }
static int32_t query_interface(void *self, checker_uuid id, void **result) {
  *result = memcmp(&id, &interface_id, sizeof id) == 0 ? self : NULL;
  if (*result == NULL) return CHECKER_ABSENT;
  add_ref(self);
  return CHECKER_OK;
}

static const checker_option options[] = {{.size = sizeof(checker_option), .type = CHECKER_OPTION_INTEGER,
    .name = TEXT("questions"), .summary = TEXT("How many questions to ask")}};
static const checker_description description = {.size = sizeof(checker_description), .option_count = 1, .options = options,
    .identifier = TEXT("benchmark.idle"), .version = TEXT("1.0.0"), .summary = TEXT("Finds nothing")};
static const checker_description *describe(void *self) { (void)self; return &description; }

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int32_t check(void *self, const checker_host *host) {
  checker_text name = TEXT("questions"), key = TEXT("CFBundleVersion"), text;
  int64_t questions = 0;
  (void)self;
  checker_node given = host->value(host->context, host->options(host->context), name);
  if (given == 0) return CHECKER_OK;
  host->integer(host->context, given, &questions);
  checker_node info = host->info(host->context, host->bundle(host->context));
  double start = now();
  for (int64_t count = 0; count < questions; count += 2) host->text(host->context, host->value(host->context, info, key), &text);
  char line[64];
  int length = snprintf(line, sizeof line, "%.1f", (now() - start) / (double)questions);
  host->log(host->context, (checker_text){line, (size_t)length});
  return CHECKER_OK;
}

static const checker_interface_v1 table = {
    {query_interface, add_ref, release}, sizeof(checker_interface_v1), CHECKER_ABI_VERSION, describe, check};
static object only = {&table, 0};

void *IdleFactory(const void *allocator, const checker_uuid *type) {
  (void)allocator;
  (void)type;
  only.references += 1;
  return &only;
}
