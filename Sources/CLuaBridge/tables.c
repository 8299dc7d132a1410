// The `table` library without `sort`. Every loop charges each element before accessing it, because `__len` may return any length and
// `__index` may be a C function, whose work instruction counts do not include.
#include "tables.h"

#include <limits.h>

#include "meter.h"

void bp_check_table(lua_State *L, int argument, int uses) {
  if (lua_type(L, argument) == LUA_TTABLE) return;
  static const struct {
    int use;
    const char *event;
  } needs[] = {{BP_TABLE_READ, "__index"}, {BP_TABLE_WRITE, "__newindex"}, {BP_TABLE_LENGTH, "__len"}};
  bool able = lua_getmetatable(L, argument);
  int top = lua_gettop(L);
  for (size_t index = 0; able && index < sizeof needs / sizeof *needs; index++) {
    if ((uses & needs[index].use) == 0) continue;
    lua_pushstring(L, needs[index].event);
    able = lua_rawget(L, top) != LUA_TNIL;
    lua_settop(L, top);
  }
  if (!able) {
    luaL_checktype(L, argument, LUA_TTABLE);
  } else {
    lua_settop(L, top - 1);
  }
}

bool bp_table_is_raw(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TTABLE) return false;
  if (!lua_getmetatable(L, index)) return true;
  bool is_list = bp_is_list_metatable(L);
  lua_pop(L, 1);
  return is_list;
}

static lua_Integer checked_length(lua_State *L, int uses) {
  bp_check_table(L, 1, uses | BP_TABLE_LENGTH);
  return luaL_len(L, 1);
}

static int table_insert(lua_State *L) {
  // One past the last element. Wraps around if `__len` is the largest integer, as the comparisons below expect.
  lua_Integer end = (lua_Integer)((lua_Unsigned)checked_length(L, BP_TABLE_READ | BP_TABLE_WRITE) + 1);
  bool raw = bp_table_is_raw(L, 1);
  bp_meter meter = {L, 1};
  lua_Integer place = end;
  switch (lua_gettop(L)) {
    case 2:
      break;
    case 3:
      place = bp_check_integer(L, 2);
      luaL_argcheck(L, (lua_Unsigned)place - 1 < (lua_Unsigned)end, 2, "position out of bounds");
      for (lua_Integer index = end; index > place; index--) {
        bp_meter_add(&meter, bp_table_price(raw));
        bp_table_get(L, raw, 1, index - 1);
        bp_table_set(L, raw, 1, index);
      }
      break;
    default:
      return luaL_error(L, "wrong number of arguments to 'insert'");
  }
  bp_meter_settle(&meter);
  bp_table_set(L, raw, 1, place);
  return 0;
}

static int table_remove(lua_State *L) {
  lua_Integer size = checked_length(L, BP_TABLE_READ | BP_TABLE_WRITE);
  lua_Integer place = bp_opt_integer(L, 2, size);
  if (place != size) {
    // One past the last is allowed, as in `remove(t, #t + 1)`.
    luaL_argcheck(L, (lua_Unsigned)place - 1 <= (lua_Unsigned)size, 2, "position out of bounds");
  }
  bool raw = bp_table_is_raw(L, 1);
  bp_meter meter = {L, 1};
  bp_table_get(L, raw, 1, place);
  for (; place < size; place++) {
    bp_meter_add(&meter, bp_table_price(raw));
    bp_table_get(L, raw, 1, place + 1);
    bp_table_set(L, raw, 1, place);
  }
  bp_meter_settle(&meter);
  lua_pushnil(L);
  bp_table_set(L, raw, 1, place);
  return 1;
}

