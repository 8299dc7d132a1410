// Most evaluations write a dozen of the pages of their memory, and the system knows which: the memory is a private mapping of the copy, and
// `/proc/self/pagemap` distinguishes pages of the file from pages that were copied because they were written. Where it does not, as on
// macOS, all of the memory is copied.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "image.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t page_size(void) { return (size_t)sysconf(_SC_PAGESIZE); }

size_t bp_whole_pages(size_t size) { return (size + page_size() - 1) / page_size() * page_size(); }

/// Large copies are left by the C library to instructions of the processor that are slow to start; small ones are not.
static void copy(char *to, const char *from, size_t count) {
  const size_t part = 1024;
  for (; count > part; count -= part, to += part, from += part) memcpy(to, from, part);
  memcpy(to, from, count);
}

#if defined(__linux__)

#include <pthread.h>

// Flags of a page (Documentation/admin-guide/mm/pagemap.rst).
#define PRESENT_OR_SWAPPED ((uint64_t)3 << 62)
#define PRESENT ((uint64_t)1 << 63)
#define OF_FILE ((uint64_t)1 << 61)
// The number of pages asked for at once.
#define PAGES 512

/// The file with the states of this process's pages; -1 if there is none.
static int page_map = -1;

/// Reads the flags of `count` pages.
static bool look_up(uint64_t *flags, const char *first, size_t count) {
  size_t size = count * sizeof *flags;
  off_t offset = (off_t)((uintptr_t)first / page_size() * sizeof *flags);
  return pread(page_map, flags, size, offset) == (ssize_t)size;
}

static void open_page_map(void) {
  page_map = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  uint64_t flags;
  if (page_map < 0 || look_up(&flags, (const char *)&flags, 1)) return;
  close(page_map);
  page_map = -1;
}

static bool is_unchanged(uint64_t flags) {
  return (flags & PRESENT_OR_SWAPPED) == 0 || (flags & (PRESENT | OF_FILE)) == (PRESENT | OF_FILE);
}

static bool write_all(int file, const char *start, size_t size) {
  for (size_t done = 0; done < size;) {
    ssize_t count = pwrite(file, start + done, size - done, (off_t)done);
    if (count <= 0) return false;
    done += (size_t)count;
  }
  return true;
}

/// Makes the memory a private mapping of its copy. Returns false, with the memory as it was, if the system cannot.
static bool take_mapped(bp_image *image, char *base, size_t size) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_page_map);
  if (page_map < 0) return false;
  int file = memfd_create("lua", MFD_CLOEXEC);
  if (file < 0) return false;
  char *start = MAP_FAILED;
  if (write_all(file, base, size)) start = mmap(NULL, size, PROT_READ, MAP_SHARED, file, 0);
  char *mapped = MAP_FAILED;
  if (start != MAP_FAILED) mapped = mmap(base, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, file, 0);
  close(file);
  if (mapped != MAP_FAILED) {
    *image = (bp_image){start, size, true};
    return true;
  }
  if (start == MAP_FAILED) return false;
  // The system may have removed the memory before it failed.
  if (mmap(base, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) abort();
  copy(base, start, size);
  munmap(start, size);
  return false;
}

/// Copies back the pages that were written. Returns false if the system does not report which.
static bool restore_written(const bp_image *image, char *base) {
  size_t page = page_size(), pages = image->size / page, written = 0;
  uint64_t flags[PAGES];
  for (size_t first = 0; first < pages; first += PAGES) {
    size_t count = pages - first < PAGES ? pages - first : PAGES;
    if (!look_up(flags, base + first * page, count)) return false;
    for (size_t number = 0; number < count; number++) {
      if (is_unchanged(flags[number])) continue;
      size_t offset = (first + number) * page;
      copy(base + offset, image->start + offset, page);
      written++;
    }
  }
  // A written page is copied each time from then on. After an evaluation that wrote many, such as one that collected garbage, their private
  // copies are dropped.
  if (written > pages / 4) (void)madvise(base, image->size, MADV_DONTNEED);
  return true;
}

#else

static bool take_mapped(bp_image *image, char *base, size_t size) { return (void)image, (void)base, (void)size, false; }
static bool restore_written(const bp_image *image, char *base) { return (void)image, (void)base, false; }

#endif

bool bp_image_take(bp_image *image, char *base, size_t size) {
  if (take_mapped(image, base, size)) return true;
  *image = (bp_image){malloc(size), size, false};
  if (image->start == NULL) return false;
  copy(image->start, base, size);
  return true;
}

void bp_image_restore(const bp_image *image, char *base) {
  if (image->is_mapped && restore_written(image, base)) return;
  copy(base, image->start, image->size);
}

void bp_image_drop(bp_image *image) {
  if (image->is_mapped) munmap(image->start, image->size);
  else free(image->start);
  *image = (bp_image){NULL, 0, false};
}
