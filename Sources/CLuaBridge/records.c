// Records: tables that the host makes with the fields of one kind. A field of the kind that a record lacks is nil, any other name is an
// error of the host. All records of a kind share one metatable, and so do all lists of the host, which have no names at all.
#include <string.h>

#include "internal.h"

static const char metatables_key, record_mark;

static int list_miss(lua_State *L) {
  if (lua_type(L, 2) == LUA_TSTRING) {
    static const char *const counts[] = {"count", "length", "size", "len", "n"};
    const char *name = lua_tostring(L, 2), *advice = "use set.contains(list, …) to search it";
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
      if (strcmp(name, counts[i]) == 0) advice = "#list is the number of its elements";
    }
    return luaL_error(L, "a list is read by position (1, 2, …), not by name ('%s'); %s", name, advice);
  }
  lua_pushnil(L);
  return 1;
}

static int record_miss(lua_State *L) {
  bp_state *state = bp_of(L);
  bp_node kind = {.kind = BP_RECORDS, .owner = 0, .index = (uint32_t)lua_tointeger(L, lua_upvalueindex(1))};
  bp_value key;
  bp_read_value(L, 2, &key, false);
  if (key.type != BP_STRING && key.type != BP_INTEGER) {
    lua_pushnil(L);
    return 1;
  }
  bp_mark mark = bp_scratch_mark(state);
  bp_result result;
  memset(&result, 0, sizeof result);
  state->host.index(state->host.context, kind, &key, &result);
  bp_push_result(L, &result, mark);
  return 1;
}

/// Pushes the metatable of a kind.
static void push_metatable(lua_State *L, int32_t kind) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &metatables_key) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &metatables_key);
  }
  if (lua_rawgeti(L, -1, kind) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_createtable(L, 0, 3);
    lua_pushinteger(L, kind);
    lua_pushcclosure(L, kind == BP_LISTS ? list_miss : record_miss, 1);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pushboolean(L, kind != BP_LISTS);
    lua_rawsetp(L, -2, &record_mark);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, kind);
  }
  lua_remove(L, -2);
}

void bp_make_record(lua_State *L, int32_t kind) {
  bp_check_stack(L, 5, "too many records on the stack");
  push_metatable(L, kind);
  lua_setmetatable(L, -2);
}

void bp_make_records(lua_State *L, int32_t kind) {
  if (lua_type(L, -1) != LUA_TTABLE) return;
  bp_make_record(L, BP_LISTS);
  lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
  bp_charge(L, (uint64_t)count);
  for (lua_Integer i = 1; i <= count; i++) {
    if (lua_rawgeti(L, -1, i) == LUA_TTABLE) bp_make_record(L, kind);
    lua_pop(L, 1);
  }
}

bool bp_is_record_metatable(lua_State *L) {
  bool marked = lua_rawgetp(L, -1, &record_mark) == LUA_TBOOLEAN;
  lua_pop(L, 1);
  return marked;
}

bool bp_is_list_metatable(lua_State *L) {
  bool marked = lua_rawgetp(L, -1, &record_mark) == LUA_TBOOLEAN && !lua_toboolean(L, -1);
  lua_pop(L, 1);
  return marked;
}
