// The `utf8` library. `lax` accepts code points up to 2^31 and surrogates, as in Lua 5.4.
#include <limits.h>
#include <string.h>

#include "meter.h"

#define LARGEST_CODE 0x7FFFFFFFU
#define LARGEST_UNICODE 0x10FFFFU
#define LONGEST_SEQUENCE 6

static bool is_continuation(const char *byte) { return ((unsigned char)*byte & 0xC0) == 0x80; }

// Reads the sequence at `text` and returns the start of the next one; NULL if it is malformed. Lua strings end with a zero byte, which is
// not a continuation byte, so nothing past the end is read.
static const char *decode(const char *text, uint32_t *code, bool lax) {
  static const uint32_t smallest[LONGEST_SEQUENCE] = {0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000};
  unsigned char lead = (unsigned char)*text;
  if (lead < 0x80) {
    *code = lead;
    return text + 1;
  }
  // The number of leading one bits is the number of bytes: 1 is a continuation byte, 7 and 8 are invalid.
  int length = 0;
  for (unsigned mask = 0x80; mask != 0 && (lead & mask) != 0; mask >>= 1) length++;
  if (length < 2 || length > LONGEST_SEQUENCE) return NULL;
  uint32_t value = lead & (0x7FU >> length);
  for (int index = 1; index < length; index++) {
    if (!is_continuation(text + index)) return NULL;
    value = value << 6 | ((unsigned char)text[index] & 0x3FU);
  }
  if (value < smallest[length - 1]) return NULL;
  if (!lax && (value > LARGEST_UNICODE || (value >= 0xD800 && value <= 0xDFFF))) return NULL;
  *code = value;
  return text + length;
}

static size_t encode(char bytes[LONGEST_SEQUENCE], uint32_t code) {
  if (code < 0x80) {
    bytes[0] = (char)code;
    return 1;
  }
  size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : code < 0x200000 ? 4 : code < 0x4000000 ? 5 : 6;
  for (size_t index = length - 1; index > 0; index--) {
    bytes[index] = (char)(0x80 | (code & 0x3F));
    code >>= 6;
  }
  bytes[0] = (char)((0xFF00U >> length & 0xFF) | code);
  return length;
}

// A position given by the caller, counting from 1; negative ones count from the end, 0 is before the text.
static lua_Integer position_in(lua_Integer position, size_t length) {
  if (position >= 0) return position;
  return position < -(lua_Integer)length ? 0 : (lua_Integer)length + position + 1;
}

static int utf8_char(lua_State *L) {
  int count = lua_gettop(L);
  bp_charge(L, (uint64_t)count + 1);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (int index = 1; index <= count; index++) {
    lua_Unsigned code = (lua_Unsigned)bp_check_integer(L, index);
    luaL_argcheck(L, code <= LARGEST_CODE, index, "value out of range");
    char bytes[LONGEST_SEQUENCE];
    luaL_addlstring(&buffer, bytes, encode(bytes, (uint32_t)code));
  }
  luaL_pushresult(&buffer);
  return 1;
}

static int utf8_codepoint(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer first = position_in(bp_opt_integer(L, 2, 1), length);
  lua_Integer last = position_in(bp_opt_integer(L, 3, first), length);
  bool lax = lua_toboolean(L, 4);
  luaL_argcheck(L, first >= 1, 2, "out of bounds");
  luaL_argcheck(L, last <= (lua_Integer)length, 3, "out of bounds");
  if (first > last) return 0;
  if (last - first >= INT_MAX) return bp_raise_exceeded(L, "the slice of the string is too long");
  bp_check_stack(L, (int)(last - first) + 1, "the slice of the string is too long");
  bp_charge(L, (uint64_t)(last - first) / 2 + 1);
  int count = 0;
  const char *end = text + last;
  for (const char *p = text + first - 1; p < end;) {
    uint32_t code;
    p = decode(p, &code, lax);
    if (p == NULL) return luaL_error(L, "invalid UTF-8 code");
    lua_pushinteger(L, code);
    count++;
  }
  return count;
}

