// A copy of memory from which the memory can be restored quickly.
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct bp_image {
  /// NULL if there is no copy.
  char *start;
  /// A whole number of pages.
  size_t size;
  /// Whether the memory is a private mapping of the copy, so that the system knows which of its pages were written.
  bool is_mapped;
} bp_image;

/// Rounds up to whole pages.
size_t bp_whole_pages(size_t size);

/// Copies the memory of `size` bytes at `base`, both whole pages. Returns false if memory is short.
bool bp_image_take(bp_image *image, char *base, size_t size);

/// Makes the memory at `base` what it was when the image was taken.
void bp_image_restore(const bp_image *image, char *base);

/// Releases the copy; the memory stays as it is.
void bp_image_drop(bp_image *image);
