// `pairs` and `next` with a deterministic order.
#include "meter.h"
#include "keyorder.h"

// Pushes the next key that still has a value, with the value; only nil at the end.
static int advance(lua_State *L, bp_key_order *order, int keys, int table) {
  bp_meter meter = {L, 0};
  while (order->position < order->count) {
    bp_meter_add(&meter, 1);
    lua_rawgeti(L, keys, order->places[order->position++]);
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

// Upvalues: order, its keys, the table.
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
  bp_key_order_push(L, 1, "pairs");
  lua_getiuservalue(L, 2, 1);
  lua_pushvalue(L, 1);
  lua_pushcclosure(L, pairs_step, 3);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

// `next` receives only the table and a key, so its state is kept per table, as long as the table lives: after the first key that key (a
// userdata in a table of its own), and from the second key on an order. It ends with the traversal, and a new traversal starts over. The
// first key alone needs no sorting, because `next(t) == nil` is a common test.
static const char running_key;

enum { NEXT_TABLE = 1, NEXT_KEY, NEXT_RUNNING, NEXT_REMEMBERED, NEXT_KEYS };

// Pushes the table of active traversals.
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

// Stores the value on top as the state of the table, and pops it.
static void remember(lua_State *L) {
  lua_pushvalue(L, NEXT_TABLE);
  lua_insert(L, -2);
  lua_rawset(L, NEXT_RUNNING);
}

static int begin(lua_State *L) {
  int results = bp_key_order_push_first(L, NEXT_TABLE, "next");
  if (results == 2 && lua_type(L, -2) == LUA_TUSERDATA) {
    lua_createtable(L, 1, 0);
    lua_pushvalue(L, -3);
    lua_rawseti(L, -2, 1);
  } else {
    // The key, or nil for an empty table.
    lua_pushvalue(L, -results);
  }
  remember(L);
  return results;
}

// Whether the key is the one with which a traversal of the table started.
static bool is_first(lua_State *L) {
  if (lua_type(L, NEXT_REMEMBERED) == LUA_TTABLE) {
    lua_rawgeti(L, NEXT_REMEMBERED, 1);
    bool equal = lua_rawequal(L, -1, NEXT_KEY);
    lua_pop(L, 1);
    return equal;
  }
  return lua_rawequal(L, NEXT_REMEMBERED, NEXT_KEY);
}

// Returns the stored order, positioned after the key, with its keys pushed; NULL if there is none with this key.
static bp_key_order *resume(lua_State *L) {
  if (lua_type(L, NEXT_REMEMBERED) != LUA_TUSERDATA) return NULL;
  bp_key_order *order = lua_touserdata(L, NEXT_REMEMBERED);
  lua_getiuservalue(L, NEXT_REMEMBERED, 1);
  if (order->position > 0) {
    // In a loop the key is the one returned last.
    lua_rawgeti(L, NEXT_KEYS, order->places[order->position - 1]);
    bool last = lua_rawequal(L, -1, NEXT_KEY);
    lua_pop(L, 1);
    if (last) return order;
  }
  int32_t rank = bp_key_order_rank(L, order, NEXT_KEYS, NEXT_KEY);
  order->position = rank + 1;
  return rank < 0 ? NULL : order;
}

// Returns a new order, positioned after the key. Only existing keys have a position in it, and the first key, which precedes all others
// even if it was removed.
static bp_key_order *restart(lua_State *L) {
  bool first = is_first(L);
  lua_settop(L, NEXT_RUNNING);
  lua_pushvalue(L, NEXT_KEY);
  bool present = lua_rawget(L, NEXT_TABLE) != LUA_TNIL;
  if (!present && !first) luaL_error(L, "invalid key to 'next'");
  lua_settop(L, NEXT_RUNNING);
  bp_key_order *order = bp_key_order_push(L, NEXT_TABLE, "next");
  lua_getiuservalue(L, NEXT_REMEMBERED, 1);
  order->position = bp_key_order_rank(L, order, NEXT_KEYS, NEXT_KEY) + 1;
  lua_pushvalue(L, NEXT_REMEMBERED);
  remember(L);
  return order;
}

int bp_next(lua_State *L) {
  luaL_checktype(L, NEXT_TABLE, LUA_TTABLE);
  lua_settop(L, NEXT_KEY);
  // A read-only view is an empty table itself; without this, `next(view) == nil` would be true for full lists.
  if (bp_push_thawed(L, NEXT_TABLE)) lua_replace(L, NEXT_TABLE);
  push_running(L);
  if (lua_isnil(L, NEXT_KEY)) return begin(L);
  lua_pushvalue(L, NEXT_TABLE);
  lua_rawget(L, NEXT_RUNNING);
  bp_key_order *order = resume(L);
  if (order == NULL) order = restart(L);
  int results = advance(L, order, NEXT_KEYS, NEXT_TABLE);
  if (results == 1) {
    lua_pushnil(L);
    remember(L);
  }
  return results;
}
