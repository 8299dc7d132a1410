// The matcher of Lua 5.4 patterns over bytes.
#pragma once
#include <stddef.h>

#include "internal.h"

#define BP_PATTERN_ESCAPE '%'
#define BP_MAX_CAPTURES 32
#define BP_CACHED_SETS 8

/// A part of the subject, or (length `BP_CAPTURE_OPEN`) one whose end isn't known yet, or (`BP_CAPTURE_POSITION`) a place.
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

/// One pattern on its way over one subject. Both strings must stay reachable while it is used.
typedef struct bp_matcher {
  lua_State *L;
  const char *subject, *subject_end;
  const char *pattern, *pattern_end;
  /// Work done and not charged, in quarters of a unit: looking at one byte is cheaper than a VM instruction.
  uint64_t quarters;
  int capture_count;
  bp_capture captures[BP_MAX_CAPTURES];
  bp_set sets[BP_CACHED_SETS];
} bp_matcher;

void bp_matcher_init(bp_matcher *matcher, lua_State *L, const char *subject, size_t subject_length, const char *pattern,
                     size_t pattern_length);

/// Matches `pattern` (a place in the matcher's pattern, after an anchor) against the subject from `from`, and returns the
/// end of the match or NULL. Charges fuel. Raises for malformed patterns, but, as in Lua, only for the parts it reaches.
const char *bp_match(bp_matcher *matcher, const char *from, const char *pattern);

/// Adds quarters of a unit to the work done, and charges when enough has come together. May raise the limit error.
static inline void bp_matcher_spend(bp_matcher *matcher, uint64_t quarters) {
  matcher->quarters += quarters;
  if (matcher->quarters >= 256) {
    uint64_t units = matcher->quarters / 4;
    matcher->quarters %= 4;
    bp_charge(matcher->L, units);
  }
}

/// Charges the rest of the work done.
void bp_matcher_settle(bp_matcher *matcher);

/// Capture `index` (from 0) of the match [from, to); without captures capture 0 is the whole match. For a position
/// capture returns false and sets `length` to the position, from 1. Raises when there is no such capture.
bool bp_get_capture(bp_matcher *matcher, int index, const char *from, const char *to, const char **start, size_t *length);

/// Pushes one capture as a string or an integer.
void bp_push_capture(bp_matcher *matcher, int index, const char *from, const char *to);

/// Pushes all captures and returns their number. Without captures the whole match counts as one, unless `from` is NULL.
int bp_push_captures(bp_matcher *matcher, const char *from, const char *to);
