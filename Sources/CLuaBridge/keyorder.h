// The keys of a table in the order of `pairs`, taken at one moment.
#pragma once
#include <stddef.h>

#include "sorting.h"

/// A userdata; its user value 1 is the array of the keys in the order in which Lua found them.
typedef struct bp_key_order {
  int32_t count;
  /// Keys handed out so far.
  int32_t position;
  /// The index in the array, for each rank.
  int32_t places[];
} bp_key_order;

/// Sorts the keys of the table at `index` and pushes their order. Charges each key, and for keys other than 1…n the price of
/// sorting them; the charge doesn't depend on the order in which Lua found them, which differs from run to run. Raises for
/// keys that have no order; `function` names the caller in that message.
bp_key_order *bp_key_order_push(lua_State *L, int index, const char *function);

/// Pushes the first key of the table at `index` and its value, or only nil when the table is empty. Charges each key.
/// Raises like `bp_key_order_push`.
int bp_key_order_push_first(lua_State *L, int index, const char *function);

/// The rank of the key at `key` among the keys (an array at `keys`) of the table, or -1.
int32_t bp_key_order_rank(lua_State *L, const bp_key_order *order, int keys, int key);
