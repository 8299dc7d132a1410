// A snapshot of a table's keys in the order of `pairs`.
#pragma once
#include <stddef.h>

#include "sorting.h"

/// A userdata whose user value 1 is the array of keys as Lua found them.
typedef struct bp_key_order {
  int32_t count;
  /// The number of keys returned so far.
  int32_t position;
  /// The index in the array for each rank.
  int32_t places[];
} bp_key_order;

/// Sorts the keys of the table at `index` and pushes their order. Charges for each key, and for sorting keys other than 1…n; the charge
/// does not depend on the order in which Lua found them. Raises for keys that have no order; `function` is the caller's name in that
/// message.
bp_key_order *bp_key_order_push(lua_State *L, int index, const char *function);

/// Pushes the first key of the table at `index` with its value, or only nil if the table is empty. Charges for each key. Raises like
/// `bp_key_order_push`.
int bp_key_order_push_first(lua_State *L, int index, const char *function);

/// Returns the rank of the key at `key` among the keys (an array at `keys`) of the table, or -1.
int32_t bp_key_order_rank(lua_State *L, const bp_key_order *order, int keys, int key);
