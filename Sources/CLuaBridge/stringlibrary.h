// The functions of the `string` library, one file per family.
#pragma once
#include <stddef.h>

#include "internal.h"

/// Converts a start position, counting from 1: negative ones count from the end; the result is at least 1.
static inline size_t bp_start_position(lua_Integer position, size_t length) {
  if (position > 0) return (size_t)position;
  if (position == 0 || position < -(lua_Integer)length) return 1;
  return length + (size_t)position + 1;
}

/// Converts an end position, counting from 1: negative ones count from the end; 0 is before the first byte.
static inline size_t bp_end_position(lua_Integer position, size_t length) {
  if (position > (lua_Integer)length) return length;
  if (position >= 0) return (size_t)position;
  return position < -(lua_Integer)length ? 0 : length + (size_t)position + 1;
}

int bp_string_find(lua_State *L);
int bp_string_match(lua_State *L);
int bp_string_gmatch(lua_State *L);
int bp_string_gsub(lua_State *L);
int bp_string_format(lua_State *L);
