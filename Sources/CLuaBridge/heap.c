#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "heap.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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

/// Opens an unnamed file in memory; -1 if that fails.
static int open_memory_file(void) {
#if defined(__linux__)
  return memfd_create("lua", MFD_CLOEXEC);
#else
  // The name is released at once; only another thread or process doing the same can have taken it.
  char name[32];
  for (unsigned attempt = 0; attempt < 1000; attempt++) {
    snprintf(name, sizeof name, "/bp-%d-%u", (int)getpid(), attempt);
    int file = shm_open(name, O_RDWR | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR);
    if (file < 0) continue;
    shm_unlink(name);
    return file;
  }
  return -1;
#endif
}

bool bp_heap_open(bp_heap *heap, size_t most) {
  memset(heap, 0, sizeof *heap);
  if (most > LARGEST / 8) most = LARGEST / 8;
  heap->file = open_memory_file();
  bool has_file = heap->file >= 0;
  // Extra room for rounding to size classes, and for blocks released in one class while another needs memory; less if address space is
  // scarce.
  void *base = MAP_FAILED;
  for (size_t times = 4; times > 0 && base == MAP_FAILED; times /= 2) {
    heap->reserved = (most * times + 2 * COMMITTED_AT_ONCE) / COMMITTED_AT_ONCE * COMMITTED_AT_ONCE;
    // On some systems the size can be set only once.
    has_file = has_file && ftruncate(heap->file, (off_t)heap->reserved) == 0;
    int kind = has_file ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS;
    base = mmap(NULL, heap->reserved, PROT_NONE, kind | MAP_NORESERVE, has_file ? heap->file : -1, 0);
  }
  if (!has_file || base == MAP_FAILED) {
    if (heap->file >= 0) close(heap->file);
    heap->file = -1;
  }
  if (base == MAP_FAILED) return false;
  heap->base = base;
  return true;
}

void bp_heap_close(bp_heap *heap) {
  if (heap->base == NULL) return;
  munmap(heap->base, heap->reserved);
  if (heap->file >= 0) close(heap->file);
  free(heap->copy);
  heap->base = heap->copy = NULL;
  heap->file = -1;
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
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  // Later blocks do not share pages with the image: then fewer pages are written, and the same requests find the same room. The page ends
  // after the last block, so that releasing that block does not shrink the heap into the image.
  memset(blocks->released, 0, sizeof blocks->released);
  size_t size = (blocks->used + page) / page * page;
  if (!commit(heap, size)) return false;
  if (heap->file < 0) {
    heap->copy = malloc(size);
    if (heap->copy == NULL) return false;
    memcpy(heap->copy, heap->base, size);
    blocks->used = blocks->peak = heap->image_size = size;
    heap->blocks_of_image = *blocks;
    return true;
  }
  int access = PROT_READ | PROT_WRITE;
  if (mmap(heap->base, size, access, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, heap->file, 0) == MAP_FAILED) return false;
  int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
  if (mmap(heap->base + size, heap->reserved - size, PROT_NONE, kind, -1, 0) == MAP_FAILED) return false;
  blocks->used = blocks->peak = blocks->committed = heap->image_size = size;
  heap->blocks_of_image = *blocks;
  return true;
}

bool bp_heap_reopen(bp_heap *heap) {
  if (heap->file < 0) {
    if (!bp_heap_restore(heap)) return false;
    free(heap->copy);
    heap->copy = NULL;
    heap->image_size = 0;
    return true;
  }
  // The file has the image; what evaluations wrote is in pages that this drops.
  int kind = MAP_SHARED | MAP_FIXED | MAP_NORESERVE;
  if (mmap(heap->base, heap->reserved, PROT_NONE, kind, heap->file, 0) == MAP_FAILED) return false;
  heap->blocks = heap->blocks_of_image;
  heap->blocks.committed = 0;
  heap->image_size = 0;
  return commit(heap, heap->blocks.used);
}

bool bp_heap_restore(bp_heap *heap) {
  if (heap->file < 0) {
    memcpy(heap->base, heap->copy, heap->image_size);
    size_t committed = heap->blocks.committed;
    heap->blocks = heap->blocks_of_image;
    heap->blocks.committed = committed;
    return true;
  }
#if defined(__linux__)
  if (madvise(heap->base, heap->image_size, MADV_DONTNEED) != 0) return false;
#else
  int access = PROT_READ | PROT_WRITE;
  if (mmap(heap->base, heap->image_size, access, MAP_PRIVATE | MAP_FIXED, heap->file, 0) == MAP_FAILED) return false;
#endif
  size_t peak = heap->blocks.peak, committed = heap->blocks.committed;
  heap->blocks = heap->blocks_of_image;
  // Accessible memory stays accessible.
  heap->blocks.committed = committed;
  size_t kept = (heap->image_size + KEPT) / COMMITTED_AT_ONCE * COMMITTED_AT_ONCE;
  if (peak > kept && committed > kept) (void)madvise(heap->base + kept, committed - kept, MADV_DONTNEED);
  return true;
}
