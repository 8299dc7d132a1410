// One merge sort for `table.sort` and for the order of `pairs`.
#pragma once
#include <stddef.h>

#include "internal.h"

/// What an item's `value` holds, in the order in which `pairs` shows keys.
typedef enum bp_sort_kind {
  BP_SORT_BOOLEAN,
  BP_SORT_INTEGER,
  BP_SORT_FLOAT,
  BP_SORT_STRING,
  BP_SORT_OBJECT,
} bp_sort_kind;

/// A Lua value, in a form that can be compared without Lua's stack where possible. A string must stay reachable.
typedef struct bp_sort_item {
  union {
    lua_Integer integer;
    lua_Number number;
    const char *bytes;
  } value;
  size_t length;
  /// The first eight bytes of a string as a number, zero when there are fewer: most comparisons need not look further.
  uint64_t prefix;
  bp_sort_kind kind;
  /// Index (from 1) of the value where it came from.
  int32_t place;
} bp_sort_item;

/// Whether `left` belongs before `right`. It may raise, and need not be consistent: the sort stays in bounds all the same.
typedef bool (*bp_sort_before)(void *context, const bp_sort_item *left, const bp_sort_item *right);

/// Sorts `count` items, stable, in at most count · log2(count) comparisons that depend on nothing but the items. `spare` has
/// room for as many. Returns the one of the two arrays that holds the result.
bp_sort_item *bp_sort(bp_sort_item *items, bp_sort_item *spare, size_t count, bp_sort_before before, void *context);

/// Describes the value at `index`. Returns false for kinds that have no order of their own (nil, tables, functions,
/// threads, light userdata). Never raises.
bool bp_sort_describe(lua_State *L, int index, int32_t place, bp_sort_item *item);

/// Orders booleans, then numbers by value, then strings by bytes. Objects have no order here, and come last.
bool bp_sort_plain_before(const bp_sort_item *left, const bp_sort_item *right);

/// The smallest number of halvings that bring `count` down to 1.
unsigned bp_sort_levels(size_t count);
