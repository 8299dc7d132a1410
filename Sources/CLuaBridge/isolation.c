// Isolation of evaluations. Every evaluation starts with Lua's memory as it was after the policies had loaded, so none can pass anything to
// the next. A policy that tries would not notice, so the tables to which its functions refer become read-only views.
#include "internal.h"

enum { memo = 1, environment, reached, queue };

/// Whether the value on top can refer to other values. Most are functions of ours without upvalues, or with a string only.
static bool leads_on(lua_State *L) {
  if (lua_type(L, -1) == LUA_TTABLE) return true;
  if (lua_type(L, -1) != LUA_TFUNCTION) return false;
  if (!lua_iscfunction(L, -1)) return true;
  bool holds = false;
  for (int number = 1; !holds && lua_getupvalue(L, -1, number) != NULL; number++) {
    holds = lua_type(L, -1) != LUA_TSTRING && lua_type(L, -1) != LUA_TNUMBER;
    lua_pop(L, 1);
  }
  return holds;
}

/// Adds the value on top to the queue if it is new and can refer to other values. Pops it.
static void enqueue(lua_State *L) {
  if (!leads_on(L)) {
    lua_pop(L, 1);
    return;
  }
  lua_pushvalue(L, -1);
  if (lua_rawget(L, reached) != LUA_TNIL) {
    lua_pop(L, 2);
    return;
  }
  lua_pop(L, 1);
  lua_pushvalue(L, -1);
  lua_pushboolean(L, 1);
  lua_rawset(L, reached);
  lua_rawseti(L, queue, (lua_Integer)lua_rawlen(L, queue) + 1);
}

/// Makes the tables in the upvalues of the function at `function` read-only, and enqueues the upvalues. Functions of libraries may also
/// refer to tables and functions of the policy, as iterators do.
static void visit_function(lua_State *L, int function) {
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
    enqueue(L);
  }
}

/// Enqueues the fields of the table on top. Pops it.
static void visit_fields(lua_State *L) {
  lua_pushnil(L);
  while (lua_next(L, -2) != 0) {
    bp_charge(L, 4);
    // Tables behind views are private copies: only views and functions matter.
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

/// Visits what a view refers to: its metamethods, the fields behind it, and those they inherit.
static void visit_table(lua_State *L, int table) {
  if (lua_getmetatable(L, table)) visit_fields(L);
  if (!bp_push_thawed(L, table)) return;
  if (lua_getmetatable(L, -1)) visit_fields(L);
  visit_fields(L);
}

static void enqueue_functions(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &bp_key_functions);
  int functions = lua_gettop(L);
  size_t count = lua_rawlen(L, functions);
  for (size_t number = 1; number <= count; number++) {
    if (lua_rawgeti(L, functions, (lua_Integer)number) == LUA_TFUNCTION) enqueue(L);
    else lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

int bp_settle_body(lua_State *L) {
  lua_settop(L, 0);
  bp_check_stack(L, 20, "a table is nested too deeply");
  lua_newtable(L);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &bp_key_environment);
  lua_newtable(L);
  lua_newtable(L);
  enqueue_functions(L);
  for (lua_Integer next = 1; next <= (lua_Integer)lua_rawlen(L, queue); next++) {
    lua_rawgeti(L, queue, next);
    if (lua_type(L, -1) == LUA_TFUNCTION) {
      visit_function(L, lua_gettop(L));
    } else {
      visit_table(L, lua_gettop(L));
    }
    lua_pop(L, 1);
  }
  return 0;
}
