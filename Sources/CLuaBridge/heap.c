#include "heap.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if !defined(MAP_ANONYMOUS)
#define MAP_ANONYMOUS MAP_ANON
#endif
#if !defined(MAP_NORESERVE)
#define MAP_NORESERVE 0
#endif

#define ALIGNMENT ((size_t)16)
// Classes are 16 bytes apart up to here, and beyond it four for each doubling.
#define SMALL ((size_t)1024)
#define SMALL_CLASSES (SMALL / ALIGNMENT)
#define LARGEST ((size_t)1 << 40)
#define COMMITTED_AT_ONCE ((size_t)1 << 20)
// What stays resident between evaluations, beyond the image.
#define KEPT ((size_t)4 << 20)

/// The class of a size from 1 to `LARGEST`, and the bytes that its blocks have.
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
  // Room for the sizes of classes, and for blocks released in one class while another needs them; less where addresses are scarce.
  size_t reserved = 0;
  void *base = MAP_FAILED;
  for (size_t times = 4; times > 0 && base == MAP_FAILED; times /= 2) {
    reserved = (most * times + 2 * COMMITTED_AT_ONCE) / COMMITTED_AT_ONCE * COMMITTED_AT_ONCE;
    base = mmap(NULL, reserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  }
  if (base == MAP_FAILED) return false;
  heap->base = base;
  heap->reserved = reserved;
  return true;
}

void bp_heap_close(bp_heap *heap) {
  if (heap->base != NULL) munmap(heap->base, heap->reserved);
  heap->base = NULL;
}

static bool commit(bp_heap *heap, size_t end) {
  if (end <= heap->committed) return true;
  if (end > heap->reserved) return false;
  size_t more = (end - heap->committed + COMMITTED_AT_ONCE - 1) / COMMITTED_AT_ONCE * COMMITTED_AT_ONCE;
  if (more > heap->reserved - heap->committed) more = heap->reserved - heap->committed;
  if (mprotect(heap->base + heap->committed, more, PROT_READ | PROT_WRITE) != 0) return false;
  heap->committed += more;
  return true;
}

static void *take(bp_heap *heap, size_t size) {
  if (size > LARGEST) return NULL;
  size_t block_size;
  size_t class = class_of(size, &block_size);
  void *block = heap->released[class];
  if (block != NULL) {
    memcpy(&heap->released[class], block, sizeof block);
    return block;
  }
  if (block_size > heap->reserved - heap->used || !commit(heap, heap->used + block_size)) return NULL;
  block = heap->base + heap->used;
  heap->used += block_size;
  if (heap->used > heap->peak) heap->peak = heap->used;
  return block;
}

static void release(bp_heap *heap, void *block, size_t size) {
  size_t block_size;
  size_t class = class_of(size, &block_size);
  if ((char *)block + block_size == heap->base + heap->used) {
    heap->used -= block_size;
    return;
  }
  memcpy(block, &heap->released[class], sizeof block);
  heap->released[class] = block;
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

// What an evaluation changes of an image lies in few places: looking for them takes less than writing all of it anew.
#define BLOCK ((size_t)1024)
#define PAGE ((size_t)4096)

/// Less is asked of the C library at a time than what it leaves to the processor's string instructions, which are slow to begin.
static void copy(char *to, const char *from, size_t count) {
  for (; count > BLOCK; count -= BLOCK, to += BLOCK, from += BLOCK) memcpy(to, from, BLOCK);
  memcpy(to, from, count);
}

static size_t blocks_of(const bp_heap_image *image) { return image->count / BLOCK; }

static bool has_bit(const uint64_t *bits, size_t number) { return bits[number / 64] >> number % 64 & 1; }

bool bp_heap_capture(bp_heap *heap, bp_heap_image *image) {
  bp_heap_discard(image);
  // What comes after the image gets room of its own: then less of what is restored has changed, and the same requests find the same room.
  memset(heap->released, 0, sizeof heap->released);
  // Never a whole number of pages already: the last block is not at the end, so that releasing it does not make the heap smaller than that.
  size_t used = (heap->used + PAGE) / PAGE * PAGE;
  if (!commit(heap, used)) return false;
  heap->used = used;
  image->bytes = malloc(used > 0 ? used : 1);
  if (image->bytes == NULL) return false;
  image->count = used;
  image->heap = *heap;
  copy(image->bytes, heap->base, used);
  return true;
}

void bp_heap_discard(bp_heap_image *image) {
  free(image->bytes);
  image->bytes = NULL;
  image->count = 0;
}

bool bp_heap_capture_layer(bp_heap *heap, const bp_heap_image *image, bp_heap_layer *layer) {
  size_t count = blocks_of(image), changed = 0;
  memset(layer, 0, sizeof *layer);
  if (heap->used < image->count) return false;
  layer->differs = calloc(count / 64 + 1, sizeof *layer->differs);
  layer->tail_count = heap->used - image->count;
  layer->tail = malloc(layer->tail_count > 0 ? layer->tail_count : 1);
  if (layer->differs != NULL && layer->tail != NULL) {
    for (size_t number = 0; number < count; number++) {
      if (memcmp(heap->base + number * BLOCK, image->bytes + number * BLOCK, BLOCK) == 0) continue;
      layer->differs[number / 64] |= (uint64_t)1 << number % 64;
      changed++;
    }
    layer->blocks = malloc(changed > 0 ? changed * BLOCK : 1);
  }
  if (layer->blocks == NULL) {
    bp_heap_discard_layer(layer);
    return false;
  }
  char *block = layer->blocks;
  for (size_t number = 0; number < count; number++) {
    if (!has_bit(layer->differs, number)) continue;
    memcpy(block, heap->base + number * BLOCK, BLOCK);
    block += BLOCK;
  }
  copy(layer->tail, heap->base + image->count, layer->tail_count);
  layer->heap = *heap;
  return true;
}

void bp_heap_discard_layer(bp_heap_layer *layer) {
  free(layer->differs);
  free(layer->blocks);
  free(layer->tail);
  memset(layer, 0, sizeof *layer);
}

void bp_heap_restore(bp_heap *heap, const bp_heap_image *image, const bp_heap_layer *layer) {
  size_t peak = heap->peak, committed = heap->committed, count = blocks_of(image);
  const char *changed = layer == NULL ? NULL : layer->blocks;
  for (size_t number = 0; number < count; number++) {
    const char *wanted = image->bytes + number * BLOCK;
    if (layer != NULL && has_bit(layer->differs, number)) {
      wanted = changed;
      changed += BLOCK;
    }
    char *block = heap->base + number * BLOCK;
    if (memcmp(block, wanted, BLOCK) != 0) memcpy(block, wanted, BLOCK);
  }
  if (layer != NULL) copy(heap->base + image->count, layer->tail, layer->tail_count);
  *heap = layer == NULL ? image->heap : layer->heap;
  // Memory that may be touched stays so.
  heap->committed = committed;
  size_t kept = (heap->used + KEPT) / COMMITTED_AT_ONCE * COMMITTED_AT_ONCE;
  if (peak > kept && committed > kept) (void)madvise(heap->base + kept, committed - kept, MADV_DONTNEED);
}
