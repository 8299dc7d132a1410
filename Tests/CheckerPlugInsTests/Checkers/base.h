/* Shared by the checkers of the tests: one object that is never freed, and a table for two functions. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdlib.h>
#include <string.h>

#include "CheckerABI.h"

#define TEXT(literal) {literal, sizeof(literal) - 1}

typedef struct object {
  const checker_interface_v1 *table;
  uint32_t references;
} object;

static const checker_uuid interface_id = CHECKER_INTERFACE_V1_ID, type_id = CHECKER_TYPE_ID;

static inline uint32_t base_add_ref(void *self) { return ++((object *)self)->references; }

static inline uint32_t base_release(void *self) {
  uint32_t left = --((object *)self)->references;
  if (left == 0) free(self);
  return left;
}

static inline int32_t base_query(void *self, checker_uuid id, void **result) {
  *result = memcmp(&id, &interface_id, sizeof id) == 0 ? self : NULL;
  if (*result == NULL) return CHECKER_ABSENT;
  base_add_ref(self);
  return CHECKER_OK;
}

static inline void *base_make(const checker_interface_v1 *table, const checker_uuid *type) {
  object *made = memcmp(type, &type_id, sizeof type_id) == 0 ? malloc(sizeof *made) : NULL;
  if (made != NULL) *made = (object){table, 1};
  return made;
}

static inline checker_text base_text(const char *text) {
  checker_text result = {text, strlen(text)};
  return result;
}

static inline void base_report(const checker_host *host, const char *message) {
  checker_finding finding = {.size = sizeof finding};
  finding.message = base_text(message);
  host->report(host->context, &finding);
}

#define TABLE(describe, check) \
  {{base_query, base_add_ref, base_release}, sizeof(checker_interface_v1), CHECKER_ABI_VERSION, describe, check}