static int table_move(lua_State *L) {
  lua_Integer first = bp_check_integer(L, 2), last = bp_check_integer(L, 3), to = bp_check_integer(L, 4);
  int target = lua_isnoneornil(L, 5) ? 1 : 5;
  bp_check_table(L, 1, BP_TABLE_READ);
  bp_check_table(L, target, BP_TABLE_WRITE);
  if (last >= first) {
    if (first <= 0 && last >= LUA_MAXINTEGER + first) return bp_raise_exceeded(L, "too many elements to move");
    lua_Integer count = last - first + 1;
    luaL_argcheck(L, to <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    bool raw_source = bp_table_is_raw(L, 1), raw_target = bp_table_is_raw(L, target);
    uint64_t price = bp_table_price(raw_source && raw_target);
    bp_meter meter = {L, 1};
    // Forwards unless that would overwrite elements before they are read.
    bool forwards = to > last || to <= first || (target != 1 && !lua_compare(L, 1, target, LUA_OPEQ));
    for (lua_Integer step = 0; step < count; step++) {
      lua_Integer offset = forwards ? step : count - 1 - step;
      bp_meter_add(&meter, price);
      bp_table_get(L, raw_source, 1, first + offset);
      bp_table_set(L, raw_target, target, to + offset);
    }
    bp_meter_settle(&meter);
  }
  lua_pushvalue(L, target);
  return 1;
}

static int table_concat(lua_State *L) {
  lua_Integer last = checked_length(L, BP_TABLE_READ);
  size_t separator_length;
  const char *separator = luaL_optlstring(L, 2, "", &separator_length);
  lua_Integer index = bp_opt_integer(L, 3, 1);
  last = bp_opt_integer(L, 4, last);
  bool raw = bp_table_is_raw(L, 1);
  bp_meter meter = {L, 1};
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (; index <= last; index++) {
    bp_meter_add(&meter, bp_table_price(raw));
    bp_table_get(L, raw, 1, index);
    if (!lua_isstring(L, -1)) {
      return luaL_error(L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1),
                        (LUAI_UACINT)index);
    }
    size_t length;
    lua_tolstring(L, -1, &length);
    bp_meter_add(&meter, 2 + (length + separator_length) / 64);
    luaL_addvalue(&buffer);
    // The last index may be the largest integer, which cannot be incremented.
    if (index == last) break;
    luaL_addlstring(&buffer, separator, separator_length);
  }
  bp_meter_settle(&meter);
  luaL_pushresult(&buffer);
  return 1;
}

static int table_pack(lua_State *L) {
  int count = lua_gettop(L);
  bp_charge(L, (uint64_t)count / 2 + 1);
  lua_createtable(L, count, 1);
  lua_insert(L, 1);
  for (int index = count; index >= 1; index--) lua_rawseti(L, 1, index);
  lua_pushinteger(L, count);
  lua_setfield(L, 1, "n");
  return 1;
}

static int table_unpack(lua_State *L) {
  lua_Integer first = bp_opt_integer(L, 2, 1);
  lua_Integer last = lua_isnoneornil(L, 3) ? luaL_len(L, 1) : bp_check_integer(L, 3);
  if (first > last) return 0;
  lua_Unsigned beyond_first = (lua_Unsigned)last - (lua_Unsigned)first;
  if (beyond_first >= INT_MAX || !lua_checkstack(L, (int)beyond_first + 1)) {
    return bp_raise_exceeded(L, "too many results to unpack");
  }
  int count = (int)beyond_first + 1;
  bool raw = bp_table_is_raw(L, 1);
  bp_meter meter = {L, 1};
  for (int offset = 0; offset < count; offset++) {
    bp_meter_add(&meter, bp_table_price(raw));
    bp_table_get(L, raw, 1, (lua_Integer)((lua_Unsigned)first + (lua_Unsigned)offset));
  }
  bp_meter_settle(&meter);
  return count;
}

void bp_open_table(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"concat", table_concat}, {"insert", table_insert}, {"move", table_move},     {"pack", table_pack},
      {"remove", table_remove}, {"sort", bp_table_sort},  {"unpack", table_unpack}, {NULL, NULL}};
  lua_createtable(L, 0, (int)(sizeof functions / sizeof *functions) - 1);
  luaL_setfuncs(L, functions, 0);
}
