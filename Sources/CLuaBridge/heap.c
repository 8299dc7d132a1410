#include "heap.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#if !defined(MAP_ANONYMOUS)
#define MAP_ANONYMOUS MAP_ANON
#endif
#if !defined(MAP_NORESERVE)
#define MAP_NORESERVE 0
#endif

#define ALIGNMENT ((size_t)16)
// Size classes are 16 bytes apart up to this size, and four per doubling beyond it.
#define SMALL ((size_t)1024)
#define SMALL_CLASSES (SMALL / ALIGNMENT)
#define LARGEST ((size_t)1 << 40)
#define COMMITTED_AT_ONCE ((size_t)1 << 20)
// Bytes in addition to the image that stay resident between evaluations.
#define KEPT ((size_t)4 << 20)

/// Returns the class for a size from 1 to `LARGEST`, and the size of its blocks.
static size_t class_of(size_t size, size_t *block_size) {
  if (size <= SMALL) {
    size_t number = (size + ALIGNMENT - 1) / ALIGNMENT;
    *block_size = number * ALIGNMENT;
    return number - 1;
  }
  unsigned doubling = 10;
  while (((size_t)2 << doubling) < size) doubling++;
  size_t from = (size_t)1 << doubling, step = from / 4, quarter = (size - 1 - from) / step;
  *block_size = from + (quarter + 1) * step;
  return SMALL_CLASSES + (doubling - 10) * 4 + quarter;
}

bool bp_heap_open(bp_heap *heap, size_t most) {
  memset(heap, 0, sizeof *heap);
  if (most > LARGEST / 8) most = LARGEST / 8;
  // Extra room for rounding to size classes, and for blocks released in one class while another needs memory; less if address space is
  // scarce.
  void *base = MAP_FAILED;
  for (size_t times = 4; times > 0 && base == MAP_FAILED; times /= 2) {
    heap->reserved = (most * times + 2 * COMMITTED_AT_ONCE) / COMMITTED_AT_ONCE * COMMITTED_AT_ONCE;
    base = mmap(NULL, heap->reserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  }
  if (base == MAP_FAILED) return false;
  heap->base = base;
  return true;
}

void bp_heap_close(bp_heap *heap) {
  if (heap->base != NULL) munmap(heap->base, heap->reserved);
  heap->base = NULL;
  bp_image_drop(&heap->image);
}

static bool commit(bp_heap *heap, size_t end) {
  bp_heap_blocks *blocks = &heap->blocks;
  if (end <= blocks->committed) return true;
  if (end > heap->reserved) return false;
  size_t more = (end - blocks->committed + COMMITTED_AT_ONCE - 1) / COMMITTED_AT_ONCE * COMMITTED_AT_ONCE;
  if (more > heap->reserved - blocks->committed) more = heap->reserved - blocks->committed;
  if (mprotect(heap->base + blocks->committed, more, PROT_READ | PROT_WRITE) != 0) return false;
  blocks->committed += more;
  return true;
}

static void *take(bp_heap *heap, size_t size) {
  if (size > LARGEST) return NULL;
  bp_heap_blocks *blocks = &heap->blocks;
  size_t block_size;
  size_t class = class_of(size, &block_size);
  void *block = blocks->released[class];
  if (block != NULL) {
    memcpy(&blocks->released[class], block, sizeof block);
    return block;
  }
  if (block_size > heap->reserved - blocks->used || !commit(heap, blocks->used + block_size)) return NULL;
  block = heap->base + blocks->used;
  blocks->used += block_size;
  if (blocks->used > blocks->peak) blocks->peak = blocks->used;
  return block;
}

static void release(bp_heap *heap, void *block, size_t size) {
  bp_heap_blocks *blocks = &heap->blocks;
  size_t block_size;
  size_t class = class_of(size, &block_size);
  if ((char *)block + block_size == heap->base + blocks->used) {
    blocks->used -= block_size;
    return;
  }
  memcpy(block, &blocks->released[class], sizeof block);
  blocks->released[class] = block;
}

void *bp_heap_resize(bp_heap *heap, void *block, size_t old_size, size_t new_size) {
  if (block == NULL || old_size == 0) return new_size == 0 ? NULL : take(heap, new_size);
  if (new_size == 0) {
    release(heap, block, old_size);
    return NULL;
  }
  size_t old_block, new_block;
  size_t old_class = class_of(old_size, &old_block);
  if (new_size <= LARGEST && class_of(new_size, &new_block) == old_class) return block;
  void *moved = take(heap, new_size);
  if (moved == NULL) return NULL;
  memcpy(moved, block, old_size < new_size ? old_size : new_size);
  release(heap, block, old_size);
  return moved;
}

bool bp_heap_take_image(bp_heap *heap) {
  bp_heap_blocks *blocks = &heap->blocks;
  // Later blocks do not share room with the image: then the same requests find the same room. The image ends after the last block, so that
  // releasing that block does not shrink the heap into the image.
  memset(blocks->released, 0, sizeof blocks->released);
  size_t size = bp_whole_pages(blocks->used + ALIGNMENT);
  if (!commit(heap, size) || !bp_image_take(&heap->image, heap->base, size)) return false;
  blocks->used = blocks->peak = size;
  heap->blocks_of_image = *blocks;
  return true;
}

void bp_heap_restore(bp_heap *heap) {
  bp_image_restore(&heap->image, heap->base);
  size_t peak = heap->blocks.peak, committed = heap->blocks.committed;
  heap->blocks = heap->blocks_of_image;
  // Memory that may be touched stays so.
  heap->blocks.committed = committed;
  size_t kept = (heap->image.size + KEPT) / COMMITTED_AT_ONCE * COMMITTED_AT_ONCE;
  if (peak > kept && committed > kept) (void)madvise(heap->base + kept, committed - kept, MADV_DONTNEED);
}

void bp_heap_reopen(bp_heap *heap) {
  bp_heap_restore(heap);
  bp_image_drop(&heap->image);
}
