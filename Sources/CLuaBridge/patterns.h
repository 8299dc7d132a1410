// A matcher for Lua 5.4 patterns over bytes.
#pragma once
#include <stddef.h>

#include "internal.h"

#define BP_PATTERN_ESCAPE '%'
#define BP_MAX_CAPTURES 32
#define BP_CACHED_SETS 8

/// A part of the subject, possibly with an unknown end (length `BP_CAPTURE_OPEN`), or a position (`BP_CAPTURE_POSITION`).
typedef struct bp_capture {
  const char *start;
  ptrdiff_t length;
} bp_capture;

#define BP_CAPTURE_OPEN ((ptrdiff_t)-1)
#define BP_CAPTURE_POSITION ((ptrdiff_t)-2)

/// A bracket set of the pattern, compiled to one bit per byte value.
typedef struct bp_set {
  const char *start;
  const char *end;
  uint64_t bits[4];
} bp_set;

/// The state of matching a pattern with a subject. Both strings must stay reachable while it is used.
typedef struct bp_matcher {
  lua_State *L;
  const char *subject, *subject_end;
  const char *pattern, *pattern_end;
  /// Work not yet charged, in quarters of a unit: comparing a byte is cheaper than a VM instruction.
  uint64_t quarters;
  int capture_count;
  bp_capture captures[BP_MAX_CAPTURES];
  bp_set sets[BP_CACHED_SETS];
} bp_matcher;

void bp_matcher_init(bp_matcher *matcher, lua_State *L, const char *subject, size_t subject_length, const char *pattern,
                     size_t pattern_length);

/// Matches `pattern` (a place in the matcher's pattern, after an anchor) at `from` in the subject, and returns the end of the match or
/// NULL. Charges fuel. Raises for malformed patterns, but like Lua only if matching reaches the malformed part.
const char *bp_match(bp_matcher *matcher, const char *from, const char *pattern);

/// Adds quarters of a unit to the work, and charges from time to time. May raise the limit error.
static inline void bp_matcher_spend(bp_matcher *matcher, uint64_t quarters) {
  matcher->quarters += quarters;
  if (matcher->quarters >= 256) {
    uint64_t units = matcher->quarters / 4;
    matcher->quarters %= 4;
    bp_charge(matcher->L, units);
  }
}

/// Charges the remaining work.
void bp_matcher_settle(bp_matcher *matcher);

/// Returns capture `index` (counting from 0) of the match [from, to); without captures, capture 0 is the whole match. For a position
/// capture, returns false and sets `length` to the position, counting from 1. Raises if there is no such capture.
bool bp_get_capture(bp_matcher *matcher, int index, const char *from, const char *to, const char **start, size_t *length);

/// Pushes a capture as a string or an integer.
void bp_push_capture(bp_matcher *matcher, int index, const char *from, const char *to);

/// Pushes all captures and returns their number. Without captures the whole match counts as one, unless `from` is NULL.
int bp_push_captures(bp_matcher *matcher, const char *from, const char *to);
