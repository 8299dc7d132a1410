// Converts Lua values to plain values and back.
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define MAXIMUM_DEPTH 64
// A unit is about 10 ns: the host's work for an entry, and for a byte that it validates and copies.
#define UNITS_PER_ENTRY 20
#define BYTES_PER_UNIT 16

/// The state whose entries are being sorted, because `qsort` has no context argument.
static _Thread_local const bp_state *sorted_state;

/// Orders two `bp_entry` by key: by type, then by value. Never raises.
static int compare_entries(const void *left, const void *right) {
  const bp_value *a = &((const bp_entry *)left)->key, *b = &((const bp_entry *)right)->key;
  if (a->type != b->type) return a->type < b->type ? -1 : 1;
  switch (a->type) {
    case BP_BOOLEAN: return (int)a->boolean - (int)b->boolean;
    case BP_INTEGER: return a->integer < b->integer ? -1 : a->integer > b->integer;
    case BP_NUMBER: return a->number < b->number ? -1 : a->number > b->number;
    case BP_STRING:
    case BP_OPAQUE: {
      size_t common = a->string.count < b->string.count ? a->string.count : b->string.count;
      int order = common == 0 ? 0 : memcmp(a->string.start, b->string.start, common);
      return order != 0 ? order : (a->string.count < b->string.count ? -1 : a->string.count > b->string.count);
    }
    case BP_NODE: return bp_order_nodes(sorted_state, a->node, b->node);
    default: return 0;
  }
}

void bp_sort_entries(const bp_state *state, bp_entry *entries, size_t count) {
  sorted_state = state;
  qsort(entries, count, sizeof(bp_entry), compare_entries);
}

static void read_at_depth(lua_State *L, int index, bp_value *value, bool capture, int depth);

/// The host's work for a string: ASCII is copied fast, but each other byte may have to be repaired individually.
static uint64_t text_units(bp_bytes text) {
  size_t others = 0;
  for (size_t i = 0; i < text.count; i++) others += (unsigned char)text.start[i] >> 7;
  return text.count / BYTES_PER_UNIT + others;
}

/// Unordered keys would reach the host in random order.
static void refuse_unordered_key(lua_State *L, int index) {
  int type = lua_type(L, index);
  if (type != LUA_TTABLE && type != LUA_TFUNCTION) return;
  luaL_error(L, "a key of type '%s' has no order; use strings or numbers as keys", lua_typename(L, type));
}

static void read_table(lua_State *L, int index, bp_value *value, bool capture, int depth) {
  if (depth >= MAXIMUM_DEPTH) bp_raise_exceeded(L, "a table is nested more than %d levels deep", MAXIMUM_DEPTH);
  bp_check_stack(L, 4, "a table is nested too deeply");
  size_t count = 0;
  lua_pushnil(L);
  while (lua_next(L, index) != 0) {
    count++;
    lua_pop(L, 1);
  }
  bp_charge(L, count * UNITS_PER_ENTRY);
  value->type = BP_TABLE;
  value->count = count;
  if (count == 0) return;
  bp_entry *entries = bp_scratch(bp_of(L), count * sizeof(bp_entry));
  if (entries == NULL) bp_raise_limit(L);
  size_t position = 0;
  lua_pushnil(L);
  while (lua_next(L, index) != 0 && position < count) {
    int top = lua_gettop(L);
    refuse_unordered_key(L, top - 1);
    read_at_depth(L, top - 1, &entries[position].key, false, depth + 1);
    read_at_depth(L, top, &entries[position].value, capture, depth + 1);
    position++;
    lua_pop(L, 1);
  }
  bp_sort_entries(bp_of(L), entries, count);
  value->entries = entries;
}

