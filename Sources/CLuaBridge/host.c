// Calls from Lua into the host.
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define UNITS_PER_ARGUMENT 10
#define UNITS_PER_IMPORT 1000

const char bp_key_modules, bp_key_format;

/// Turns `…, message, a, b[, options]` into `…, formatted message[, options]`.
static void format_arguments(lua_State *L, int at) {
  int top = lua_gettop(L);
  if (top <= at || lua_type(L, at) != LUA_TSTRING) return;
  bool options = lua_type(L, top) == LUA_TTABLE;
  int count = top - at - (options ? 1 : 0);
  if (count == 0) return;
  bp_check_stack(L, count + 4, "too many arguments");
  lua_rawgetp(L, LUA_REGISTRYINDEX, &bp_key_format);
  for (int i = 0; i <= count; i++) lua_pushvalue(L, at + i);
  lua_call(L, count + 1, 1);
  lua_replace(L, at);
  if (options) {
    lua_pushvalue(L, top);
    lua_replace(L, at + 1);
  }
  lua_settop(L, at + (options ? 1 : 0));
}

static bp_value *read_arguments(lua_State *L, int count, bool capture) {
  bp_charge(L, (uint64_t)count * UNITS_PER_ARGUMENT);
  bp_value *arguments = bp_scratch(bp_of(L), sizeof(bp_value) * (size_t)(count + 1));
  if (arguments == NULL) bp_raise_limit(L);
  for (int i = 0; i < count; i++) bp_read_value(L, i + 1, &arguments[i], capture);
  return arguments;
}

static void import_source(lua_State *L, const bp_call *call, const bp_result *result, uint32_t traits) {
  bp_state *state = bp_of(L);
  // The host had to find the file even if the module is loaded already.
  bp_charge(L, UNITS_PER_IMPORT + result->value.string.count / 16);
  // Modules are cached by file, because policies may use the same name for different files.
  int modules = lua_gettop(L) + 1;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &bp_key_modules);
  lua_pushlstring(L, result->name.start == NULL ? "" : result->name.start, result->name.count);
  lua_pushvalue(L, -1);
  bool is_loaded = lua_rawget(L, modules) != LUA_TNIL;
  if (!is_loaded) {
    lua_pop(L, 1);
    bp_compile(L, result->value.string, result->compiled, result->name);
    lua_call(L, 0, 1);
  }
  if (traits & BP_IMPORTS) {
    // Tells the host that the module has run by calling it again, with `true`.
    bp_value arguments[2];
    bp_read_value(L, 1, &arguments[0], false);
    memset(&arguments[1], 0, sizeof arguments[1]);
    arguments[1].type = BP_BOOLEAN;
    arguments[1].boolean = true;
    bp_call finished = {.function = call->function, .arguments = arguments, .count = 2, .file = call->file, .line = call->line};
    bp_result ignored;
    memset(&ignored, 0, sizeof ignored);
    state->host.call(state->host.context, &finished, &ignored);
  }
  if (is_loaded) return;
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    lua_pushboolean(L, 1);
  }
  bp_freeze(L, "a value from another module", false);
  lua_pushvalue(L, modules + 1);
  lua_pushvalue(L, -2);
  lua_rawset(L, modules);
}

static int host_function(lua_State *L) {
  bp_state *state = bp_of(L);
  uint32_t function = (uint32_t)lua_tointeger(L, lua_upvalueindex(1));
  bp_function traits = function < state->function_count ? state->functions[function] : (bp_function){0, 0};
  // Callable nodes are reports. The message comes first, or after the bundle concerned.
  if (function == BP_CALL_NODE) traits = (bp_function){BP_FORMATS, lua_type(L, 2) == LUA_TUSERDATA ? 3 : 2};
  if (traits.traits & BP_IMPORTS) lua_settop(L, 1);
  if (traits.traits & BP_FORMATS) format_arguments(L, traits.format);
  bp_mark mark = bp_scratch_mark(state);
  int count = lua_gettop(L);
  bp_check_stack(L, 8, "too many arguments");
  const char *file = "";
  bp_call call = {.function = function, .count = (size_t)count};
  call.arguments = read_arguments(L, count, (traits.traits & BP_CAPTURES) != 0);
  call.line = bp_where(L, &file);
  call.file = (bp_bytes){file, strlen(file)};
  bp_result result;
  memset(&result, 0, sizeof result);
  state->host.call(state->host.context, &call, &result);
  if (result.value.type == BP_SOURCE && (traits.traits & (BP_IMPORTS | BP_CALLS))) {
    import_source(L, &call, &result, traits.traits);
    bp_scratch_release(state, mark);
    if (traits.traits & BP_CALLS) {
      // The module's value is a function; its arguments are at the bottom of the stack.
      lua_insert(L, 1);
      lua_settop(L, count + 1);
      lua_call(L, count, 1);
      if (result.value.function != 0) bp_make_records(L, result.value.function);
    }
  } else {
    bp_push_result(L, &result, mark);
  }
  return 1;
}

/// The second call of `f "name" { … }`.
static int curried_body(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, 1);
  return 1;
}

static int curried_name(lua_State *L) {
  // A number would be mistaken for the token of a second call.
  if (lua_type(L, 1) == LUA_TNUMBER) return luaL_error(L, "a name in quotation marks is expected, found a number");
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  int count = lua_gettop(L) - 1;
  lua_call(L, count, 1);
  if (lua_type(L, -1) != LUA_TNUMBER) return 1;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushcclosure(L, curried_body, 2);
  bp_make_final(L);
  return 1;
}

void bp_push_host_function(lua_State *L, uint32_t function) {
  bp_state *state = bp_of(L);
  lua_pushinteger(L, (lua_Integer)function);
  lua_pushcclosure(L, host_function, 1);
  uint32_t traits = function < state->function_count ? state->functions[function].traits : 0;
  if (traits & BP_CURRIED) lua_pushcclosure(L, curried_name, 1);
  if (traits & (BP_CURRIED | BP_IMPORTS | BP_FINAL)) bp_make_final(L);
}
