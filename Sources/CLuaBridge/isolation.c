// Keeps evaluations apart. A policy's functions can hold variables and tables of the file they stand in, and could use them to
// carry something from one rule, or one bundle, to the next; then a verdict would depend on what was checked before. Once the
// policies have loaded, the tables become read-only views, and the variables are put back before each call.
#include "internal.h"

const char bp_key_isolation;

enum { memo = 1, environment, reached, queue };

/// Adds the value on top to the queue if it can hold others and is new. Pops it.
static void enqueue(lua_State *L) {
  if (lua_type(L, -1) != LUA_TFUNCTION && lua_type(L, -1) != LUA_TTABLE) {
    lua_pop(L, 1);
    return;
  }
  lua_pushvalue(L, -1);
  if (lua_rawget(L, reached) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_pushboolean(L, 1);
    lua_rawset(L, reached);
    lua_rawseti(L, queue, (lua_Integer)lua_rawlen(L, queue) + 1);
  } else {
    lua_pop(L, 2);
  }
}

/// Makes the tables that the function at `function` holds read-only, and appends its variables to the record at `record`.
/// Functions of the libraries may hold tables and functions of the policy too: iterators do.
static void visit_function(lua_State *L, int function, int record) {
  bool is_ours = lua_iscfunction(L, function);
  for (int number = 1; lua_getupvalue(L, function, number) != NULL; number++) {
    bp_charge(L, 4);
    if (lua_rawequal(L, -1, environment)) {
      lua_pop(L, 1);
      continue;
    }
    if (lua_type(L, -1) == LUA_TUSERDATA && is_ours && bp_to_node(L, -1) == NULL) {
      luaL_error(L, "a rule keeps an iterator made while the policy loaded; make it where it is used");
    }
    if (lua_type(L, -1) == LUA_TTABLE && !is_ours) {
      bp_freeze_with(L, "a table made while the policy loaded", memo);
      lua_pushvalue(L, -1);
      lua_setupvalue(L, function, number);
    }
    lua_rawgeti(L, record, 0);
    lua_Integer count = lua_tointeger(L, -1);
    lua_pop(L, 1);
    lua_pushvalue(L, function);
    lua_rawseti(L, record, count + 1);
    lua_pushinteger(L, number);
    lua_rawseti(L, record, count + 2);
    lua_pushvalue(L, -1);
    lua_rawseti(L, record, count + 3);
    lua_pushinteger(L, count + 3);
    lua_rawseti(L, record, 0);
    enqueue(L);
  }
}

/// Enqueues what the fields of the table on top hold. Pops it.
static void visit_fields(lua_State *L) {
  lua_pushnil(L);
  while (lua_next(L, -2) != 0) {
    bp_charge(L, 4);
    // Behind a view everything has been copied: views and functions are what matters, and raw tables are the copies.
    bool is_view = bp_push_thawed(L, -1);
    if (is_view) lua_pop(L, 1);
    if (lua_type(L, -1) == LUA_TTABLE && !is_view) {
      lua_pop(L, 1);
    } else {
      enqueue(L);
    }
  }
  lua_pop(L, 1);
}

/// What a view leads to: its metamethods, the fields behind it, and what these inherit from.
static void visit_table(lua_State *L, int table) {
  if (lua_getmetatable(L, table)) visit_fields(L);
  if (!bp_push_thawed(L, table)) return;
  if (lua_getmetatable(L, -1)) visit_fields(L);
  visit_fields(L);
}

/// Leaves the record of the function on top in its place: triples of function, number and value, their count under 0.
static void record_reach(lua_State *L) {
  lua_newtable(L);
  lua_replace(L, reached);
  lua_newtable(L);
  lua_replace(L, queue);
  lua_newtable(L);
  int record = lua_gettop(L);
  lua_pushinteger(L, 0);
  lua_rawseti(L, record, 0);
  lua_pushvalue(L, record - 1);
  enqueue(L);
  for (lua_Integer next = 1; next <= (lua_Integer)lua_rawlen(L, queue); next++) {
    lua_rawgeti(L, queue, next);
    if (lua_type(L, -1) == LUA_TFUNCTION) {
      visit_function(L, lua_gettop(L), record);
    } else {
      visit_table(L, lua_gettop(L));
    }
    lua_pop(L, 1);
  }
  lua_replace(L, record - 1);
}

int bp_settle_body(lua_State *L) {
  lua_settop(L, 0);
  luaL_checkstack(L, 20, NULL);
  lua_newtable(L);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &bp_key_environment);
  lua_newtable(L);
  lua_newtable(L);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &bp_key_functions);
  int functions = lua_gettop(L);
  lua_newtable(L);
  int isolation = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, functions) != 0) {
    if (lua_type(L, -1) != LUA_TFUNCTION || lua_iscfunction(L, -1)) {
      lua_pop(L, 1);
      continue;
    }
    lua_pushvalue(L, -1);
    record_reach(L);
    lua_rawset(L, isolation);
  }
  lua_rawsetp(L, LUA_REGISTRYINDEX, &bp_key_isolation);
  return 0;
}

void bp_restore(lua_State *L) {
  int function = lua_gettop(L);
  luaL_checkstack(L, 6, NULL);
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &bp_key_isolation) == LUA_TTABLE) {
    lua_pushvalue(L, function);
    if (lua_rawget(L, -2) == LUA_TTABLE) {
      int record = lua_gettop(L);
      lua_rawgeti(L, record, 0);
      lua_Integer count = lua_tointeger(L, -1);
      for (lua_Integer at = 1; at < count; at += 3) {
        lua_rawgeti(L, record, at);
        lua_rawgeti(L, record, at + 1);
        int number = (int)lua_tointeger(L, -1);
        lua_rawgeti(L, record, at + 2);
        lua_setupvalue(L, -3, number);
        lua_pop(L, 2);
      }
    }
  }
  lua_settop(L, function);
}