static void read_at_depth(lua_State *L, int index, bp_value *value, bool capture, int depth) {
  memset(value, 0, sizeof *value);
  switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TNONE: value->type = BP_NIL; return;
    case LUA_TBOOLEAN:
      value->type = BP_BOOLEAN;
      value->boolean = lua_toboolean(L, index);
      return;
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        value->type = BP_INTEGER;
        value->integer = lua_tointegerx(L, index, NULL);
      } else {
        value->type = BP_NUMBER;
        value->number = lua_tonumberx(L, index, NULL);
      }
      return;
    case LUA_TSTRING:
      value->type = BP_STRING;
      value->string.start = lua_tolstring(L, index, &value->string.count);
      bp_charge(L, text_units(value->string));
      return;
    case LUA_TTABLE:
      if (bp_push_thawed(L, index)) {
        read_table(L, lua_gettop(L), value, capture, depth);
        // The table stays reachable through its view, so its strings stay valid.
        lua_pop(L, 1);
      } else {
        read_table(L, index, value, capture, depth);
      }
      return;
    case LUA_TFUNCTION:
      value->type = BP_OPAQUE;
      value->string = (bp_bytes){"function", 8};
      if (capture) {
        lua_rawgetp(L, LUA_REGISTRYINDEX, &bp_key_functions);
        lua_pushvalue(L, index);
        value->function = luaL_ref(L, -2);
        value->type = BP_FUNCTION;
        lua_pop(L, 1);
      }
      return;
    default: {
      const bp_node *node = bp_to_node(L, index);
      if (node != NULL) {
        value->type = BP_NODE;
        value->node = *node;
      } else {
        value->type = BP_OPAQUE;
        value->string = (bp_bytes){"userdata", 8};
      }
    }
  }
}

void bp_read_value(lua_State *L, int index, bp_value *value, bool capture) {
  read_at_depth(L, lua_absindex(L, index), value, capture, 0);
}

/// Pushes a table with room for the entries, which are in order: a list's in the part for elements.
static void create_table(lua_State *L, const bp_value *value) {
  int count = value->count < 1024 ? (int)value->count : 0;
  const bp_value *last = count == 0 ? NULL : &value->entries[count - 1].key;
  bool is_list = last != NULL && last->type == BP_INTEGER && last->integer == count;
  lua_createtable(L, is_list ? count : 0, is_list ? 0 : count);
}

void bp_push_value(lua_State *L, const bp_value *value) {
  bp_check_stack(L, 4, "a value is nested too deeply");
  switch (value->type) {
    case BP_BOOLEAN: lua_pushboolean(L, value->boolean); return;
    case BP_INTEGER: lua_pushinteger(L, value->integer); return;
    case BP_NUMBER: lua_pushnumber(L, value->number); return;
    case BP_STRING: lua_pushlstring(L, value->string.start == NULL ? "" : value->string.start, value->string.count); return;
    case BP_NODE: bp_push_node(L, value->node); return;
    case BP_HOST_FUNCTION: bp_push_host_function(L, (uint32_t)value->function); return;
    case BP_TABLE:
      bp_charge(L, value->count * (UNITS_PER_ENTRY / 2));
      create_table(L, value);
      for (size_t i = 0; i < value->count; i++) {
        bp_push_value(L, &value->entries[i].key);
        bp_push_value(L, &value->entries[i].value);
        lua_rawset(L, -3);
      }
      if (value->function != 0) bp_make_record(L, value->function);
      return;
    default: lua_pushnil(L);
  }
}

void bp_push_result(lua_State *L, const bp_result *result, bp_mark mark) {
  bp_charge(L, BP_FUEL_PER_HOST_CALL);
  if (result->fuel > 0) bp_charge(L, result->fuel);
  bp_check_clock(bp_of(L));
  bp_check_limits(L);
  if (result->value.type == BP_LIMIT) {
    bp_exceed(bp_of(L), result->value.string.start == NULL ? "" : result->value.string.start, result->value.string.count);
    bp_raise_limit(L);
  }
  if (result->value.type == BP_ERROR) {
    luaL_where(L, 1);
    lua_pushlstring(L, result->value.string.start == NULL ? "" : result->value.string.start, result->value.string.count);
    bp_scratch_release(bp_of(L), mark);
    lua_concat(L, 2);
    lua_error(L);
  }
  bp_push_value(L, &result->value);
  bp_scratch_release(bp_of(L), mark);
}
