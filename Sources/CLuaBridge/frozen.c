// Read-only views of tables: libraries, modules' values, lists from the host. A view is an empty table whose metatable sends
// reads to a private copy and refuses writes; reading through it is done by the VM itself.
#include "internal.h"

#define MAXIMUM_DEPTH 100

const char bp_key_frozen_mark;

bool bp_push_thawed(lua_State *L, int index) {
  index = lua_absindex(L, index);
  if (lua_type(L, index) != LUA_TTABLE || !lua_checkstack(L, 3) || !lua_getmetatable(L, index)) return false;
  if (lua_rawgetp(L, -1, &bp_key_frozen_mark) == LUA_TTABLE) {
    lua_remove(L, -2);
    return true;
  }
  lua_pop(L, 2);
  return false;
}

static int frozen_newindex(lua_State *L) {
  const char *key = lua_type(L, 2) == LUA_TSTRING || lua_type(L, 2) == LUA_TNUMBER ? lua_tostring(L, 2) : luaL_typename(L, 2);
  return luaL_error(L, "%s is read-only: cannot set '%s'", lua_tostring(L, lua_upvalueindex(1)), key);
}

static int frozen_len(lua_State *L) {
  if (!bp_push_thawed(L, 1)) return luaL_error(L, "a read-only table was expected");
  lua_pushinteger(L, luaL_len(L, -1));
  return 1;
}

static int frozen_iterate(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_pushvalue(L, 2);
  lua_call(L, 2, 2);
  return 2;
}

/// Iterates the copy, but never hands it out.
static int frozen_pairs(lua_State *L) {
  if (!bp_push_thawed(L, 1)) return luaL_error(L, "a read-only table was expected");
  lua_pushcfunction(L, bp_pairs);
  lua_pushvalue(L, -2);
  lua_call(L, 1, 3);
  lua_pop(L, 1);
  lua_pushcclosure(L, frozen_iterate, 2);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

static int strict_index(lua_State *L) { return bp_raise_undefined(L, lua_tostring(L, lua_upvalueindex(1)), 2); }

static void freeze(lua_State *L, const char *name, int memo, int depth) {
  if (lua_type(L, -1) != LUA_TTABLE) return;
  if (bp_push_thawed(L, -1)) {
    lua_pop(L, 1);
    return;
  }
  if (depth > MAXIMUM_DEPTH) luaL_error(L, "%s is nested more than %d levels deep", name, MAXIMUM_DEPTH);
  luaL_checkstack(L, 10, "a table is nested too deeply");
  int original = lua_gettop(L);
  lua_pushvalue(L, original);
  if (lua_rawget(L, memo) == LUA_TTABLE) {
    lua_replace(L, original);
    return;
  }
  lua_pop(L, 1);
  lua_newtable(L);
  int view = original + 1;
  lua_pushvalue(L, original);
  lua_pushvalue(L, view);
  lua_rawset(L, memo);
  lua_newtable(L);
  int copy = original + 2;
  lua_pushnil(L);
  while (lua_next(L, original) != 0) {
    bp_charge(L, 4);
    freeze(L, name, memo, depth + 1);
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, copy);
  }
  if (lua_getmetatable(L, original)) lua_setmetatable(L, copy);
  lua_createtable(L, 0, 6);
  lua_pushvalue(L, copy);
  lua_setfield(L, -2, "__index");
  lua_pushstring(L, name);
  lua_pushcclosure(L, frozen_newindex, 1);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, frozen_len);
  lua_setfield(L, -2, "__len");
  lua_pushcfunction(L, frozen_pairs);
  lua_setfield(L, -2, "__pairs");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushvalue(L, copy);
  lua_rawsetp(L, -2, &bp_key_frozen_mark);
  lua_setmetatable(L, view);
  lua_settop(L, view);
  lua_replace(L, original);
}

void bp_freeze(lua_State *L, const char *name, bool strict) {
  if (lua_type(L, -1) != LUA_TTABLE) return;
  lua_newtable(L);
  lua_insert(L, -2);
  freeze(L, name, lua_gettop(L) - 1, 0);
  lua_remove(L, -2);
  if (strict && bp_push_thawed(L, -1)) {
    lua_createtable(L, 0, 1);
    lua_pushstring(L, name);
    lua_pushcclosure(L, strict_index, 1);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
  }
}
