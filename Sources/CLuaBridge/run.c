// Entry calls: running sources and captured functions under protection, and reporting the results.
#include <stdio.h>
#include <string.h>

#include "coverage.h"
#include "internal.h"
#include "stringlibrary.h"

#define LONGEST_NAME 256
#define PIECE ((size_t)1024)
#define BYTES_PARSED_PER_UNIT 16
#define LINKS_PER_UNIT 8
// The host takes about ten microseconds to find a similar name.
#define UNITS_PER_UNDEFINED 1000

const char bp_key_result;

int bp_where(lua_State *L, const char **file) {
  lua_Debug record;
  for (int level = 0; lua_getstack(L, level, &record); level++) {
    lua_getinfo(L, "Sl", &record);
    if (record.currentline > 0) {
      *file = record.source[0] == '@' ? record.source + 1 : record.source;
      return record.currentline;
    }
  }
  *file = "";
  return 0;
}

void bp_copy_text(char *to, size_t size, const char *from, size_t count) {
  if (count >= size) {
    count = size - 1;
    // Does not split a UTF-8 sequence; other text is cut anywhere.
    size_t whole = count;
    while (count > 0 && whole - count < 4 && ((unsigned char)from[count] & 0xC0) == 0x80) count--;
    if (whole - count == 4) count = whole;
  }
  memcpy(to, from, count);
  to[count] = 0;
}

/// If `message` starts with the position of a policy line on the stack, records that position and returns the rest.
static const char *strip_position(lua_State *L, bp_state *state, const char *message) {
  lua_Debug record;
  for (int level = 0; lua_getstack(L, level, &record) && level < 200; level++) {
    lua_getinfo(L, "Sl", &record);
    size_t length = strlen(record.short_src);
    if (record.currentline <= 0 || strncmp(message, record.short_src, length) != 0 || message[length] != ':') continue;
    const char *cursor = message + length + 1;
    int line = 0;
    while (*cursor >= '0' && *cursor <= '9' && line < 100000000) line = line * 10 + (*cursor++ - '0');
    if (line == 0 || cursor[0] != ':' || cursor[1] != ' ') continue;
    const char *file = record.source[0] == '@' ? record.source + 1 : record.source;
    bp_copy_text(state->file, sizeof state->file, file, strlen(file));
    state->outcome.line = line;
    return cursor + 2;
  }
  return message;
}

/// Records the error value at `index`. Never raises or calls the policy.
static void take_down(lua_State *L, bp_state *state, int index) {
  // The first final error is kept.
  if (state->is_final) return;
  const char *file;
  state->outcome.line = bp_where(L, &file);
  bp_copy_text(state->file, sizeof state->file, file, strlen(file));
  if (lua_type(L, index) == LUA_TSTRING) {
    size_t length;
    const char *text = lua_tolstring(L, index, &length), *message = strip_position(L, state, text);
    length -= (size_t)(message - text);
    bp_copy_text(state->message, sizeof state->message, message, length);
    if (length < sizeof state->message) state->message_length = length;
  } else {
    snprintf(state->message, sizeof state->message, "an error value of type '%s' was raised; use error(\"message\")",
             luaL_typename(L, index));
  }
}

/// Runs where the error occurs, while the stack is still intact.
static int record_error(lua_State *L) {
  bp_state *state = bp_of(L);
  state->recorded = true;
  bp_note_overflow(L, 1);
  if (bp_is_exhausted(state) || state->is_final) return 1;
  take_down(L, state, 1);
  bp_collect_trace(L, &state->error_trace);
  return 1;
}

/// Like `record_error`, for an error that policies cannot catch.
static int record_final_error(lua_State *L) {
  bp_state *state = bp_of(L);
  bp_note_overflow(L, 1);
  if (bp_is_exhausted(state) || state->is_final) return 1;
  take_down(L, state, 1);
  bp_collect_trace(L, &state->error_trace);
  state->is_final = true;
  return 1;
}

