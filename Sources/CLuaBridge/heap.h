// The memory of one Lua universe: one range of addresses, so that all of it can be restored to what it was.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BP_HEAP_CLASSES 192

/// Where the blocks of a heap are.
typedef struct bp_heap_blocks {
  /// Accessible bytes, allocated bytes, and the most bytes ever allocated.
  size_t committed, used, peak;
  /// Released blocks, by size class, each holding the address of the next.
  void *released[BP_HEAP_CLASSES];
} bp_heap_blocks;

/// Until the image is taken, the range is a shared mapping of an in-memory file, so writes go to the file. Afterwards it is a private
/// mapping of that file: writes go to copies of pages, and dropping these restores the image. The system tracks the written pages.
typedef struct bp_heap {
  char *base;
  /// Bytes of address space.
  size_t reserved;
  /// -1 where the system gives no file, such as below a low limit for the size of files: then the image is a copy.
  int file;
  char *copy;
  bp_heap_blocks blocks;
  /// Bytes of the image, which are whole pages; 0 until it is taken.
  size_t image_size;
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

/// Restores the image and opens it for writing until the next one is taken. Returns false if memory is short; then the heap must not be used.
bool bp_heap_reopen(bp_heap *heap);

/// Restores the image. Returns false if memory is short; then the heap must not be used.
bool bp_heap_restore(bp_heap *heap);
