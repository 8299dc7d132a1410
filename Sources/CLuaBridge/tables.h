// Functions shared by the `table` library.
#pragma once
#include "internal.h"

#define BP_TABLE_READ 1
#define BP_TABLE_WRITE 2
#define BP_TABLE_LENGTH 4

/// Raises unless the argument is a table, or has the metamethods for the given uses.
void bp_check_table(lua_State *L, int argument, int uses);

/// Whether elements can be read and written without metamethods.
bool bp_table_is_raw(lua_State *L, int index);

/// The price of accessing an element: higher if a metamethod may run.
static inline uint64_t bp_table_price(bool raw) { return raw ? 2 : 4; }

static inline int bp_table_get(lua_State *L, bool raw, int index, lua_Integer place) {
  return raw ? lua_rawgeti(L, index, place) : lua_geti(L, index, place);
}

/// Pops the value on top.
static inline void bp_table_set(lua_State *L, bool raw, int index, lua_Integer place) {
  if (raw) {
    lua_rawseti(L, index, place);
  } else {
    lua_seti(L, index, place);
  }
}

int bp_table_sort(lua_State *L);
