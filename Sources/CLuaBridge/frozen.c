// Read-only views of tables: libraries, values of modules, lists from the host. A view is an empty table whose metatable redirects reads to
// a private copy and rejects writes; the VM itself reads through it.
#include <string.h>

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

/// Iterates over the copy without exposing it.
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

/// `__index` of a view whose table computes missing fields: the policy's function receives the view, not the copy.
static int computed_index(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_insert(L, 1);
  lua_call(L, 2, 1);
  return 1;
}

/// Whether a view keeps a metamethod of its table. The others are defined by the view, or could circumvent it.
static bool is_kept(const char *name) {
  static const char *const own[] = {"__index", "__newindex", "__metatable", "__gc", "__mode", "__close", NULL};
  if (name[0] != '_' || name[1] != '_') return false;
  for (int i = 0; own[i] != NULL; i++) {
    if (strcmp(name, own[i]) == 0) return false;
  }
  return true;
}

static void freeze(lua_State *L, const char *name, int memo, int depth);

/// Fills the view's metatable, on top, from the metatable at `from`.
static void take_metamethods(lua_State *L, int from, int copy, const char *name, int memo, int depth) {
  int metatable = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, from) != 0) {
    if (lua_type(L, -2) == LUA_TSTRING && is_kept(lua_tostring(L, -2))) {
      lua_pushvalue(L, -2);
      lua_insert(L, -2);
      lua_rawset(L, metatable);
    } else {
      lua_pop(L, 1);
    }
  }
  lua_pushliteral(L, "__index");
  int type = lua_rawget(L, from);
  if (type == LUA_TTABLE) {
    freeze(L, name, memo, depth + 1);
    lua_createtable(L, 0, 1);
    lua_insert(L, -2);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, copy);
  } else if (type == LUA_TFUNCTION) {
    lua_pushvalue(L, copy);
    lua_insert(L, -2);
    lua_pushcclosure(L, computed_index, 2);
    lua_setfield(L, metatable, "__index");
  }
  lua_settop(L, metatable);
}

static void set_if_absent(lua_State *L, const char *name, lua_CFunction function) {
  lua_pushstring(L, name);
  if (lua_rawget(L, -2) == LUA_TNIL) {
    lua_pushcfunction(L, function);
    lua_setfield(L, -3, name);
  }
  lua_pop(L, 1);
}

static void freeze(lua_State *L, const char *name, int memo, int depth) {
  if (lua_type(L, -1) != LUA_TTABLE) return;
  if (bp_push_thawed(L, -1)) {
    lua_pop(L, 1);
    return;
  }
  if (depth > MAXIMUM_DEPTH) bp_raise_exceeded(L, "%s is nested more than %d levels deep", name, MAXIMUM_DEPTH);
  bp_check_stack(L, 12, "a table is nested too deeply");
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
    // A table used as a key is replaced by its view.
    freeze(L, name, memo, depth + 1);
    lua_insert(L, -2);
    lua_rawset(L, copy);
  }
  lua_createtable(L, 0, 8);
  int metatable = lua_gettop(L);
  lua_pushvalue(L, copy);
  lua_setfield(L, metatable, "__index");
  if (!lua_getmetatable(L, original)) {
  } else if (bp_is_record_metatable(L)) {
    lua_setmetatable(L, copy);
  } else {
    lua_insert(L, metatable);
    take_metamethods(L, metatable, copy, name, memo, depth);
    lua_remove(L, metatable);
  }
  lua_pushstring(L, name);
  lua_pushcclosure(L, frozen_newindex, 1);
  lua_setfield(L, metatable, "__newindex");
  set_if_absent(L, "__len", frozen_len);
  set_if_absent(L, "__pairs", frozen_pairs);
  lua_pushboolean(L, 0);
  lua_setfield(L, metatable, "__metatable");
  lua_pushvalue(L, copy);
  lua_rawsetp(L, metatable, &bp_key_frozen_mark);
  lua_setmetatable(L, view);
  lua_settop(L, view);
  lua_replace(L, original);
}

void bp_freeze_with(lua_State *L, const char *name, int memo) { freeze(L, name, memo, 0); }

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
