// The memory of one Lua universe: one range of addresses, so that all of it can be restored to what it was.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image.h"

#define BP_HEAP_CLASSES 192

/// Where the blocks of a heap are.
typedef struct bp_heap_blocks {
  /// Accessible bytes, allocated bytes, and the most bytes ever allocated.
  size_t committed, used, peak;
  /// Released blocks, by size class, each holding the address of the next.
  void *released[BP_HEAP_CLASSES];
} bp_heap_blocks;

typedef struct bp_heap {
  char *base;
  /// Bytes of address space.
  size_t reserved;
  bp_heap_blocks blocks;
  /// A copy of all blocks as they were at one moment; none until it is taken.
  bp_image image;
  bp_heap_blocks blocks_of_image;
} bp_heap;

/// Reserves address space for at least `most` bytes of blocks. Returns false if there is not enough.
bool bp_heap_open(bp_heap *heap, size_t most);
void bp_heap_close(bp_heap *heap);

/// Like `realloc`, but also takes the block's current size; a size of 0 releases it. Returns NULL if there is no room. Blocks are aligned
/// to 16 bytes, and the same requests on the same heap return the same addresses.
void *bp_heap_resize(bp_heap *heap, void *block, size_t old_size, size_t new_size);

/// Makes the current contents of the heap the image that `bp_heap_restore` restores. Returns false if memory is short.
bool bp_heap_take_image(bp_heap *heap);

/// Copies the image back.
void bp_heap_restore(bp_heap *heap);

/// Copies the image back and drops it, so that another one can be taken.
void bp_heap_reopen(bp_heap *heap);
