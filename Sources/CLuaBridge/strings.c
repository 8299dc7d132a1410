// The functions of `string` without patterns. Work on bytes is charged before it is done.
#include "stringlibrary.h"

#include <limits.h>
#include <string.h>

#include "ascii.h"

#define BYTES_COPIED_PER_UNIT 64
#define BYTES_MAPPED_PER_UNIT 16

static int string_len(lua_State *L) {
  size_t length;
  luaL_checklstring(L, 1, &length);
  lua_pushinteger(L, (lua_Integer)length);
  return 1;
}

static int string_sub(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  size_t first = bp_start_position(bp_check_integer(L, 2), length);
  size_t last = bp_end_position(bp_opt_integer(L, 3, -1), length);
  size_t count = first > last ? 0 : last - first + 1;
  bp_charge(L, count / BYTES_COPIED_PER_UNIT + 1);
  lua_pushlstring(L, count == 0 ? "" : text + first - 1, count);
  return 1;
}

static int string_byte(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer start = bp_opt_integer(L, 2, 1);
  size_t first = bp_start_position(start, length);
  size_t last = bp_end_position(bp_opt_integer(L, 3, start), length);
  if (first > last) return 0;
  if (last - first >= (size_t)INT_MAX) return bp_raise_exceeded(L, "the slice of the string is too long");
  int count = (int)(last - first) + 1;
  bp_check_stack(L, count, "the slice of the string is too long");
  bp_charge(L, (uint64_t)count / 4 + 1);
  for (int index = 0; index < count; index++) {
    lua_pushinteger(L, (unsigned char)text[first - 1 + (size_t)index]);
  }
  return count;
}

static int string_char(lua_State *L) {
  int count = lua_gettop(L);
  bp_charge(L, (uint64_t)count / 4 + 1);
  luaL_Buffer buffer;
  char *bytes = luaL_buffinitsize(L, &buffer, (size_t)count);
  for (int index = 1; index <= count; index++) {
    lua_Unsigned byte = (lua_Unsigned)bp_check_integer(L, index);
    luaL_argcheck(L, byte <= UCHAR_MAX, index, "value out of range");
    bytes[index - 1] = (char)(unsigned char)byte;
  }
  luaL_pushresultsize(&buffer, (size_t)count);
  return 1;
}

static int string_lower(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  bp_charge(L, length / BYTES_MAPPED_PER_UNIT + 1);
  luaL_Buffer buffer;
  char *bytes = luaL_buffinitsize(L, &buffer, length);
  for (size_t index = 0; index < length; index++) bytes[index] = (char)bp_to_lower((unsigned char)text[index]);
  luaL_pushresultsize(&buffer, length);
  return 1;
}

static int string_upper(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  bp_charge(L, length / BYTES_MAPPED_PER_UNIT + 1);
  luaL_Buffer buffer;
  char *bytes = luaL_buffinitsize(L, &buffer, length);
  for (size_t index = 0; index < length; index++) bytes[index] = (char)bp_to_upper((unsigned char)text[index]);
  luaL_pushresultsize(&buffer, length);
  return 1;
}

static int string_reverse(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  bp_charge(L, length / BYTES_MAPPED_PER_UNIT + 1);
  luaL_Buffer buffer;
  char *bytes = luaL_buffinitsize(L, &buffer, length);
  for (size_t index = 0; index < length; index++) bytes[index] = text[length - 1 - index];
  luaL_pushresultsize(&buffer, length);
  return 1;
}

// Fills `total` bytes with repetitions of their first `period` bytes by doubling: many short copies would cost more.
static void repeat_prefix(char *bytes, size_t period, size_t total) {
  size_t filled = period;
  while (filled < total) {
    size_t step = filled < total - filled ? filled : total - filled;
    memcpy(bytes + filled, bytes, step);
    filled += step;
  }
}

static int string_rep(lua_State *L) {
  size_t length, separator_length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer count = bp_check_integer(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &separator_length);
  size_t most = sizeof(size_t) < sizeof(lua_Integer) ? SIZE_MAX : (size_t)LUA_MAXINTEGER;
  size_t period = length + separator_length;
  if (count <= 0 || period == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  if (period < length || period > most / (lua_Unsigned)count) return bp_raise_exceeded(L, "the resulting string is too large");
  size_t total = (size_t)count * period - separator_length;
  luaL_Buffer buffer;
  // Allocates first, so that a result over the memory limit is reported as such, even if its price is also too high.
  char *bytes = luaL_buffinitsize(L, &buffer, total);
  bp_charge(L, total / BYTES_COPIED_PER_UNIT + 1);
  memcpy(bytes, text, length);
  if (total > length) {
    memcpy(bytes + length, separator, separator_length);
    repeat_prefix(bytes, period, total);
  }
  luaL_pushresultsize(&buffer, total);
  return 1;
}

void bp_open_string(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"byte", string_byte},       {"char", string_char},         {"find", bp_string_find}, {"format", bp_string_format},
      {"gmatch", bp_string_gmatch}, {"gsub", bp_string_gsub},     {"len", string_len},      {"lower", string_lower},
      {"match", bp_string_match},  {"rep", string_rep},           {"reverse", string_reverse},
      {"sub", string_sub},         {"upper", string_upper},       {NULL, NULL}};
  lua_createtable(L, 0, (int)(sizeof functions / sizeof *functions) - 1);
  luaL_setfuncs(L, functions, 0);
}
