// `pairs` and `next` in an order that is the same in every run.
#include "meter.h"
#include "snapshot.h"

// Pushes the next key that still has a value, and the value; only nil at the end.
static int advance(lua_State *L, bp_snapshot *snapshot, int keys, int table) {
  bp_meter meter = {L, 0};
  while (snapshot->position < snapshot->count) {
    bp_meter_add(&meter, 1);
    lua_rawgeti(L, keys, snapshot->order[snapshot->position++]);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, table) != LUA_TNIL) {
      bp_meter_settle(&meter);
      return 2;
    }
    lua_pop(L, 2);
  }
  bp_meter_settle(&meter);
  lua_pushnil(L);
  return 1;
}

// Upvalues: snapshot, its keys, the table.
static int pairs_step(lua_State *L) {
  return advance(L, lua_touserdata(L, lua_upvalueindex(1)), lua_upvalueindex(2), lua_upvalueindex(3));
}

int bp_pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_call(L, 1, 3);
    return 3;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  bp_snapshot_push(L, 1, "pairs");
  lua_getiuservalue(L, 2, 1);
  lua_pushvalue(L, 1);
  lua_pushcclosure(L, pairs_step, 3);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

// `next` has nothing but the table and a key to go by, so the snapshots of traversals under way are remembered, by table, as
// long as the table lives. One ends with its traversal, and a new traversal takes a new one.
static const char running_key;

// Pushes the table of running traversals.
static void push_running(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &running_key) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &running_key);
}

// Sets what is remembered for the table at 1 to the value on top, and pops it.
static void remember(lua_State *L, int running) {
  lua_pushvalue(L, 1);
  lua_insert(L, -2);
  lua_rawset(L, running);
}

int bp_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  push_running(L);
  if (lua_isnil(L, 2)) {
    lua_pushnil(L);
    remember(L, 3);
    return bp_snapshot_push_first(L, 1, "next");
  }
  lua_pushvalue(L, 1);
  bp_snapshot *snapshot = NULL;
  if (lua_rawget(L, 3) == LUA_TUSERDATA) {
    snapshot = lua_touserdata(L, 4);
    lua_getiuservalue(L, 4, 1);
    // In a loop the key is the one handed out last.
    bool hit = false;
    if (snapshot->position > 0) {
      lua_rawgeti(L, 5, snapshot->order[snapshot->position - 1]);
      hit = lua_rawequal(L, -1, 2);
      lua_pop(L, 1);
    }
    if (!hit) {
      int32_t rank = bp_snapshot_rank(L, snapshot, 5, 2);
      snapshot->position = rank + 1;
      if (rank < 0) snapshot = NULL;
    }
  }
  if (snapshot == NULL) {
    // Only a key that is still there can be placed in a table that nothing is remembered of.
    lua_settop(L, 3);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, 1) == LUA_TNIL) return luaL_error(L, "invalid key to 'next'");
    lua_settop(L, 3);
    snapshot = bp_snapshot_push(L, 1, "next");
    lua_getiuservalue(L, 4, 1);
    int32_t rank = bp_snapshot_rank(L, snapshot, 5, 2);
    if (rank < 0) return luaL_error(L, "invalid key to 'next'");
    snapshot->position = rank + 1;
    lua_pushvalue(L, 4);
    remember(L, 3);
  }
  int results = advance(L, snapshot, 5, 1);
  if (results == 1) {
    lua_pushnil(L);
    remember(L, 3);
  }
  return results;
}