static int utf8_len(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer first = position_in(bp_opt_integer(L, 2, 1), length);
  lua_Integer last = position_in(bp_opt_integer(L, 3, -1), length);
  bool lax = lua_toboolean(L, 4);
  luaL_argcheck(L, first >= 1 && first - 1 <= (lua_Integer)length, 2, "initial position out of bounds");
  luaL_argcheck(L, last <= (lua_Integer)length, 3, "final position out of bounds");
  if (first <= last) bp_charge(L, (uint64_t)(last - first) / 4 + 1);
  lua_Integer count = 0;
  for (const char *p = text + first - 1; p < text + last; count++) {
    uint32_t code;
    const char *next = decode(p, &code, lax);
    if (next == NULL) {
      luaL_pushfail(L);
      lua_pushinteger(L, (p - text) + 1);
      return 2;
    }
    p = next;
  }
  lua_pushinteger(L, count);
  return 1;
}

static int utf8_offset(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer wanted = bp_check_integer(L, 2);
  lua_Integer start = position_in(bp_opt_integer(L, 3, wanted >= 0 ? 1 : (lua_Integer)length + 1), length);
  luaL_argcheck(L, start >= 1 && start - 1 <= (lua_Integer)length, 3, "position out of bounds");
  size_t place = (size_t)start - 1;
  bp_meter meter = {L, 0};
  if (wanted == 0) {
    for (; place > 0 && is_continuation(text + place); place--) bp_meter_add(&meter, 1);
    bp_meter_settle(&meter);
    lua_pushinteger(L, (lua_Integer)place + 1);
    return 1;
  }
  if (is_continuation(text + place)) return luaL_error(L, "initial position is a continuation byte");
  if (wanted > 0) {
    wanted--;
    while (wanted > 0 && place < length) {
      do {
        bp_meter_add(&meter, 1);
        place++;
      } while (is_continuation(text + place));
      wanted--;
    }
  } else {
    while (wanted < 0 && place > 0) {
      do {
        bp_meter_add(&meter, 1);
        place--;
      } while (place > 0 && is_continuation(text + place));
      wanted++;
    }
  }
  bp_meter_settle(&meter);
  if (wanted == 0) {
    lua_pushinteger(L, (lua_Integer)place + 1);
  } else {
    luaL_pushfail(L);
  }
  return 1;
}

static int step(lua_State *L, bool lax) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  bp_charge_numeral(L, 2);
  lua_Unsigned place = (lua_Unsigned)lua_tointeger(L, 2);
  bp_meter meter = {L, 1};
  if (place < length) {
    for (; is_continuation(text + place); place++) bp_meter_add(&meter, 1);
  }
  bp_meter_settle(&meter);
  if (place >= length) return 0;
  uint32_t code;
  const char *next = decode(text + place, &code, lax);
  if (next == NULL || is_continuation(next)) return luaL_error(L, "invalid UTF-8 code");
  lua_pushinteger(L, (lua_Integer)place + 1);
  lua_pushinteger(L, code);
  return 2;
}

static int step_strict(lua_State *L) { return step(L, false); }

static int step_lax(lua_State *L) { return step(L, true); }

static int utf8_codes(lua_State *L) {
  bool lax = lua_toboolean(L, 2);
  const char *text = luaL_checkstring(L, 1);
  luaL_argcheck(L, !is_continuation(text), 1, "invalid UTF-8 code");
  lua_pushcfunction(L, lax ? step_lax : step_strict);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

void bp_open_utf8(lua_State *L) {
  static const luaL_Reg functions[] = {{"char", utf8_char}, {"codepoint", utf8_codepoint}, {"codes", utf8_codes},
                                       {"len", utf8_len},   {"offset", utf8_offset},       {NULL, NULL}};
  lua_createtable(L, 0, (int)(sizeof functions / sizeof *functions));
  luaL_setfuncs(L, functions, 0);
  lua_pushlstring(L, "[\0-\x7F\xC2-\xFD][\x80-\xBF]*", 14);
  lua_setfield(L, -2, "charpattern");
}
