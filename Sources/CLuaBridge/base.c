// The base environment: the functions that policies have, and replacements for those that limits or determinism require.
#include <string.h>

#include "internal.h"
#include "tables.h"
#include "text.h"

// For unwinding, and for a message for which Lua searches all its libraries.
#define UNITS_PER_ERROR 1000

static const char handler_overflow[] = "C stack overflow";

/// Expects the error on top unless the call succeeded.
static int finish_protected_call(lua_State *L, int status) {
  // A limit is not an error that policies can handle: it ends the evaluation, however many pcalls are around it. The status alone is not
  // enough: an error in a `__close` during unwinding replaces the first one.
  if (status == LUA_OK) return 1;
  // Buffers of the auxiliary library turn a refused allocation into an ordinary error. Errors in a handler are not passed to a handler.
  if (status == LUA_ERRERR) bp_exceed(bp_of(L), handler_overflow, sizeof handler_overflow - 1);
  bp_check_limits(L);
  if (bp_of(L)->is_final) return lua_error(L);
  bp_charge(L, UNITS_PER_ERROR);
  return 0;
}

/// The message handler of `pcall`, which returns the error unchanged.
static int note_overflow(lua_State *L) {
  bp_note_overflow(L, 1);
  return 1;
}

static int base_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  bp_mark mark = bp_scratch_mark(bp_of(L));
  lua_pushcfunction(L, note_overflow);
  lua_insert(L, 1);
  int succeeded = finish_protected_call(L, lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 1));
  if (!succeeded) bp_scratch_release(bp_of(L), mark);
  lua_pushboolean(L, succeeded);
  lua_replace(L, 1);
  return lua_gettop(L);
}

/// Wraps the policy's message handler. Lua runs handlers with hooks disabled if the error came from the hook, so a handler must never run
/// after a limit was reached.
static int guarded_handler(lua_State *L) {
  bp_note_overflow(L, 1);
  if (bp_is_exhausted(bp_of(L)) || bp_of(L)->is_final) return 1;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

static int base_xpcall(lua_State *L) {
  int arguments = lua_gettop(L) - 2;
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, guarded_handler, 1);
  // From (function, handler, arguments…, guard) to (guard, function, arguments…).
  lua_insert(L, 1);
  lua_remove(L, 3);
  bp_mark mark = bp_scratch_mark(bp_of(L));
  int succeeded = finish_protected_call(L, lua_pcall(L, arguments, LUA_MULTRET, 1));
  if (!succeeded) bp_scratch_release(bp_of(L), mark);
  lua_pushboolean(L, succeeded);
  lua_replace(L, 1);
  return lua_gettop(L);
}

/// Wraps a Lua function that converts its arguments to numbers, which takes time proportional to their text but counts as one instruction.
static int numeric_function(lua_State *L) {
  for (int index = lua_gettop(L); index >= 1; index--) bp_charge_numeral(L, index);
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

/// Wraps functions of the table on top in `numeric_function`.
static void meter_functions(lua_State *L, const char *const *names) {
  for (; *names != NULL; names++) {
    if (lua_getfield(L, -1, *names) != LUA_TFUNCTION) {
      lua_pop(L, 1);
      continue;
    }
    lua_pushcclosure(L, numeric_function, 1);
    lua_setfield(L, -2, *names);
  }
}

static int base_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  bp_tolstring(L, 1);
  return 1;
}

static int base_setmetatable(lua_State *L) {
  static const char *const refused[] = {"__gc", "__mode", "__metatable", NULL};
  int type = lua_type(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
  // A list may become an object of the policy.
  if (!bp_table_is_raw(L, 1) && luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) {
    return luaL_error(L, "cannot change a protected metatable");
  }
  for (int i = 0; type == LUA_TTABLE && refused[i] != NULL; i++) {
    lua_pushstring(L, refused[i]);
    if (lua_rawget(L, 2) != LUA_TNIL) return luaL_error(L, "a policy's metatable cannot have '%s'", refused[i]);
    lua_pop(L, 1);
  }
  lua_settop(L, 2);
  lua_setmetatable(L, 1);
  return 1;
}

static void keep(lua_State *L, int from, const char *const *names) {
  for (; *names != NULL; names++) {
    lua_getfield(L, from, *names);
    lua_setfield(L, -2, *names);
  }
}

void bp_open_base(lua_State *L) {
  static const char *const base[] = {"assert", "error", "getmetatable", "ipairs", "select", "tonumber", "type", NULL};
  static const char *const numeric[] = {"error", "select", "tonumber", NULL};
  static const char *const math[] = {"abs", "ceil", "cos", "deg", "exp", "floor", "fmod", "huge", "log", "max", "maxinteger",
                                     "min", "mininteger", "modf", "pi", "rad", "sin", "sqrt", "tan", "tointeger", "type",
                                     "ult", "acos", "asin", "atan", NULL};
  static const luaL_Reg ours[] = {{"next", bp_next},       {"pairs", bp_pairs},       {"pcall", base_pcall},
                                  {"xpcall", base_xpcall}, {"tostring", base_tostring},
                                  {"setmetatable", base_setmetatable}, {NULL, NULL}};
  lua_newtable(L);
  int globals = lua_gettop(L);
  luaL_requiref(L, "_G", luaopen_base, 0);
  lua_pushvalue(L, globals);
  keep(L, lua_gettop(L) - 1, base);
  luaL_setfuncs(L, ours, 0);
  meter_functions(L, numeric);
  lua_settop(L, globals);
  luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 0);
  lua_newtable(L);
  keep(L, lua_gettop(L) - 1, math);
  meter_functions(L, math);
  lua_setfield(L, globals, LUA_MATHLIBNAME);
  lua_settop(L, globals);
  bp_open_string(L);
  lua_getfield(L, -1, "format");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &bp_key_format);
  lua_setfield(L, globals, LUA_STRLIBNAME);
  bp_open_table(L);
  lua_setfield(L, globals, LUA_TABLIBNAME);
  bp_open_utf8(L);
  lua_setfield(L, globals, LUA_UTF8LIBNAME);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &bp_key_globals);
}
