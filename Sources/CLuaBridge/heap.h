// The memory of one Lua universe: one range of addresses, so that all of it can be restored to what it was.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BP_HEAP_CLASSES 192

/// Where the blocks of a heap are.
typedef struct bp_heap_blocks {
  /// Bytes that may be touched, bytes handed out, and the most that ever were.
  size_t committed, used, peak;
  /// Released blocks, by size class, each holding the address of the next.
  void *released[BP_HEAP_CLASSES];
} bp_heap_blocks;

/// Until the image is taken, the range is a shared mapping of a file in memory: what is written is in the file. From then on the image is a
/// private mapping of that file: what is written is in pages of its own, and dropping these restores it. The system knows which pages
/// were written; nobody has to look for them.
typedef struct bp_heap {
  char *base;
  /// Bytes of address space.
  size_t reserved;
  int file;
  bp_heap_blocks blocks;
  /// Bytes of the image, which are whole pages; 0 until it is taken.
  size_t image_size;
  bp_heap_blocks blocks_of_image;
} bp_heap;

/// Reserves address space for at least `most` bytes of blocks. False when there is none.
bool bp_heap_open(bp_heap *heap, size_t most);
void bp_heap_close(bp_heap *heap);

/// As `realloc`, with the size that the block was asked for; a size of 0 releases it. NULL without room. Blocks are aligned to 16 bytes,
/// and the same requests on the same heap give the same addresses.
void *bp_heap_resize(bp_heap *heap, void *block, size_t old_size, size_t new_size);

/// Makes the heap as it is now what `bp_heap_restore` restores. Once. False without memory.
bool bp_heap_take_image(bp_heap *heap);

/// Restores the image. False without memory; the heap must not be used then.
bool bp_heap_restore(bp_heap *heap);
