// Short-lived memory for plain copies of Lua values and results of callbacks. Never raises: callers get NULL, and the evaluation ends with
// a memory error, because a lost result must not pass for an empty one.
#include <stddef.h>
#include <stdlib.h>

#include "internal.h"

#define CHUNK ((size_t)16 * 1024)
#define ALIGNMENT sizeof(max_align_t)

static size_t header_size(void) { return (sizeof(bp_chunk) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

static void *refuse(bp_state *state) {
  bp_exhaust(state, BP_OUT_OF_MEMORY);
  return NULL;
}

void *bp_scratch(bp_state *state, size_t size) {
  if (size > SIZE_MAX - ALIGNMENT - sizeof(bp_chunk) - CHUNK) return refuse(state);
  size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  bp_chunk *chunk = state->scratch;
  if (chunk == NULL || chunk->size - chunk->used < size) {
    size_t capacity = size > CHUNK ? size : CHUNK;
    size_t header = header_size();
    if (state->scratch_bytes > state->limits.memory || capacity > state->limits.memory - state->scratch_bytes) {
      return refuse(state);
    }
    chunk = malloc(header + capacity);
    if (chunk == NULL) return refuse(state);
    state->scratch_bytes += capacity;
    chunk->next = state->scratch;
    chunk->used = header;
    chunk->size = header + capacity;
    state->scratch = chunk;
  }
  void *result = (char *)chunk + chunk->used;
  chunk->used += size;
  return result;
}

static void drop_chunk(bp_state *state) {
  bp_chunk *chunk = state->scratch;
  state->scratch = chunk->next;
  state->scratch_bytes -= chunk->size - header_size();
  free(chunk);
}

bp_mark bp_scratch_mark(const bp_state *state) {
  return (bp_mark){state->scratch, state->scratch == NULL ? 0 : state->scratch->used};
}

void bp_scratch_release(bp_state *state, bp_mark mark) {
  // The first chunk is kept: most evaluations need no more.
  while (state->scratch != mark.chunk && state->scratch != NULL && state->scratch->next != NULL) drop_chunk(state);
  if (state->scratch != NULL) state->scratch->used = state->scratch == mark.chunk ? mark.used : header_size();
}

void bp_scratch_reset(bp_state *state) { bp_scratch_release(state, (bp_mark){NULL, 0}); }

void bp_scratch_free(bp_state *state) {
  while (state->scratch != NULL) drop_chunk(state);
}
