// `table.sort`. Differs from Lua's own in what the manual leaves open: it is stable, makes the same comparisons in every run, sorts a copy
// (an error in the comparison leaves the table unchanged), and finally compares neighbors again, so that a comparison like `a <= b` is
// always an error if there are equal elements, not just by chance.
#include <limits.h>

#include "meter.h"
#include "sorting.h"
#include "tables.h"

// Stack positions: table, comparison or nil, the copy of the elements.
enum { SORT_TABLE = 1, SORT_COMPARISON, SORT_COPY };

#define UNITS_PER_COMPARISON 4

static bool value_before(void *context, const bp_sort_item *left, const bp_sort_item *right) {
  bp_meter *meter = context;
  lua_State *L = meter->L;
  bp_meter_add(meter, UNITS_PER_COMPARISON);
  bool custom = !lua_isnil(L, SORT_COMPARISON);
  if (custom) lua_pushvalue(L, SORT_COMPARISON);
  lua_rawgeti(L, SORT_COPY, left->place);
  lua_rawgeti(L, SORT_COPY, right->place);
  bool before;
  if (custom) {
    lua_call(L, 2, 1);
    before = lua_toboolean(L, -1);
    lua_pop(L, 1);
  } else {
    before = lua_compare(L, -2, -1, LUA_OPLT);
    lua_pop(L, 2);
  }
  return before;
}

static bool plain_before(void *context, const bp_sort_item *left, const bp_sort_item *right) {
  bp_meter_add(context, 1 + (left->length < right->length ? left->length : right->length) / 64);
  return bp_sort_plain_before(left, right);
}

// Describes all elements, and returns whether they can be compared without Lua: all numbers or all strings.
static bool describe_all(lua_State *L, bp_sort_item *items, int count) {
  bool numbers = true, strings = true;
  for (int index = 0; index < count; index++) {
    bp_sort_item *item = &items[index];
    lua_rawgeti(L, SORT_COPY, index + 1);
    bool described = bp_sort_describe(L, -1, index + 1, item);
    numbers = numbers && described && (item->kind == BP_SORT_INTEGER || item->kind == BP_SORT_FLOAT);
    strings = strings && described && item->kind == BP_SORT_STRING;
    lua_pop(L, 1);
  }
  return numbers || strings;
}

int bp_table_sort(lua_State *L) {
  bp_check_table(L, 1, BP_TABLE_READ | BP_TABLE_WRITE | BP_TABLE_LENGTH);
  lua_Integer length = luaL_len(L, 1);
  if (length <= 1) return 0;
  if (length >= INT_MAX) return bp_raise_exceeded(L, "the array is too large to sort");
  if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  int count = (int)length;
  bp_meter meter = {L, 1};
  // Grows as it is filled, because `__len` may return any length.
  lua_newtable(L);
  bool raw = bp_table_is_raw(L, SORT_TABLE);
  for (int index = 1; index <= count; index++) {
    bp_meter_add(&meter, bp_table_price(raw) + 1);
    bp_table_get(L, raw, SORT_TABLE, index);
    lua_rawseti(L, SORT_COPY, index);
  }
  bp_sort_item *items = lua_newuserdatauv(L, (size_t)count * sizeof(bp_sort_item), 0);
  bp_sort_item *spare = lua_newuserdatauv(L, (size_t)count * sizeof(bp_sort_item), 0);
  bool plain = describe_all(L, items, count) && lua_isnil(L, SORT_COMPARISON);
  items = bp_sort(items, spare, (size_t)count, plain ? plain_before : value_before, &meter);
  for (int index = 1; !plain && index < count; index++) {
    if (value_before(&meter, &items[index], &items[index - 1])) {
      return luaL_error(L, "invalid order function for sorting");
    }
  }
  // The comparison may have set a metatable.
  raw = bp_table_is_raw(L, SORT_TABLE);
  for (int index = 1; index <= count; index++) {
    bp_meter_add(&meter, bp_table_price(raw));
    lua_rawgeti(L, SORT_COPY, items[index - 1].place);
    bp_table_set(L, raw, SORT_TABLE, index);
  }
  bp_meter_settle(&meter);
  return 0;
}
