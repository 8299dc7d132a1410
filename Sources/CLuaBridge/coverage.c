// Records which lines of policies' functions have run, for the coverage of tests. The lines with code are read from the compiled form of
// each source, so that functions count that no test creates. Uses no memory of Lua and never raises.
#include <stdlib.h>
#include <string.h>

#include "coverage.h"
#include "bytecode.h"

typedef struct covered_line {
  int32_t function, line;
  uint64_t runs;
} covered_line;

typedef struct covered_file {
  struct covered_file *next;
  char *name;
  covered_line *lines;
  size_t count, capacity;
  /// The last line that ran; the next is usually the following one.
  size_t recent;
} covered_file;

struct bp_coverage {
  covered_file *files, *last, *recent;
  /// Whether a source could not be parsed or memory ran out, so that the data is incomplete.
  bool incomplete;
};

bool bp_cover(bp_state *state) {
  if (state->coverage == NULL) state->coverage = calloc(1, sizeof *state->coverage);
  return state->coverage != NULL;
}

void bp_coverage_free(bp_state *state) {
  if (state->coverage == NULL) return;
  for (covered_file *file = state->coverage->files, *next; file != NULL; file = next) {
    next = file->next;
    free(file->lines);
    free(file->name);
    free(file);
  }
  free(state->coverage);
  state->coverage = NULL;
}

static int compare_lines(const void *left, const void *right) {
  const covered_line *a = left, *b = right;
  if (a->function != b->function) return a->function < b->function ? -1 : 1;
  return a->line < b->line ? -1 : a->line > b->line;
}

static bool add_line(void *context, int32_t function, int32_t line) {
  covered_file *file = context;
  if (file->count > 0 && file->lines[file->count - 1].function == function && file->lines[file->count - 1].line == line) {
    return true;
  }
  if (file->count == file->capacity) {
    size_t capacity = file->capacity == 0 ? 64 : file->capacity * 2;
    covered_line *lines = realloc(file->lines, capacity * sizeof *lines);
    if (lines == NULL) return false;
    file->lines = lines;
    file->capacity = capacity;
  }
  file->lines[file->count++] = (covered_line){function, line, 0};
  return true;
}

/// The compiled form as Lua writes it.
typedef struct collected {
  unsigned char *bytes;
  size_t count, capacity;
} collected;

static int collect(lua_State *L, const void *piece, size_t size, void *context) {
  (void)L;
  collected *all = context;
  if (size > all->capacity - all->count) {
    size_t capacity = (all->count + size) * 2;
    unsigned char *bytes = realloc(all->bytes, capacity);
    if (bytes == NULL) return 1;
    all->bytes = bytes;
    all->capacity = capacity;
  }
  if (size > 0) memcpy(all->bytes + all->count, piece, size);
  all->count += size;
  return 0;
}

static covered_file *find(bp_coverage *coverage, const char *name) {
  if (coverage->recent != NULL && strcmp(coverage->recent->name, name) == 0) return coverage->recent;
  for (covered_file *file = coverage->files; file != NULL; file = file->next) {
    if (strcmp(file->name, name) == 0) return coverage->recent = file;
  }
  return NULL;
}

static bool find_named(const bp_coverage *coverage, bp_bytes name) {
  for (const covered_file *file = coverage->files; file != NULL; file = file->next) {
    if (strlen(file->name) == name.count && memcmp(file->name, name.start, name.count) == 0) return true;
  }
  return false;
}

static bool add_source(bp_coverage *coverage, const collected *compiled, bp_bytes name) {
  covered_file *file = calloc(1, sizeof *file);
  if (file == NULL) return false;
  if (coverage->last == NULL) coverage->files = file;
  else coverage->last->next = file;
  coverage->last = file;
  file->name = malloc(name.count + 1);
  if (file->name == NULL) return false;
  if (name.count > 0) memcpy(file->name, name.start, name.count);
  file->name[name.count] = 0;
  if (!bp_visit_code_lines(compiled->bytes, compiled->count, file, add_line)) return false;
  if (file->count == 0) return true;
  qsort(file->lines, file->count, sizeof *file->lines, compare_lines);
  size_t kept = 1;
  for (size_t i = 1; i < file->count; i++) {
    if (compare_lines(&file->lines[kept - 1], &file->lines[i]) != 0) file->lines[kept++] = file->lines[i];
  }
  file->count = kept;
  return true;
}

void bp_cover_source(lua_State *L, bp_bytes name) {
  bp_coverage *coverage = bp_of(L)->coverage;
  // Modules that rules import are compiled again in every evaluation.
  if (coverage == NULL || coverage->incomplete || (bp_has_image(bp_of(L)) && find_named(coverage, name))) return;
  collected compiled = {NULL, 0, 0};
  if (lua_dump(L, collect, &compiled, 0) != 0 || !add_source(coverage, &compiled, name)) coverage->incomplete = true;
  free(compiled.bytes);
}

void bp_cover_line(lua_State *L, lua_Debug *record) {
  bp_coverage *coverage = bp_of(L)->coverage;
  if (coverage == NULL || coverage->incomplete || !lua_getinfo(L, "S", record)) return;
  covered_file *file = find(coverage, record->source[0] == '@' ? record->source + 1 : record->source);
  if (file == NULL || file->count == 0) return;
  covered_line key = {record->linedefined, record->currentline, 0};
  size_t next = file->recent + 1;
  covered_line *line = next < file->count && compare_lines(&key, &file->lines[next]) == 0
                           ? &file->lines[next]
                           : bsearch(&key, file->lines, file->count, sizeof key, compare_lines);
  if (line == NULL) return;
  line->runs++;
  file->recent = (size_t)(line - file->lines);
}

bool bp_visit_lines(const bp_state *state, void *context, void (*visit)(void *context, const bp_line *line)) {
  const bp_coverage *coverage = state->coverage;
  if (coverage == NULL || coverage->incomplete) return false;
  for (const covered_file *file = coverage->files; file != NULL; file = file->next) {
    for (size_t i = 0; i < file->count; i++) {
      const covered_line *line = &file->lines[i];
      bp_line seen = {.file = {file->name, strlen(file->name)},
                      .function = line->function,
                      .line = line->line,
                      .runs = line->runs};
      visit(context, &seen);
    }
  }
  return true;
}
