// Merge sort, and the order of plain values.
#include "sorting.h"

#include <string.h>

unsigned bp_sort_levels(size_t count) {
  unsigned levels = 0;
  while (levels < 8 * sizeof count - 1 && ((size_t)1 << levels) < count) levels++;
  return levels;
}

static void merge(const bp_sort_item *left, const bp_sort_item *middle, const bp_sort_item *end, bp_sort_item *result,
                  bp_sort_before before, void *context) {
  const bp_sort_item *right = middle;
  // Already in order, as parts of most inputs are.
  if (right == end || !before(context, right, right - 1)) {
    memcpy(result, left, (size_t)(end - left) * sizeof *left);
    return;
  }
  while (left < middle && right < end) *result++ = before(context, right, left) ? *right++ : *left++;
  memcpy(result, left, (size_t)(middle - left) * sizeof *left);
  memcpy(result + (middle - left), right, (size_t)(end - right) * sizeof *right);
}

bp_sort_item *bp_sort(bp_sort_item *items, bp_sort_item *spare, size_t count, bp_sort_before before, void *context) {
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t start = 0; start < count;) {
      size_t left = count - start < width ? count - start : width;
      size_t right = count - start - left < width ? count - start - left : width;
      merge(items + start, items + start + left, items + start + left + right, spare + start, before, context);
      start += left + right;
    }
    bp_sort_item *sorted = spare;
    spare = items;
    items = sorted;
  }
  return items;
}

static uint64_t prefix_of(const char *bytes, size_t length) {
  uint64_t prefix = 0;
  for (size_t index = 0; index < sizeof prefix; index++) {
    prefix = prefix << 8 | (index < length ? (unsigned char)bytes[index] : 0);
  }
  return prefix;
}

bool bp_sort_describe(lua_State *L, int index, int32_t place, bp_sort_item *item) {
  item->place = place;
  item->length = 0;
  item->prefix = 0;
  item->value.integer = 0;
  switch (lua_type(L, index)) {
    case LUA_TBOOLEAN:
      item->kind = BP_SORT_BOOLEAN;
      item->value.integer = lua_toboolean(L, index);
      return true;
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        item->kind = BP_SORT_INTEGER;
        item->value.integer = lua_tointeger(L, index);
      } else {
        item->kind = BP_SORT_FLOAT;
        item->value.number = lua_tonumber(L, index);
      }
      return true;
    case LUA_TSTRING:
      item->kind = BP_SORT_STRING;
      item->value.bytes = lua_tolstring(L, index, &item->length);
      item->prefix = prefix_of(item->value.bytes, item->length);
      return true;
    case LUA_TUSERDATA:
      item->kind = BP_SORT_OBJECT;
      return true;
    default:
      return false;
  }
}

// Exact: converting the integer to a float would round it. Returns false if the float is NaN.
static bool integer_before_float(lua_Integer integer, lua_Number number) {
  if (number >= 9223372036854775808.0) return true;
  if (!(number >= -9223372036854775808.0)) return false;
  lua_Integer whole = (lua_Integer)number;
  return integer < whole || (integer == whole && number > (lua_Number)whole);
}

static bool float_before_integer(lua_Number number, lua_Integer integer) {
  if (number < -9223372036854775808.0) return true;
  if (!(number < 9223372036854775808.0)) return false;
  lua_Integer whole = (lua_Integer)number;
  return whole < integer || (whole == integer && number < (lua_Number)whole);
}

bool bp_sort_plain_before(const bp_sort_item *left, const bp_sort_item *right) {
  bool left_float = left->kind == BP_SORT_FLOAT, right_float = right->kind == BP_SORT_FLOAT;
  if (left_float && right_float) return left->value.number < right->value.number;
  if (left_float && right->kind == BP_SORT_INTEGER) return float_before_integer(left->value.number, right->value.integer);
  if (right_float && left->kind == BP_SORT_INTEGER) return integer_before_float(left->value.integer, right->value.number);
  if (left->kind != right->kind) return left->kind < right->kind;
  if (left->kind == BP_SORT_STRING) {
    if (left->prefix != right->prefix) return left->prefix < right->prefix;
    size_t common = left->length < right->length ? left->length : right->length;
    int order = memcmp(left->value.bytes, right->value.bytes, common);
    return order < 0 || (order == 0 && left->length < right->length);
  }
  return left->value.integer < right->value.integer;
}