void bp_call_final(lua_State *L, int arguments, int results) {
  bp_state *state = bp_of(L);
  bp_check_stack(L, 2, "too many arguments");
  int function = lua_gettop(L) - arguments;
  lua_pushcfunction(L, record_final_error);
  lua_insert(L, function);
  int status = lua_pcall(L, arguments, results, function);
  lua_remove(L, function);
  if (status == LUA_OK) return;
  // Lua calls no handler for some errors.
  bp_note_overflow(L, -1);
  if (!bp_is_exhausted(state) && !state->is_final) {
    take_down(L, state, -1);
    state->is_final = true;
  }
  lua_error(L);
}

static int final_function(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  bp_call_final(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

void bp_make_final(lua_State *L) { lua_pushcclosure(L, final_function, 1); }

static void describe_syntax_error(bp_state *state, const char *message) {
  // The parser reports `chunk:line: text`. The short name of the chunk may contain colons, so the line is searched from the end.
  const char *cursor = message;
  for (const char *next = strstr(message, ": "); next != NULL; next = strstr(next + 1, ": ")) {
    const char *digits = next;
    while (digits > message && digits[-1] >= '0' && digits[-1] <= '9') digits--;
    if (digits == next || digits == message || digits[-1] != ':') continue;
    int line = 0;
    for (const char *digit = digits; digit < next && line < 100000000; digit++) line = line * 10 + (*digit - '0');
    state->outcome.line = line;
    cursor = next + 2;
    break;
  }
  bp_copy_text(state->message, sizeof state->message, cursor, strlen(cursor));
}

/// A source that is passed to the parser.
typedef struct delivery {
  const char *start;
  size_t count, delivered;
  /// The number of words so far that make the parser walk a list with an entry for each such word in the expression or statement.
  uint64_t linking_words;
} delivery;

static bool is_letter(char byte) { return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_'; }

/// Returns the length of the linking word at `position`, or 0.
static size_t linking_word(const delivery *source, size_t position) {
  static const char *const words[] = {"or", "and", "elseif"};
  if (position > 0 && is_letter(source->start[position - 1])) return 0;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    size_t length = strlen(words[i]);
    if (source->count - position < length || memcmp(source->start + position, words[i], length) != 0) continue;
    if (position + length == source->count || !is_letter(source->start[position + length])) return length;
  }
  return 0;
}

/// Passes the next piece to the parser. The parser runs no hook, so its work is charged here: by length, and by the square of the number of
/// linking words, as `a or a or a …` requires.
static const char *deliver(lua_State *L, void *data, size_t *size) {
  delivery *source = data;
  size_t start = source->delivered, rest = source->count - start;
  *size = rest < PIECE ? rest : PIECE;
  uint64_t units = *size / BYTES_PARSED_PER_UNIT + 1;
  for (size_t position = start; position < start + *size; position++) {
    char byte = source->start[position];
    if ((byte != 'o' && byte != 'a' && byte != 'e') || linking_word(source, position) == 0) continue;
    units += source->linking_words++ / LINKS_PER_UNIT;
  }
  bp_charge(L, units);
  source->delivered += *size;
  return *size == 0 ? NULL : source->start + start;
}

/// Passes the whole compiled source, charging for the length of the source text.
static const char *deliver_compiled(lua_State *L, void *data, size_t *size) {
  bp_bytes *compiled = data;
  (void)L;
  *size = compiled->count;
  compiled->count = 0;
  return *size == 0 ? NULL : compiled->start;
}

// Starts with the release of the library at run time; `LUA_RELEASE` is the release of the headers, with which sources were compiled.
extern const char lua_ident[];

/// Loads a precompiled source. Returns false if there is none, or if it may be for another release of Lua: the library can be updated
/// separately.
static bool load_compiled(lua_State *L, bp_bytes source, bp_bytes compiled) {
  if (compiled.count == 0 || strstr(lua_ident, LUA_RELEASE " ") == NULL) return false;
  bp_charge(L, source.count / BYTES_PARSED_PER_UNIT + 1);
  int status = lua_load(L, deliver_compiled, &compiled, "=compiled", "b");
  if (status == LUA_OK) return true;
  if (status != LUA_ERRSYNTAX) lua_error(L);
  lua_pop(L, 1);
  return false;
}

static void push_chunk_name(lua_State *L, bp_bytes name) {
  lua_pushliteral(L, "@");
  lua_pushlstring(L, name.start == NULL ? "" : name.start, name.count);
  lua_concat(L, 2);
}

static int compile_status(lua_State *L, bp_bytes source, bp_bytes compiled, bp_bytes name) {
  bp_check_stack(L, 6, "calls are nested too deeply");
  int status = LUA_OK;
  if (!load_compiled(L, source, compiled)) {
    push_chunk_name(L, name);
    delivery data = {.start = source.start == NULL ? "" : source.start, .count = source.count};
    status = lua_load(L, deliver, &data, lua_tostring(L, -1), "t");
    lua_remove(L, -2);
  }
  if (status == LUA_OK) {
    bp_cover_source(L, name);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &bp_key_environment);
    if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
  }
  return status;
}

/// Records the parser's error, on top. It is final: a module that is not valid Lua may contain rules.
static void record_syntax_error(lua_State *L, bp_state *state, bp_bytes name) {
  if (state->is_final) return;
  state->malformed = state->is_final = true;
  bp_copy_text(state->file, sizeof state->file, name.start == NULL ? "" : name.start, name.count);
  describe_syntax_error(state, lua_tostring(L, -1));
}

void bp_compile(lua_State *L, bp_bytes source, bp_bytes compiled, bp_bytes name) {
  bp_state *state = bp_of(L);
  if (source.count > state->limits.source) {
    bp_raise_exceeded(L, "a policy file may have at most %zu bytes", state->limits.source);
  }
  int status = compile_status(L, source, compiled, name);
  if (status == LUA_ERRSYNTAX) record_syntax_error(L, state, name);
  if (status != LUA_OK) lua_error(L);
}

int bp_raise_undefined(lua_State *L, const char *library, int index) {
  bp_state *state = bp_of(L);
  // A key that is not a name is shown in brackets.
  if (lua_type(L, index) != LUA_TSTRING) {
    if (lua_isinteger(L, index)) lua_pushfstring(L, "[%I]", (LUAI_UACINT)lua_tointeger(L, index));
    else lua_pushfstring(L, "[a %s]", lua_type(L, index) == LUA_TUSERDATA ? "bundle's object" : luaL_typename(L, index));
    index = lua_gettop(L);
  }
  bp_bytes name = {NULL, 0};
  name.start = lua_tolstring(L, index, &name.count);
  // The host searches for a similar name; a longer name is not a typo.
  if (name.count > LONGEST_NAME) name.count = LONGEST_NAME;
  bp_charge(L, UNITS_PER_UNDEFINED);
  bp_mark mark = bp_scratch_mark(state);
  bp_result result;
  memset(&result, 0, sizeof result);
  bp_bytes where = {library == NULL ? "" : library, library == NULL ? 0 : strlen(library)};
  state->host.undefined(state->host.context, where, name, &result);
  result.value.type = BP_ERROR;
  bp_push_result(L, &result, mark);
  return lua_error(L);
}

typedef struct request {
  bp_bytes source, compiled, name;
  int32_t function;
  const bp_value *arguments;
  size_t count;
} request;

static int finish(lua_State *L) {
  bp_state *state = bp_of(L);
  bp_read_value(L, -1, &state->outcome.value, false);
  // Keeps the text of the result reachable until the next entry call.
  lua_rawsetp(L, LUA_REGISTRYINDEX, &bp_key_result);
  return 0;
}

/// Whether the entry call was not made by a callback: nested ones must not release scratch memory of outer calls.
static bool is_outermost(const bp_state *state) { return state->depth == 1; }

static int run_body(lua_State *L) {
  const request *call = lua_touserdata(L, 1);
  bp_state *state = bp_of(L);
  if (is_outermost(state)) bp_scratch_reset(state);
  if (call->source.count > state->limits.source) {
    return bp_raise_exceeded(L, "a policy file may have at most %zu bytes; this one has more", state->limits.source);
  }
  int status = compile_status(L, call->source, call->compiled, call->name);
  if (status == LUA_ERRSYNTAX) {
    record_syntax_error(L, state, call->name);
    return 0;
  }
  if (status != LUA_OK) return lua_error(L);
  lua_call(L, 0, 1);
  return finish(L);
}

static int call_body(lua_State *L) {
  const request *call = lua_touserdata(L, 1);
  bp_check_stack(L, (int)(call->count < 200 ? call->count : 200) + 4, "too many arguments");
  lua_rawgetp(L, LUA_REGISTRYINDEX, &bp_key_functions);
  lua_rawgeti(L, -1, call->function);
  size_t count = call->count < 200 ? call->count : 200;
  for (size_t i = 0; i < count; i++) bp_push_value(L, &call->arguments[i]);
  // The host has put arguments into scratch memory before entering.
  if (is_outermost(bp_of(L))) bp_scratch_reset(bp_of(L));
  lua_call(L, (int)count, 1);
  return finish(L);
}

static void push_bytes(lua_State *L, bp_bytes bytes) {
  lua_pushlstring(L, bytes.start == NULL ? "" : bytes.start, bytes.count);
}

static int find_body(lua_State *L) {
  const request *call = lua_touserdata(L, 1);
  if (is_outermost(bp_of(L))) bp_scratch_reset(bp_of(L));
  lua_pushcfunction(L, bp_string_find);
  push_bytes(L, call->source);
  push_bytes(L, call->name);
  lua_call(L, 2, 1);
  lua_pushboolean(L, !lua_isnil(L, -1));
  return finish(L);
}

/// Runs the body under protection. Returns false if a limit or an error ended it.
static bool protect(bp_state *state, lua_CFunction body, request *call) {
  lua_State *L = state->L;
  int top = lua_gettop(L);
  if (bp_is_exhausted(state)) return false;
  if (!lua_checkstack(L, 6)) {
    bp_exhaust(state, BP_OUT_OF_MEMORY);
    return false;
  }
  state->recorded = false;
  lua_pushcfunction(L, record_error);
  lua_pushcfunction(L, body);
  lua_pushlightuserdata(L, call);
  int status = lua_pcall(L, 1, 0, top + 1);
  if (status != LUA_OK && !bp_is_exhausted(state) && !state->recorded) take_down(L, state, -1);
  lua_settop(L, top);
  // A refused allocation that Lua could do without does not affect a finished evaluation.
  if (status == LUA_OK) state->refused.pending = false;
  // The last instructions and calls may have taken long.
  if (status == LUA_OK) bp_check_clock(state);
  return status == LUA_OK && !bp_is_exhausted(state);
}

static void enter(bp_state *state, lua_CFunction body, request *call, bp_outcome *outcome) {
  bp_outcome *result = &state->outcome;
  memset(result, 0, sizeof *result);
  state->message[0] = 0;
  state->message_length = 0;
  state->file[0] = 0;
  state->error_trace.inner = state->error_trace.outer = state->error_trace.omitted = 0;
  bool was_running = state->running, was_malformed = state->malformed, was_final = state->is_final;
  state->malformed = state->is_final = false;
  state->depth++;
  state->running = true;
  state->is_dirty = true;
  bool finished = protect(state, body, call);
  state->running = was_running;
  state->depth--;
  // Entry calls made by callbacks use the same outcome.
  if (finished && !state->is_final) {
    result->status = BP_OK;
    result->line = 0;
    result->is_unfinished = false;
    state->message[0] = 0;
    state->message_length = 0;
    state->file[0] = 0;
  } else {
    memset(&result->value, 0, sizeof result->value);
    result->status = state->malformed ? BP_SYNTAX : BP_FAILED;
    // The parser has no other way to say so; Lua's interpreter does the same.
    size_t length = strlen(state->message);
    result->is_unfinished = state->malformed && length >= 5 && strcmp(state->message + length - 5, "<eof>") == 0;
    if (state->depth == 0) bp_scratch_reset(state);
  }
  state->malformed = was_malformed;
  state->is_final = was_final;
  if (bp_is_exhausted(state)) {
    result->status = state->exhausted;
    result->line = state->limit_line;
    memcpy(state->message, state->limit_message, sizeof state->limit_message);
    state->message_length = 0;
    memcpy(state->file, state->limit_file, sizeof state->file);
    if (state->exhausted == BP_OUT_OF_MEMORY && state->depth == 0) lua_gc(state->L, LUA_GCCOLLECT);
  }
  if (result->status != BP_OK) {
    bp_show_trace(bp_is_exhausted(state) ? &state->limit_trace : &state->error_trace, result);
  }
  size_t length = strlen(state->message);
  result->message = (bp_bytes){state->message, length < state->message_length ? state->message_length : length};
  result->file = (bp_bytes){state->file, strlen(state->file)};
  *outcome = *result;
}

void bp_protect(bp_state *state, lua_CFunction body, void *argument, bp_outcome *outcome) {
  enter(state, body, argument, outcome);
}

void bp_run(bp_state *state, bp_bytes source, bp_bytes compiled, bp_bytes name, bp_outcome *outcome) {
  request call = {.source = source, .compiled = compiled, .name = name};
  enter(state, run_body, &call, outcome);
}

typedef struct precompilation {
  bp_bytes source, name;
  void *context;
  void (*write)(void *context, bp_bytes piece);
} precompilation;

static int hand_over(lua_State *L, const void *bytes, size_t count, void *context) {
  const precompilation *call = context;
  (void)L;
  call->write(call->context, (bp_bytes){bytes, count});
  return 0;
}

static int precompile_body(lua_State *L) {
  precompilation *call = lua_touserdata(L, 1);
  push_chunk_name(L, call->name);
  const char *start = call->source.start == NULL ? "" : call->source.start;
  if (luaL_loadbufferx(L, start, call->source.count, lua_tostring(L, -1), "t") != LUA_OK) return lua_error(L);
  // Not stripped, so that messages have places and names of variables.
  if (lua_dump(L, hand_over, call, 0) != 0) return luaL_error(L, "the compiled form cannot be written");
  return 0;
}

bool bp_precompile(bp_bytes source, bp_bytes name, void *context, void (*write)(void *context, bp_bytes piece), char *message,
                   size_t size) {
  precompilation call = {source, name, context, write};
  lua_State *L = luaL_newstate();
  bp_copy_text(message, size, "not enough memory", 17);
  if (L == NULL) return false;
  lua_pushcfunction(L, precompile_body);
  lua_pushlightuserdata(L, &call);
  bool finished = lua_pcall(L, 1, 0, 0) == LUA_OK;
  const char *text = finished ? "" : lua_tostring(L, -1);
  if (text != NULL) bp_copy_text(message, size, text, strlen(text));
  lua_close(L);
  return finished;
}

void bp_call_function(bp_state *state, int32_t function, const bp_value *arguments, size_t count, bp_outcome *outcome) {
  request call = {.function = function, .arguments = arguments, .count = count};
  enter(state, call_body, &call, outcome);
}

void bp_find(bp_state *state, bp_bytes text, bp_bytes pattern, bp_outcome *outcome) {
  request call = {.source = text, .name = pattern};
  enter(state, find_body, &call, outcome);
}

void bp_settle(bp_state *state, bp_outcome *outcome) {
  request call = {.function = 0};
  enter(state, bp_settle_body, &call, outcome);
  if (outcome->status == BP_OK && !bp_take_image(state)) outcome->status = BP_OUT_OF_MEMORY;
}

void bp_release_function(bp_state *state, int32_t function) {
  lua_State *L = state->L;
  if (!lua_checkstack(L, 4)) return;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &bp_key_functions);
  // Releases existing functions only, and only once: then luaL_unref assigns to existing fields and does not allocate. A reference released
  // twice would be given to two functions later.
  bool held = lua_rawgeti(L, -1, function) == LUA_TFUNCTION;
  lua_pop(L, 1);
  if (held) luaL_unref(L, -1, function);
  lua_pop(L, 1);
}
