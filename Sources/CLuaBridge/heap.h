// The memory of one Lua universe: one range of addresses, so that the whole of it can be put back as it was.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BP_HEAP_CLASSES 192

typedef struct bp_heap {
  char *base;
  /// Bytes of address space, bytes of it that may be touched, bytes handed out, and the most that ever were.
  size_t reserved, committed, used, peak;
  /// Released blocks, by size class, each holding the address of the next.
  void *released[BP_HEAP_CLASSES];
} bp_heap;

/// A copy of a heap, taken at one moment.
typedef struct bp_heap_image {
  char *bytes;
  size_t count;
  bp_heap heap;
} bp_heap_image;

/// How a later heap differs from an image that it began with.
typedef struct bp_heap_layer {
  /// A bit for each block of the image, whether it differs, and these blocks one after the other.
  uint64_t *differs;
  char *blocks;
  /// What lies behind the image.
  char *tail;
  size_t tail_count;
  bp_heap heap;
} bp_heap_layer;

/// Reserves address space for at least `most` bytes of blocks. False when there is none.
bool bp_heap_open(bp_heap *heap, size_t most);
void bp_heap_close(bp_heap *heap);

/// As `realloc`, with the size that the block was asked for; a size of 0 releases it. NULL without room. Blocks are aligned to 16 bytes,
/// and the same requests on the same heap give the same addresses.
void *bp_heap_resize(bp_heap *heap, void *block, size_t old_size, size_t new_size);

/// Copies what is in use. False without memory.
bool bp_heap_capture(bp_heap *heap, bp_heap_image *image);
void bp_heap_discard(bp_heap_image *image);

/// Notes how the heap differs from an image that it began with. False without memory.
bool bp_heap_capture_layer(bp_heap *heap, const bp_heap_image *image, bp_heap_layer *layer);
void bp_heap_discard_layer(bp_heap_layer *layer);

/// Puts the heap back to what it was when the layer was noted, or without one when the image was taken.
void bp_heap_restore(bp_heap *heap, const bp_heap_image *image, const bp_heap_layer *layer);
