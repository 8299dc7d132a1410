// The cost of rebuilding a table. Lua does not seed the hashes of integers and floats, so a policy can choose keys that all collide in a
// table that has yet to grow to a certain size. Rehashing them takes quadratic time in one instruction. When Lua allocates the new hash
// part, the keys are still in the old one: there the collisions in the new one are counted. The hash part has the layout of Lua 5.4
// (lobject.h, ltable.c).
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// The binary logarithm of the smallest number of nodes worth counting.
#define SMALLEST_LOG 10
#define INTEGER_KEY LUA_TNUMBER
#define FLOAT_KEY (LUA_TNUMBER | (1 << 4))
// Lua chooses the smallest size that is at least half full, so a table cannot grow or shrink by a larger factor at once.
#define NEAREST_LOGS 3

typedef struct node {
  uint64_t value;
  unsigned char value_type, key_type;
  int32_t next;
  union {
    int64_t integer;
    double number;
  } key;
} node;

/// Returns the binary logarithm of the number of nodes in a block of this size, or 0.
static unsigned log_of(size_t size) {
  if (size % sizeof(node) != 0) return 0;
  size_t count = size / sizeof(node);
  if (count < (size_t)1 << SMALLEST_LOG || (count & (count - 1)) != 0) return 0;
  unsigned log = SMALLEST_LOG;
  while (((size_t)1 << log) < count) log++;
  return log;
}

void bp_note_vector(bp_memory *memory, const void *block, size_t size) {
  unsigned log = log_of(size);
  if (log == 0 || memory->vector_count == BP_MOST_VECTORS) return;
  memory->vectors[memory->vector_count++] = (bp_vector){block, log};
}

void bp_forget_vector(bp_memory *memory, const void *block, size_t size) {
  if (block == NULL || log_of(size) == 0) return;
  for (size_t i = 0; i < memory->vector_count; i++) {
    if (memory->vectors[i].block != block) continue;
    memory->vectors[i] = memory->vectors[--memory->vector_count];
    return;
  }
}

/// Like `l_hashfloat`.
static uint64_t hash_of(double number) {
  int exponent;
  double fraction = frexp(number, &exponent) * -(double)INT_MIN;
  if (!(fraction >= -9223372036854775808.0 && fraction < 9223372036854775808.0)) return 0;
  unsigned sum = (unsigned)exponent + (unsigned)(int64_t)fraction;
  return sum <= INT_MAX ? sum : ~sum;
}

/// Returns the main position of a key. Releases before 5.4.3 used the low bits of integers.
static size_t place_of(const node *entry, unsigned log, bool by_bits) {
  size_t mask = ((size_t)1 << log) - 1;
  uint64_t hash = entry->key_type == INTEGER_KEY ? (uint64_t)entry->key.integer : hash_of(entry->key.number);
  return entry->key_type == INTEGER_KEY && by_bits ? (size_t)(hash & mask) : (size_t)(hash % (mask | 1));
}

static uint64_t steps(const bp_vector *old, unsigned log, bool by_bits, uint32_t *counts, uint64_t most) {
  uint64_t sum = 0;
  const node *nodes = old->block;
  memset(counts, 0, sizeof *counts << log);
  for (size_t i = 0; i < (size_t)1 << old->log && sum < most; i++) {
    bool is_empty = (nodes[i].value_type & 0x0F) == LUA_TNIL;
    if (is_empty || (nodes[i].key_type != INTEGER_KEY && nodes[i].key_type != FLOAT_KEY)) continue;
    sum += counts[place_of(&nodes[i], log, by_bits)]++;
  }
  return sum;
}

uint64_t bp_collisions(const bp_memory *memory, size_t size, uint64_t most) {
  unsigned log = log_of(size);
  if (log == 0) return 0;
  uint32_t *counts = NULL;
  uint64_t worst = 0;
  for (size_t i = 0; i < memory->vector_count; i++) {
    unsigned old = memory->vectors[i].log;
    if (old + NEAREST_LOGS < log || old > log + NEAREST_LOGS) continue;
    if (counts == NULL) counts = malloc(sizeof *counts << log);
    // Without memory for counting there is none for the table.
    if (counts == NULL) return most;
    for (int by_bits = 0; by_bits <= 1; by_bits++) {
      uint64_t found = steps(&memory->vectors[i], log, by_bits != 0, counts, most);
      if (found > worst) worst = found;
    }
  }
  free(counts);
  return worst;
}
