// Lua's own order of keys depends on hash seeds and addresses. Here keys are sorted: booleans, numbers by value, strings by bytes, host
// objects by the objects they identify.
#include "keyorder.h"

#include <string.h>

#include "meter.h"

// The maximum size of tables that are sorted on the C stack.
#define FEW 24
#define UNITS_PER_ORDER 16
#define UNITS_PER_KEY 4

/// Facts about the keys found while collecting them, independent of the order.
typedef struct findings {
  // The smallest type of a key without an order, or LUA_TNONE.
  int unordered;
  bool unordered_objects;
  size_t count, bytes;
  size_t integers;
  lua_Integer least, greatest;
} findings;

typedef struct comparison {
  lua_State *L;
  // The absolute index of the array of keys.
  int keys;
} comparison;

static void note(lua_State *L, findings *seen, bool described, const bp_sort_item *item) {
  seen->count++;
  if (!described) {
    int type = lua_type(L, -1);
    if (seen->unordered == LUA_TNONE || type < seen->unordered) seen->unordered = type;
  } else if (item->kind == BP_SORT_STRING) {
    seen->bytes += item->length;
  } else if (item->kind == BP_SORT_INTEGER) {
    if (seen->integers == 0 || item->value.integer < seen->least) seen->least = item->value.integer;
    if (seen->integers == 0 || item->value.integer > seen->greatest) seen->greatest = item->value.integer;
    seen->integers++;
  }
}

static void refuse(lua_State *L, const char *function, const char *type) {
  luaL_error(L, "%s: a key of type '%s' has no order; use strings or numbers as keys", function, type);
}

static void refuse_unordered(lua_State *L, const findings *seen, const char *function) {
  if (seen->unordered == LUA_TNONE) return;
  refuse(L, function, seen->unordered == LUA_TLIGHTUSERDATA ? "light userdata" : lua_typename(L, seen->unordered));
}

static bool key_before(void *context, const bp_sort_item *left, const bp_sort_item *right) {
  comparison *order = context;
  if (left->kind != BP_SORT_OBJECT || right->kind != BP_SORT_OBJECT) return bp_sort_plain_before(left, right);
  lua_rawgeti(order->L, order->keys, left->place);
  lua_rawgeti(order->L, order->keys, right->place);
  int top = lua_gettop(order->L);
  bool before = bp_node_order(order->L, top - 1, top) < 0;
  lua_pop(order->L, 2);
  return before;
}

// Unordered objects would appear in the order in which they were found.
static void refuse_equal_objects(comparison *order, const bp_sort_item *sorted, size_t count, const char *function) {
  for (size_t rank = 1; rank < count; rank++) {
    if (sorted[rank - 1].kind != BP_SORT_OBJECT) continue;
    if (!key_before(order, &sorted[rank - 1], &sorted[rank])) refuse(order->L, function, "userdata");
  }
}

// Pushes the array of keys and returns whether it is sorted.
static bool push_keys(lua_State *L, int table, findings *seen) {
  lua_newtable(L);
  int keys = lua_gettop(L);
  comparison order = {L, keys};
  bp_meter meter = {L, UNITS_PER_ORDER};
  bp_sort_item previous, item;
  bool sorted = true;
  for (lua_pushnil(L); lua_next(L, table) != 0;) {
    lua_pop(L, 1);
    bp_meter_add(&meter, UNITS_PER_KEY);
    if (seen->count == (size_t)INT32_MAX) bp_raise_exceeded(L, "a table with this many keys cannot be put in order");
    bool described = bp_sort_describe(L, -1, (int32_t)seen->count + 1, &item);
    note(L, seen, described, &item);
    lua_pushvalue(L, -1);
    lua_rawseti(L, keys, (lua_Integer)seen->count);
    // Objects are not compared here; sorting them finds unordered ones.
    if (!described || item.kind == BP_SORT_OBJECT) sorted = false;
    if (sorted && seen->count > 1 && key_before(&order, &item, &previous)) sorted = false;
    previous = item;
  }
  bp_meter_settle(&meter);
  return sorted;
}

static void charge_sorting(lua_State *L, const findings *seen) {
  // The keys 1…n are always found in order. The order of others is random and must not influence the fuel.
  bool sequence = seen->integers > 0 && seen->least == 1 && seen->greatest == (lua_Integer)seen->integers;
  size_t others = sequence ? seen->count - seen->integers : seen->count;
  bp_charge(L, (uint64_t)bp_sort_levels(others) * (others + seen->bytes / 64));
}

