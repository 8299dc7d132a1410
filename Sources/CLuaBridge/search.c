// `string.find`, `match`, `gmatch` and `gsub`.
#include <string.h>

#include "meter.h"
#include "patterns.h"
#include "stringlibrary.h"

// Returns the number of bytes that are equal at both places, up to `limit`. Compares eight bytes at a time: with a hostile needle this is
// the hot loop.
static size_t common_length(const char *left, const char *right, size_t limit) {
  size_t length = 0;
  while (limit - length >= sizeof(uint64_t)) {
    uint64_t a, b;
    memcpy(&a, left + length, sizeof a);
    memcpy(&b, right + length, sizeof b);
    if (a != b) break;
    length += sizeof a;
  }
  while (length < limit && left[length] == right[length]) length++;
  return length;
}

static const char *find_bytes(lua_State *L, const char *text, size_t length, const char *needle, size_t needle_length) {
  if (needle_length == 0) return text;
  if (needle_length > length) return NULL;
  bp_meter meter = {L, 1};
  const char *last = text + (length - needle_length);
  const char *found = NULL;
  while (text <= last) {
    const char *candidate = memchr(text, needle[0], (size_t)(last - text) + 1);
    bp_meter_add(&meter, (uint64_t)((candidate == NULL ? last : candidate) - text) / 64 + 1);
    if (candidate == NULL) break;
    size_t common = common_length(candidate, needle, needle_length);
    bp_meter_add(&meter, common / 16);
    if (common == needle_length) {
      found = candidate;
      break;
    }
    text = candidate + 1;
  }
  bp_meter_settle(&meter);
  return found;
}

// Whether the pattern has no special characters. A `)` alone has always been plain text in Lua's `find`.
static bool is_plain(lua_State *L, const char *pattern, size_t length) {
  bp_charge(L, length / 16 + 1);
  for (size_t index = 0; index < length; index++) {
    switch (pattern[index]) {
      case '^':
      case '$':
      case '*':
      case '+':
      case '?':
      case '.':
      case '(':
      case '[':
      case '%':
      case '-':
        return false;
      default:
        break;
    }
  }
  return true;
}

static int search(lua_State *L, bool find) {
  size_t length, pattern_length;
  const char *text = luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &pattern_length);
  size_t start = bp_start_position(bp_opt_integer(L, 3, 1), length) - 1;
  if (start > length) {
    luaL_pushfail(L);
    return 1;
  }
  if (find && (lua_toboolean(L, 4) || is_plain(L, pattern, pattern_length))) {
    const char *found = find_bytes(L, text + start, length - start, pattern, pattern_length);
    if (found == NULL) {
      luaL_pushfail(L);
      return 1;
    }
    lua_pushinteger(L, (found - text) + 1);
    lua_pushinteger(L, (lua_Integer)((size_t)(found - text) + pattern_length));
    return 2;
  }
  bp_matcher matcher;
  bp_matcher_init(&matcher, L, text, length, pattern, pattern_length);
  bool anchored = pattern_length > 0 && *pattern == '^';
  if (anchored) pattern++;
  for (const char *from = text + start; from <= matcher.subject_end; from++) {
    const char *to = bp_match(&matcher, from, pattern);
    if (to != NULL) {
      int count = 0;
      if (find) {
        lua_pushinteger(L, (from - text) + 1);
        lua_pushinteger(L, to - text);
        count = 2;
      }
      count += bp_push_captures(&matcher, find ? NULL : from, to);
      bp_matcher_settle(&matcher);
      return count;
    }
    if (anchored) break;
  }
  bp_matcher_settle(&matcher);
  luaL_pushfail(L);
  return 1;
}

int bp_string_find(lua_State *L) { return search(L, true); }

int bp_string_match(lua_State *L) { return search(L, false); }

// Upvalues of the iterator: text, pattern, offset of the next attempt, offset of the end of the last match (-1 if none).
enum { GMATCH_TEXT = 1, GMATCH_PATTERN, GMATCH_NEXT, GMATCH_LAST };

static int gmatch_step(lua_State *L) {
  size_t length, pattern_length;
  const char *text = lua_tolstring(L, lua_upvalueindex(GMATCH_TEXT), &length);
  const char *pattern = lua_tolstring(L, lua_upvalueindex(GMATCH_PATTERN), &pattern_length);
  size_t next = (size_t)lua_tointeger(L, lua_upvalueindex(GMATCH_NEXT));
  lua_Integer last = lua_tointeger(L, lua_upvalueindex(GMATCH_LAST));
  bp_matcher matcher;
  bp_matcher_init(&matcher, L, text, length, pattern, pattern_length);
  bp_matcher_spend(&matcher, 16);
  for (; next <= length; next++) {
    const char *to = bp_match(&matcher, text + next, pattern);
    // An empty match right after the last one would repeat its end.
    if (to == NULL || to - text == last) continue;
    lua_pushinteger(L, to - text);
    lua_copy(L, -1, lua_upvalueindex(GMATCH_NEXT));
    lua_replace(L, lua_upvalueindex(GMATCH_LAST));
    int count = bp_push_captures(&matcher, text + next, to);
    bp_matcher_settle(&matcher);
    return count;
  }
  bp_matcher_settle(&matcher);
  return 0;
}

