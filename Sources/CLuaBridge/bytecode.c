// The format of Lua 5.4 (ldump.c and lopcodes.h). Anything else is rejected.
#include "bytecode.h"

#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define VERSION 0x54
#define FORMAT 0
#define INSTRUCTION_SIZE 4
// The maximum nesting of functions; Lua's parser limits all nesting to 200 levels.
#define MOST_LEVELS 250
#define ABSOLUTE_LINE (-0x80)

typedef struct reader {
  const unsigned char *at, *end;
  bool failed;
  void *context;
  bool (*visit)(void *context, int32_t function, int32_t line);
} reader;

static const unsigned char *skip(reader *from, uint64_t size) {
  const unsigned char *start = from->at;
  if (from->failed || size > (uint64_t)(from->end - from->at)) {
    from->failed = true;
    return NULL;
  }
  from->at += size;
  return start;
}

static unsigned byte(reader *from) {
  const unsigned char *start = skip(from, 1);
  return start == NULL ? 0 : *start;
}

/// A number in groups of seven bits, most significant first; the last group is marked.
static uint64_t number(reader *from) {
  uint64_t value = 0;
  for (int i = 0; i < 10; i++) {
    unsigned group = byte(from);
    value = value << 7 | (group & 0x7F);
    if (group & 0x80) return value;
  }
  from->failed = true;
  return 0;
}

static int32_t small_number(reader *from) {
  uint64_t value = number(from);
  if (value > INT32_MAX) from->failed = true;
  return from->failed ? 0 : (int32_t)value;
}

static void skip_string(reader *from) {
  uint64_t size = number(from);
  if (size > 0) skip(from, size - 1);
}

static void skip_constants(reader *from) {
  int32_t count = small_number(from);
  for (int32_t i = 0; i < count && !from->failed; i++) {
    switch (byte(from)) {
      case LUA_TNIL:
      case LUA_TBOOLEAN:
      case LUA_TBOOLEAN | 0x10: break;
      case LUA_TNUMBER: skip(from, sizeof(lua_Integer)); break;
      case LUA_TNUMBER | 0x10: skip(from, sizeof(lua_Number)); break;
      case LUA_TSTRING:
      case LUA_TSTRING | 0x10: skip_string(from); break;
      default: from->failed = true;
    }
  }
}

/// The lines of the instructions: each is the difference from the previous one, or a mark that the line itself is in the list that follows.
static void read_lines(reader *from, int32_t defined, bool is_variadic, bool is_main) {
  int32_t count = small_number(from);
  const signed char *differences = (const signed char *)skip(from, (uint64_t)count);
  int32_t absolutes = small_number(from);
  int64_t line = defined;
  int32_t next = 0, next_instruction = -1;
  int64_t next_line = 0;
  for (int32_t i = 0; i < count && !from->failed; i++) {
    if (differences[i] == ABSOLUTE_LINE) {
      while (next < absolutes && next_instruction < i) {
        next_instruction = small_number(from);
        next_line = small_number(from);
        next++;
      }
      if (next_instruction != i) from->failed = true;
      line = next_line;
    } else {
      line += differences[i];
    }
    // The compiler adds the first instruction of a variadic function and the last of every function; they are on no line of the source.
    bool is_added = i == count - 1 || (i == 0 && is_variadic);
    if (is_main || is_added || from->failed) continue;
    if (line <= 0 || line > INT32_MAX || !from->visit(from->context, defined, (int32_t)line)) from->failed = true;
  }
  for (; next < absolutes && !from->failed; next++) {
    number(from);
    number(from);
  }
}

static void read_function(reader *from, int level) {
  if (level > MOST_LEVELS) from->failed = true;
  if (from->failed) return;
  skip_string(from);
  int32_t defined = small_number(from);
  small_number(from);
  byte(from);
  bool is_variadic = byte(from) != 0;
  byte(from);
  skip(from, (uint64_t)small_number(from) * INSTRUCTION_SIZE);
  skip_constants(from);
  skip(from, (uint64_t)small_number(from) * 3);
  int32_t functions = small_number(from);
  for (int32_t i = 0; i < functions && !from->failed; i++) read_function(from, level + 1);
  read_lines(from, defined, is_variadic, level == 0);
  int32_t variables = small_number(from);
  for (int32_t i = 0; i < variables && !from->failed; i++) {
    skip_string(from);
    number(from);
    number(from);
  }
  int32_t captured = small_number(from);
  for (int32_t i = 0; i < captured && !from->failed; i++) skip_string(from);
}

static bool has_known_header(reader *from) {
  static const unsigned char data[] = {0x19, 0x93, '\r', '\n', 0x1A, '\n'};
  const unsigned char *signature = skip(from, 4);
  if (signature == NULL || memcmp(signature, LUA_SIGNATURE, 4) != 0) return false;
  if (byte(from) != VERSION || byte(from) != FORMAT) return false;
  const unsigned char *found = skip(from, sizeof data);
  if (found == NULL || memcmp(found, data, sizeof data) != 0) return false;
  if (byte(from) != INSTRUCTION_SIZE || byte(from) != sizeof(lua_Integer) || byte(from) != sizeof(lua_Number)) return false;
  skip(from, sizeof(lua_Integer) + sizeof(lua_Number));
  return !from->failed;
}

bool bp_visit_code_lines(const unsigned char *bytes, size_t count, void *context,
                         bool (*visit)(void *context, int32_t function, int32_t line)) {
  if (bytes == NULL) return false;
  reader from = {.at = bytes, .end = bytes + count, .context = context, .visit = visit};
  if (!has_known_header(&from)) return false;
  byte(&from);
  read_function(&from, 0);
  return !from.failed && from.at == from.end;
}
