// Nodes: read-only userdata that represent objects of the host. The values of a node's fields are cached in a plain table that the VM
// indexes itself, so reading a field again costs no call. The cache lives for one evaluation, so the host sees the first read of each field
// by each rule.
#include <string.h>

#include "internal.h"

const char bp_key_nodes, bp_key_touched, bp_key_cache_metatable, bp_key_node_mark;

typedef struct node_box {
  bp_node node;
  uint64_t epoch;
} node_box;

const bp_node *bp_to_node(lua_State *L, int index) {
  index = lua_absindex(L, index);
  if (lua_type(L, index) != LUA_TUSERDATA || !lua_checkstack(L, 3) || !lua_getmetatable(L, index)) return NULL;
  int marked = lua_rawgetp(L, -1, &bp_key_node_mark) == LUA_TBOOLEAN;
  lua_pop(L, 2);
  return marked ? &((node_box *)lua_touserdata(L, index))->node : NULL;
}

static node_box *checked_box(lua_State *L, int index) {
  if (bp_to_node(L, index) == NULL) luaL_error(L, "a bundle object was expected");
  return lua_touserdata(L, index);
}

/// `__index` of cache tables, for a field that was not read yet in this evaluation.
static int node_miss(lua_State *L) {
  bp_state *state = bp_of(L);
  lua_settop(L, 2);
  lua_rawgetp(L, 1, &bp_key_node_mark);
  node_box *box = lua_touserdata(L, 3);
  if (box == NULL) return luaL_error(L, "a bundle object was expected");
  bp_value key;
  bp_read_value(L, 2, &key, false);
  if (key.type == BP_NUMBER) {
    int exact = 0;
    key.integer = lua_tointegerx(L, 2, &exact);
    if (exact) key.type = BP_INTEGER;
  }
  // A variable without a value must not read as a field that is absent.
  if (key.type != BP_STRING && key.type != BP_INTEGER)
    return luaL_error(L, "a field is read by name or position, not by %s", luaL_typename(L, 2));
  bp_mark mark = bp_scratch_mark(state);
  bp_result result;
  memset(&result, 0, sizeof result);
  state->host.index(state->host.context, box->node, &key, &result);
  bp_push_result(L, &result, mark);
  if (result.value.type == BP_NIL) return 1;
  if (result.value.type == BP_TABLE) bp_freeze(L, "this list", false);
  if (box->epoch != state->epoch) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &bp_key_touched);
    lua_pushvalue(L, 1);
    // Counted only after it was added, because the list may fail to grow.
    lua_rawseti(L, -2, state->touched + 1);
    lua_pop(L, 1);
    state->touched++;
    box->epoch = state->epoch;
  }
  lua_pushvalue(L, 2);
  lua_pushvalue(L, -2);
  lua_rawset(L, 1);
  return 1;
}

void bp_clear_read_caches(lua_State *L) {
  bp_state *state = bp_of(L);
  if (state->touched == 0) return;
  // Only assigns to existing fields of tables, so it neither allocates nor raises.
  lua_rawgetp(L, LUA_REGISTRYINDEX, &bp_key_touched);
  for (int i = 1; i <= state->touched; i++) {
    lua_rawgeti(L, -1, i);
    lua_pushnil(L);
    while (lua_next(L, -2) != 0) {
      lua_pop(L, 1);
      if (lua_type(L, -1) == LUA_TLIGHTUSERDATA) continue;
      lua_pushvalue(L, -1);
      lua_pushnil(L);
      lua_rawset(L, -4);
    }
    lua_pop(L, 1);
    lua_pushnil(L);
    lua_rawseti(L, -2, i);
  }
  state->touched = 0;
  lua_pop(L, 1);
}

static int node_newindex(lua_State *L) {
  bp_state *state = bp_of(L);
  node_box *box = checked_box(L, 1);
  bp_mark mark = bp_scratch_mark(state);
  bp_result result;
  memset(&result, 0, sizeof result);
  state->host.describe(state->host.context, box->node, &result);
  bp_push_result(L, &result, mark);
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : luaL_typename(L, 2);
  return luaL_error(L, "%s is read-only: cannot set '%s'", lua_tostring(L, -1), key);
}

static int node_len(lua_State *L) {
  bp_state *state = bp_of(L);
  node_box *box = checked_box(L, 1);
  bp_mark mark = bp_scratch_mark(state);
  bp_result result;
  memset(&result, 0, sizeof result);
  state->host.length(state->host.context, box->node, &result);
  bp_push_result(L, &result, mark);
  return 1;
}

static int node_tostring(lua_State *L) {
  bp_state *state = bp_of(L);
  node_box *box = checked_box(L, 1);
  bp_mark mark = bp_scratch_mark(state);
  bp_result result;
  memset(&result, 0, sizeof result);
  state->host.describe(state->host.context, box->node, &result);
  bp_push_result(L, &result, mark);
  return 1;
}

static int node_iterate(lua_State *L) {
  bp_state *state = bp_of(L);
  node_box *box = checked_box(L, lua_upvalueindex(1));
  lua_Integer rank = lua_tointeger(L, lua_upvalueindex(2));
  bp_mark mark = bp_scratch_mark(state);
  bp_result key, value;
  memset(&key, 0, sizeof key);
  memset(&value, 0, sizeof value);
  if (!state->host.entry(state->host.context, box->node, (uint64_t)rank, &key, &value)) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushinteger(L, rank + 1);
  lua_replace(L, lua_upvalueindex(2));
  // Both texts must stay until both are pushed.
  bp_push_result(L, &key, bp_scratch_mark(state));
  bp_push_result(L, &value, mark);
  return 2;
}

