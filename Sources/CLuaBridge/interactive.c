// Interactive sources. They run in the locked environment like policies' sources, but with a table of variables in front of it: assignments
// to globals go there, where no policy looks.
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// Limits for displayed values.
#define MOST_RESULTS 20
#define MOST_ENTRIES 60
#define MOST_VALUES 600
#define DEEPEST 5
#define UNITS_PER_ENTRY 20

const char bp_key_variables;

typedef struct interactive_request {
  bp_bytes source, name;
  const bp_value *value;
} interactive_request;

/// Looks up a name that is not a variable: nil for variables that were set to nil, otherwise a global.
static int variables_index(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) {
    lua_pushnil(L);
    return 1;
  }
  lua_rawgetp(L, LUA_REGISTRYINDEX, &bp_key_environment);
  lua_pushvalue(L, 2);
  lua_gettable(L, -2);
  return 1;
}

/// The first assignment to a variable.
static int variables_newindex(lua_State *L) {
  lua_settop(L, 3);
  lua_pushvalue(L, 2);
  lua_pushboolean(L, 1);
  lua_rawset(L, lua_upvalueindex(1));
  lua_rawset(L, 1);
  return 0;
}

static void push_variables(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &bp_key_variables) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_createtable(L, 0, 3);
  // Otherwise input could remove the access to globals.
  lua_pushboolean(L, false);
  lua_setfield(L, -2, "__metatable");
  // All names that were ever assigned.
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_pushcclosure(L, variables_index, 1);
  lua_setfield(L, -3, "__index");
  lua_pushcclosure(L, variables_newindex, 1);
  lua_setfield(L, -2, "__newindex");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &bp_key_variables);
}

/// Leaves the values returned by the source above `base`.
static void run(lua_State *L, const interactive_request *request) {
  bp_compile(L, request->source, (bp_bytes){NULL, 0}, request->name);
  push_variables(L);
  if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
  lua_call(L, 0, LUA_MULTRET);
}

static void set_opaque(bp_value *value, const char *text) {
  memset(value, 0, sizeof *value);
  value->type = BP_OPAQUE;
  value->string = (bp_bytes){text, strlen(text)};
}

static void show(lua_State *L, int index, bp_value *value, int depth, int *budget);

static void show_table(lua_State *L, int table, bp_value *value, int depth, int *budget) {
  bp_check_stack(L, 8, "a table is nested too deeply");
  size_t count = 0;
  for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) count++;
  bp_charge(L, count * UNITS_PER_ENTRY);
  value->type = BP_TABLE;
  bp_entry *entries = bp_scratch(bp_of(L), (count + 1) * sizeof(bp_entry));
  if (entries == NULL) bp_raise_limit(L);
  size_t position = 0;
  for (lua_pushnil(L); lua_next(L, table) != 0 && position < count; lua_pop(L, 1)) {
    // Unordered keys are only shown by their type, without values.
    int type = lua_type(L, -2);
    if (type == LUA_TTABLE || type == LUA_TFUNCTION) {
      set_opaque(&entries[position].key, lua_typename(L, type));
      set_opaque(&entries[position].value, luaL_typename(L, -1));
    } else {
      bp_read_value(L, -2, &entries[position].key, false);
    }
    position++;
  }
  bp_sort_entries(bp_of(L), entries, count);
  size_t shown = count < MOST_ENTRIES ? count : MOST_ENTRIES;
  if (*budget < 0) shown = 0;
  for (position = 0; position < shown; position++) {
    if (entries[position].key.type == BP_OPAQUE) continue;
    bp_push_value(L, &entries[position].key);
    lua_rawget(L, table);
    show(L, lua_gettop(L), &entries[position].value, depth + 1, budget);
    // The value stays reachable through the table.
    lua_pop(L, 1);
  }
  if (shown < count) {
    set_opaque(&entries[shown].key, "more");
    memset(&entries[shown].value, 0, sizeof entries[shown].value);
    entries[shown].value.type = BP_INTEGER;
    entries[shown].value.integer = (int64_t)(count - shown);
    shown++;
  }
  value->entries = entries;
  value->count = shown;
}

static void show(lua_State *L, int index, bp_value *value, int depth, int *budget) {
  memset(value, 0, sizeof *value);
  (*budget)--;
  if (lua_type(L, index) != LUA_TTABLE) {
    bp_read_value(L, index, value, false);
  } else if (depth > DEEPEST) {
    set_opaque(value, "{…}");
  } else if (bp_push_thawed(L, index)) {
    show_table(L, lua_gettop(L), value, depth, budget);
    lua_pop(L, 1);
  } else {
    show_table(L, index, value, depth, budget);
  }
}