int bp_string_gmatch(lua_State *L) {
  size_t length;
  luaL_checklstring(L, 1, &length);
  luaL_checkstring(L, 2);
  size_t start = bp_start_position(bp_opt_integer(L, 3, 1), length) - 1;
  if (start > length) start = length + 1;
  lua_settop(L, 2);
  lua_pushinteger(L, (lua_Integer)start);
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, gmatch_step, 4);
  return 1;
}

// Appends the replacement string with its `%` escapes expanded.
static void add_filled(bp_matcher *matcher, luaL_Buffer *buffer, const char *from, const char *to) {
  lua_State *L = matcher->L;
  size_t length;
  const char *text = lua_tolstring(L, 3, &length);
  const char *end = text + length;
  bp_matcher_spend(matcher, length / 16 + 4);
  for (;;) {
    const char *escape = memchr(text, BP_PATTERN_ESCAPE, (size_t)(end - text));
    luaL_addlstring(buffer, text, (size_t)((escape == NULL ? end : escape) - text));
    if (escape == NULL) return;
    bp_matcher_spend(matcher, 4);
    char kind = escape + 1 < end ? escape[1] : '\0';
    if (kind == BP_PATTERN_ESCAPE) {
      luaL_addchar(buffer, BP_PATTERN_ESCAPE);
    } else if (kind >= '0' && kind <= '9') {
      const char *start = from;
      size_t count = (size_t)(to - from);
      if (kind == '0' || bp_get_capture(matcher, kind - '1', from, to, &start, &count)) {
        bp_matcher_spend(matcher, count / 16);
        luaL_addlstring(buffer, start, count);
      } else {
        lua_pushinteger(L, (lua_Integer)count);
        luaL_addvalue(buffer);
      }
    } else {
      luaL_error(L, "invalid use of '%c' in replacement string", BP_PATTERN_ESCAPE);
    }
    text = escape + 2;
  }
}

// Appends the replacement for the match [from, to). Returns false if that is the match itself.
static bool add_replacement(bp_matcher *matcher, luaL_Buffer *buffer, const char *from, const char *to, int type) {
  lua_State *L = matcher->L;
  if (type == LUA_TFUNCTION) {
    lua_pushvalue(L, 3);
    int count = bp_push_captures(matcher, from, to);
    lua_call(L, count, 1);
    bp_check_limits(L);
  } else if (type == LUA_TTABLE) {
    bp_push_capture(matcher, 0, from, to);
    lua_gettable(L, 3);
  } else {
    add_filled(matcher, buffer, from, to);
    return true;
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    bp_matcher_spend(matcher, (uint64_t)(to - from) / 16);
    luaL_addlstring(buffer, from, (size_t)(to - from));
    return false;
  }
  if (!lua_isstring(L, -1)) luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  size_t length;
  lua_tolstring(L, -1, &length);
  bp_matcher_spend(matcher, length / 16);
  luaL_addvalue(buffer);
  return true;
}

int bp_string_gsub(lua_State *L) {
  size_t length, pattern_length;
  const char *text = luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &pattern_length);
  int type = lua_type(L, 3);
  lua_Integer most = bp_opt_integer(L, 4, (lua_Integer)length + 1);
  luaL_argexpected(L, type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TFUNCTION || type == LUA_TTABLE, 3,
                   "string/function/table");
  bp_matcher matcher;
  bp_matcher_init(&matcher, L, text, length, pattern, pattern_length);
  bool anchored = pattern_length > 0 && *pattern == '^';
  if (anchored) pattern++;
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  const char *from = text, *last = NULL;
  lua_Integer count = 0;
  bool changed = false;
  while (count < most) {
    const char *to = bp_match(&matcher, from, pattern);
    if (to != NULL && to != last) {
      count++;
      if (add_replacement(&matcher, &buffer, from, to, type)) changed = true;
      from = last = to;
    } else if (from < matcher.subject_end) {
      luaL_addchar(&buffer, *from++);
    } else {
      break;
    }
    if (anchored) break;
  }
  if (changed) {
    bp_matcher_spend(&matcher, (uint64_t)(matcher.subject_end - from) / 16);
    luaL_addlstring(&buffer, from, (size_t)(matcher.subject_end - from));
    luaL_pushresult(&buffer);
  } else {
    lua_pushvalue(L, 1);
  }
  bp_matcher_settle(&matcher);
  lua_pushinteger(L, count);
  return 2;
}
