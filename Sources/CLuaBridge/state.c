// The lifetime of a state: creation, registration of host functions, locking, destruction.
#include <stdlib.h>
#include <string.h>

#include "coverage.h"
#include "internal.h"

const char bp_key_globals, bp_key_environment, bp_key_functions;

static int set_up(lua_State *L) {
  lua_newtable(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &bp_key_functions);
  lua_newtable(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &bp_key_modules);
  bp_open_nodes(L);
  bp_open_base(L);
  return 0;
}

/// Runs a set-up step outside any evaluation. Returns false if memory is short.
static bool protected_step(bp_state *state, lua_CFunction step, void *argument) {
  lua_State *L = state->L;
  if (!lua_checkstack(L, 4)) return false;
  lua_pushcfunction(L, step);
  lua_pushlightuserdata(L, argument);
  int status = lua_pcall(L, 1, 0, 0);
  if (status != LUA_OK) lua_pop(L, 1);
  return status == LUA_OK;
}

bp_state *bp_create(bp_limits limits, bp_host host) {
  bp_state *state = calloc(1, sizeof *state);
  if (state == NULL) return NULL;
  state->limits = limits;
  state->host = host;
  state->interval = BP_HOOK_INTERVAL;
  // New nodes have epoch 0.
  state->epoch = 1;
  if (bp_heap_open(&state->heap, limits.memory)) state->L = lua_newstate(bp_allocate, state);
  if (state->L != NULL) *(bp_state **)lua_getextraspace(state->L) = state;
  if (state->L == NULL || !protected_step(state, set_up, NULL)) {
    bp_destroy(state);
    return NULL;
  }
  return state;
}

void bp_destroy(bp_state *state) {
  // Nothing in Lua's heap refers to memory outside it, so it need not be closed.
  bp_heap_close(&state->heap);
  bp_scratch_free(state);
  bp_coverage_free(state);
  free(state->functions);
  free(state);
}

typedef struct registration {
  const char *library, *name;
  uint32_t function;
  const bp_node *node;
} registration;

static int register_step(lua_State *L) {
  const registration *request = lua_touserdata(L, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &bp_key_globals);
  if (request->library != NULL && lua_getfield(L, -1, request->library) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, request->library);
  }
  if (request->node != NULL) {
    bp_push_node(L, *request->node);
  } else {
    bp_push_host_function(L, request->function);
  }
  lua_setfield(L, -2, request->name);
  return 0;
}

bool bp_register(bp_state *state, uint32_t function, const char *library, const char *name, uint32_t traits, int32_t format) {
  if (function >= state->function_count) {
    if (function >= 4096) return false;
    uint32_t count = function + 32;
    bp_function *functions = realloc(state->functions, count * sizeof *functions);
    if (functions == NULL) return false;
    memset(functions + state->function_count, 0, (count - state->function_count) * sizeof *functions);
    state->functions = functions;
    state->function_count = count;
  }
  state->functions[function] = (bp_function){traits, format};
  if (name == NULL) return true;
  registration request = {library, name, function, NULL};
  return protected_step(state, register_step, &request);
}

bool bp_register_node(bp_state *state, const char *name, bp_node node) {
  registration request = {NULL, name, 0, &node};
  return protected_step(state, register_step, &request);
}

static int keep_node_step(lua_State *L) {
  const registration *request = lua_touserdata(L, 1);
  bp_push_node(L, *request->node);
  luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

bool bp_keep_node(bp_state *state, bp_node node) {
  registration request = {NULL, NULL, 0, &node};
  return protected_step(state, keep_node_step, &request);
}

static int undefined_global(lua_State *L) { return bp_raise_undefined(L, NULL, 2); }

static int assign_global(lua_State *L) {
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
  return luaL_error(L, "cannot assign to the global '%s'; write 'local %s = …'", name, name);
}

/// Stores the functions of all libraries (the globals are at 1) where Lua looks for the name of a function that the call does not name, as
/// in `pcall(f)` (`pushglobalfuncname` in lauxlib.c). Policies cannot reach that table.
static void name_functions(lua_State *L) {
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, 1) != 0) {
    if (bp_push_thawed(L, -1)) {
      lua_pushvalue(L, -3);
      lua_insert(L, -2);
      lua_rawset(L, -5);
    }
    lua_pop(L, 1);
  }
  lua_pushvalue(L, 1);
  lua_setfield(L, -2, LUA_GNAME);
  lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
}

static int seal_step(lua_State *L) {
  lua_settop(L, 0);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &bp_key_globals);
  lua_pushnil(L);
  while (lua_next(L, 1) != 0) {
    // Assigning to existing fields during a traversal is allowed.
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    if (lua_type(L, -1) == LUA_TTABLE) bp_freeze(L, lua_tostring(L, -2), true);
    lua_rawset(L, 1);
  }
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, undefined_global);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, 1);
  name_functions(L);

  lua_pushliteral(L, "");
  lua_createtable(L, 0, 12);
  lua_getfield(L, 1, LUA_STRLIBNAME);
  if (bp_push_thawed(L, -1)) lua_setfield(L, -3, "__index");
  lua_pop(L, 1);
  bp_push_string_metamethods(L);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_settop(L, 1);

  lua_newtable(L);
  lua_createtable(L, 0, 3);
  lua_pushvalue(L, 1);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, assign_global);
  lua_setfield(L, -2, "__newindex");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &bp_key_environment);
  return 0;
}

bool bp_seal(bp_state *state) { return protected_step(state, seal_step, NULL); }