static int node_pairs(lua_State *L) {
  checked_box(L, 1);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, node_iterate, 2);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

/// The description of an operand in messages: of an object, or the type of another value.
static const char *comparand(lua_State *L, int index) {
  return bp_to_node(L, index) != NULL ? luaL_tolstring(L, index, NULL) : luaL_typename(L, index);
}

static bool compare(lua_State *L, bool equality, lua_Integer *order) {
  bp_state *state = bp_of(L);
  const bp_node *left = bp_to_node(L, 1), *right = bp_to_node(L, 2);
  if (left == NULL || right == NULL) {
    if (equality) return false;
    luaL_error(L, "cannot compare %s with %s", comparand(L, 1), comparand(L, 2));
    return false;
  }
  bp_mark mark = bp_scratch_mark(state);
  bp_result result;
  memset(&result, 0, sizeof result);
  state->host.compare(state->host.context, *left, *right, equality, &result);
  bp_push_result(L, &result, mark);
  if (lua_isnil(L, -1)) return false;
  *order = lua_tointeger(L, -1);
  return true;
}

static int node_eq(lua_State *L) {
  lua_Integer order = 1;
  lua_pushboolean(L, compare(L, true, &order) && order == 0);
  return 1;
}

static int node_lt(lua_State *L) {
  lua_Integer order = 0;
  if (!compare(L, false, &order)) return luaL_error(L, "these two objects cannot be ordered");
  lua_pushboolean(L, order < 0);
  return 1;
}

static int node_le(lua_State *L) {
  lua_Integer order = 0;
  if (!compare(L, false, &order)) return luaL_error(L, "these two objects cannot be ordered");
  lua_pushboolean(L, order <= 0);
  return 1;
}

static int node_call(lua_State *L) {
  checked_box(L, 1);
  bp_push_host_function(L, BP_CALL_NODE);
  lua_insert(L, 1);
  // Reports and shapes are called; a finding that could not be reported must not be missing.
  bp_call_final(L, lua_gettop(L) - 1, 1);
  return 1;
}

static const luaL_Reg node_methods[] = {
    {"__newindex", node_newindex}, {"__len", node_len}, {"__tostring", node_tostring}, {"__pairs", node_pairs},
    {"__eq", node_eq},             {"__lt", node_lt},   {"__le", node_le},             {"__call", node_call},
    {NULL, NULL}};

void bp_open_nodes(lua_State *L) {
  // Weak: a node's identity matters only while there is a reference.
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "v");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &bp_key_nodes);
  lua_newtable(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &bp_key_touched);
  lua_newtable(L);
  lua_pushcfunction(L, node_miss);
  lua_setfield(L, -2, "__index");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &bp_key_cache_metatable);
}

static void push_node_key(lua_State *L, bp_node node) {
  // Packed into an integer to avoid nested tables; large kinds or owners, which are rare, use a string.
  if (node.kind < 256 && node.owner < (1U << 23)) {
    lua_pushinteger(L, (lua_Integer)(((uint64_t)node.kind << 55) | ((uint64_t)node.owner << 32) | node.index));
  } else {
    lua_pushlstring(L, (const char *)&node, sizeof node);
  }
}

void bp_push_node(lua_State *L, bp_node node) {
  bp_check_stack(L, 6, "too many nodes on the stack");
  lua_rawgetp(L, LUA_REGISTRYINDEX, &bp_key_nodes);
  push_node_key(L, node);
  if (lua_rawget(L, -2) == LUA_TUSERDATA) {
    lua_remove(L, -2);
    return;
  }
  lua_pop(L, 1);
  node_box *box = lua_newuserdatauv(L, sizeof(node_box), 0);
  box->node = node;
  box->epoch = 0;
  lua_createtable(L, 0, 11);
  luaL_setfuncs(L, node_methods, 0);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushboolean(L, 1);
  lua_rawsetp(L, -2, &bp_key_node_mark);
  // Most rules read a few fields of an object.
  lua_createtable(L, 0, 4);
  lua_pushvalue(L, -3);
  lua_rawsetp(L, -2, &bp_key_node_mark);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &bp_key_cache_metatable);
  lua_setmetatable(L, -2);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  push_node_key(L, node);
  lua_pushvalue(L, -2);
  lua_rawset(L, -4);
  lua_remove(L, -2);
}

int bp_compare_nodes(bp_node a, bp_node b) {
  if (a.kind != b.kind) return a.kind < b.kind ? -1 : 1;
  if (a.owner != b.owner) return a.owner < b.owner ? -1 : 1;
  return a.index < b.index ? -1 : a.index > b.index;
}

int bp_node_order(lua_State *L, int left, int right) {
  const bp_node *a = bp_to_node(L, left), *b = bp_to_node(L, right);
  if (a == NULL || b == NULL) return (a != NULL) - (b != NULL);
  return bp_order_nodes(bp_of(L), *a, *b);
}

int bp_order_nodes(const bp_state *state, bp_node a, bp_node b) {
  if (bp_compare_nodes(a, b) == 0) return 0;
  int order = state->host.order(state->host.context, a, b);
  return order != 0 ? order : bp_compare_nodes(a, b);
}
