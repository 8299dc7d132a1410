/* A checker in C: no regular file of a bundle is larger than the option `limit`, in bytes. */
#include <stdlib.h>
#include <string.h>

#include "CheckerABI.h"

#define TEXT(literal) {literal, sizeof(literal) - 1}

typedef struct { const checker_interface_v1 *table; uint32_t references; } object;

static const checker_uuid interface_id = CHECKER_INTERFACE_V1_ID, type_id = CHECKER_TYPE_ID;

static uint32_t add_ref(void *self) { return ++((object *)self)->references; }

static uint32_t release(void *self) {
  uint32_t left = --((object *)self)->references;
  if (left == 0) free(self);
  return left;
}

static int32_t query_interface(void *self, checker_uuid id, void **result) {
  *result = memcmp(&id, &interface_id, sizeof id) == 0 ? self : NULL;
  if (*result == NULL) return CHECKER_ABSENT;
  add_ref(self);
  return CHECKER_OK;
}

static const checker_option options[] = {{.size = sizeof(checker_option), .type = CHECKER_OPTION_INTEGER,
    .name = TEXT("limit"), .summary = TEXT("The largest size of a file, in bytes"), .is_required = 1}};
static const checker_description description = {.size = sizeof(checker_description), .option_count = 1, .options = options,
    .identifier = TEXT("com.example.large-files"), .version = TEXT("1.0.0"), .summary = TEXT("No file is too large")};

static const checker_description *describe(void *self) { (void)self; return &description; }

static int32_t check(void *self, const checker_host *host) {
  checker_node bundle = host->bundle(host->context);
  checker_text name = TEXT("limit"), path;
  int64_t limit = 0;
  size_t count = 0;
  (void)self;
  host->integer(host->context, host->value(host->context, host->options(host->context), name), &limit);
  if (host->file_count(host->context, bundle, &count) != CHECKER_OK) return CHECKER_FAILED;
  for (size_t index = 0; index < count; index++) {
    checker_file file = {.size = sizeof file};
    if (host->file_path(host->context, bundle, index, &path, NULL) != CHECKER_OK) return CHECKER_FAILED;
    if (host->file(host->context, bundle, path, &file) != CHECKER_OK) return CHECKER_FAILED;
    if (file.type != CHECKER_FILE_REGULAR || file.length <= (uint64_t)limit) continue;
    checker_finding finding = {.size = sizeof finding, .message = TEXT("the file is too large"), .file = path};
    host->report(host->context, &finding);
  }
  return CHECKER_OK;
}

static const checker_interface_v1 table = {
    {query_interface, add_ref, release}, sizeof(checker_interface_v1), CHECKER_ABI_VERSION, describe, check};

void *LargeFilesFactory(const void *allocator, const checker_uuid *type) {
  object *made = memcmp(type, &type_id, sizeof type_id) == 0 ? malloc(sizeof *made) : NULL;
  (void)allocator;
  if (made != NULL) { made->table = &table; made->references = 1; }
  return made;
}