static void sort_keys(lua_State *L, int keys, bp_key_order *order, const char *function) {
  size_t count = (size_t)order->count;
  bp_sort_item few[2 * FEW];
  bp_sort_item *items = few, *spare = few + FEW;
  if (count > FEW) {
    items = lua_newuserdatauv(L, count * sizeof *items, 0);
    spare = lua_newuserdatauv(L, count * sizeof *spare, 0);
  }
  for (size_t index = 0; index < count; index++) {
    lua_rawgeti(L, keys, (lua_Integer)index + 1);
    bp_sort_describe(L, -1, (int32_t)index + 1, &items[index]);
    lua_pop(L, 1);
  }
  comparison comparing = {L, keys};
  items = bp_sort(items, spare, count, key_before, &comparing);
  refuse_equal_objects(&comparing, items, count, function);
  for (size_t rank = 0; rank < count; rank++) order->places[rank] = items[rank].place;
  if (count > FEW) lua_pop(L, 2);
}

bp_key_order *bp_key_order_push(lua_State *L, int index, const char *function) {
  bp_check_stack(L, 12, "no room to put keys in order");
  findings seen = {.unordered = LUA_TNONE};
  bool sorted = push_keys(L, lua_absindex(L, index), &seen);
  int keys = lua_gettop(L);
  refuse_unordered(L, &seen, function);
  charge_sorting(L, &seen);
  bp_key_order *order = lua_newuserdatauv(L, sizeof *order + seen.count * sizeof order->places[0], 1);
  order->count = (int32_t)seen.count;
  order->position = 0;
  if (sorted) {
    for (int32_t rank = 0; rank < order->count; rank++) order->places[rank] = rank + 1;
  } else {
    sort_keys(L, keys, order, function);
  }
  lua_insert(L, keys);
  lua_setiuservalue(L, keys, 1);
  return order;
}

int bp_key_order_push_first(lua_State *L, int index, const char *function) {
  bp_check_stack(L, 12, "no room to put keys in order");
  int table = lua_absindex(L, index);
  lua_pushnil(L);
  if (lua_next(L, table) == 0) {
    lua_pushnil(L);
    return 1;
  }
  lua_pop(L, 2);
  // The best key so far is the only element of an array, so that the comparison for key orders works.
  lua_createtable(L, 2, 0);
  int keys = lua_gettop(L);
  comparison order = {L, keys};
  findings seen = {.unordered = LUA_TNONE};
  bp_meter meter = {L, 1};
  bp_sort_item best, item;
  for (lua_pushnil(L); lua_next(L, table) != 0;) {
    lua_pop(L, 1);
    bp_meter_add(&meter, UNITS_PER_KEY);
    bool described = bp_sort_describe(L, -1, 2, &item);
    note(L, &seen, described, &item);
    if (!described) continue;
    lua_pushvalue(L, -1);
    lua_rawseti(L, keys, 2);
    if (lua_rawgeti(L, keys, 1) == LUA_TNIL || key_before(&order, &item, &best)) {
      best = item;
      best.place = 1;
      lua_pushvalue(L, -2);
      lua_rawseti(L, keys, 1);
    }
    lua_pop(L, 1);
  }
  bp_meter_settle(&meter);
  refuse_unordered(L, &seen, function);
  bp_charge(L, seen.bytes / 64);
  lua_rawgeti(L, keys, 1);
  lua_pushvalue(L, -1);
  lua_rawget(L, table);
  return 2;
}

int32_t bp_key_order_rank(lua_State *L, const bp_key_order *order, int keys, int key) {
  bp_sort_item wanted, probe;
  keys = lua_absindex(L, keys);
  key = lua_absindex(L, key);
  if (!bp_sort_describe(L, key, 0, &wanted)) return -1;
  int32_t low = 0, high = order->count;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    lua_rawgeti(L, keys, order->places[middle]);
    bp_sort_describe(L, -1, 0, &probe);
    bool before = probe.kind == BP_SORT_OBJECT && wanted.kind == BP_SORT_OBJECT
                      ? bp_node_order(L, lua_gettop(L), key) < 0
                      : bp_sort_plain_before(&probe, &wanted);
    lua_pop(L, 1);
    if (before) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == order->count) return -1;
  lua_rawgeti(L, keys, order->places[low]);
  bool found = lua_rawequal(L, -1, key);
  lua_pop(L, 1);
  return found ? low : -1;
}