static int interact_body(lua_State *L) {
  const interactive_request *request = lua_touserdata(L, 1);
  bp_scratch_reset(bp_of(L));
  lua_settop(L, 0);
  run(L, request);
  int count = lua_gettop(L);
  bp_check_stack(L, 12, "too many results");
  bp_value *result = &bp_of(L)->outcome.value;
  int budget = MOST_VALUES;
  int shown = count < MOST_RESULTS ? count : MOST_RESULTS;
  bp_entry *entries = bp_scratch(bp_of(L), (size_t)(shown + 1) * sizeof(bp_entry));
  if (entries == NULL) bp_raise_limit(L);
  lua_createtable(L, shown, 0);
  for (int position = 0; position < shown; position++) {
    memset(&entries[position], 0, sizeof entries[position]);
    entries[position].key.type = BP_INTEGER;
    entries[position].key.integer = position + 1;
    show(L, position + 1, &entries[position].value, 0, &budget);
    lua_pushvalue(L, position + 1);
    lua_rawseti(L, count + 1, position + 1);
  }
  // Keeps the text of the results reachable until the next entry call.
  lua_rawsetp(L, LUA_REGISTRYINDEX, &bp_key_result);
  memset(result, 0, sizeof *result);
  result->type = BP_TABLE;
  result->entries = entries;
  result->count = (size_t)shown;
  return 0;
}

/// Replaces the table on top by a list of its string keys.
static void list_names(lua_State *L) {
  int table = lua_gettop(L), count = 0;
  bp_check_stack(L, 6, "a table is nested too deeply");
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) {
    bp_charge(L, UNITS_PER_ENTRY);
    if (lua_type(L, -2) != LUA_TSTRING) continue;
    lua_pushvalue(L, -2);
    lua_rawseti(L, table + 1, ++count);
  }
  lua_replace(L, table);
}

static int fields_body(lua_State *L) {
  const interactive_request *request = lua_touserdata(L, 1);
  bp_scratch_reset(bp_of(L));
  lua_settop(L, 0);
  if (request->source.count == 0) {
    push_variables(L);
  } else {
    run(L, request);
    lua_settop(L, 1);
  }
  if (lua_type(L, 1) == LUA_TTABLE) {
    if (bp_push_thawed(L, 1)) lua_replace(L, 1);
    list_names(L);
  }
  bp_read_value(L, 1, &bp_of(L)->outcome.value, false);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &bp_key_result);
  return 0;
}

static int evaluate_body(lua_State *L) {
  const interactive_request *request = lua_touserdata(L, 1);
  bp_scratch_reset(bp_of(L));
  lua_settop(L, 0);
  run(L, request);
  lua_settop(L, 1);
  bp_read_value(L, 1, &bp_of(L)->outcome.value, false);
  // Keeps the text of the result reachable until the next entry call.
  lua_rawsetp(L, LUA_REGISTRYINDEX, &bp_key_result);
  return 0;
}

static int set_body(lua_State *L) {
  const interactive_request *request = lua_touserdata(L, 1);
  push_variables(L);
  lua_pushlstring(L, request->name.start == NULL ? "" : request->name.start, request->name.count);
  bp_push_value(L, request->value);
  lua_settable(L, -3);
  return 0;
}

void bp_interact(bp_state *state, bp_bytes source, bp_bytes name, bp_outcome *outcome) {
  interactive_request request = {.source = source, .name = name};
  bp_protect(state, interact_body, &request, outcome);
}

void bp_evaluate(bp_state *state, bp_bytes source, bp_bytes name, bp_outcome *outcome) {
  interactive_request request = {.source = source, .name = name};
  bp_protect(state, evaluate_body, &request, outcome);
}

void bp_fields(bp_state *state, bp_bytes source, bp_bytes name, bp_outcome *outcome) {
  interactive_request request = {.source = source, .name = name};
  bp_protect(state, fields_body, &request, outcome);
}

void bp_set_variable(bp_state *state, bp_bytes name, const bp_value *value, bp_outcome *outcome) {
  interactive_request request = {.name = name, .value = value};
  bp_protect(state, set_body, &request, outcome);
}
