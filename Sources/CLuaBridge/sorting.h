// A merge sort for `table.sort` and the order of `pairs`.
#pragma once
#include <stddef.h>

#include "internal.h"

/// The type of an item's `value`, in the order of `pairs`.
typedef enum bp_sort_kind {
  BP_SORT_BOOLEAN,
  BP_SORT_INTEGER,
  BP_SORT_FLOAT,
  BP_SORT_STRING,
  BP_SORT_OBJECT,
} bp_sort_kind;

/// A Lua value in a form that can usually be compared without Lua's stack. Strings must stay reachable.
typedef struct bp_sort_item {
  union {
    lua_Integer integer;
    lua_Number number;
    const char *bytes;
  } value;
  size_t length;
  /// The first eight bytes of a string as a number, padded with zeros: most comparisons need no more.
  uint64_t prefix;
  bp_sort_kind kind;
  /// The original index of the value, counting from 1.
  int32_t place;
} bp_sort_item;

/// Whether `left` belongs before `right`. May raise, and need not be consistent: the sort stays in bounds anyway.
typedef bool (*bp_sort_before)(void *context, const bp_sort_item *left, const bp_sort_item *right);

/// Sorts `count` items stably with at most count · log2(count) comparisons, which depend only on the items. `spare` has room for as many.
/// Returns the array that contains the result, `items` or `spare`.
bp_sort_item *bp_sort(bp_sort_item *items, bp_sort_item *spare, size_t count, bp_sort_before before, void *context);

/// Describes the value at `index`. Returns false for types that have no order of their own (nil, tables, functions, threads, light
/// userdata). Never raises.
bool bp_sort_describe(lua_State *L, int index, int32_t place, bp_sort_item *item);

/// Orders booleans, then numbers by value, then strings by bytes. Objects have no order here and come last.
bool bp_sort_plain_before(const bp_sort_item *left, const bp_sort_item *right);

/// The number of halvings that reduce `count` to 1.
unsigned bp_sort_levels(size_t count);
