// Character classes (`%a`) and bracket sets (`[a-z]`) of Lua patterns.
#pragma once
#include "patterns.h"

static inline void bp_set_add(uint64_t bits[4], unsigned char byte) { bits[byte >> 6] |= (uint64_t)1 << (byte & 63); }

static inline bool bp_set_has(const uint64_t bits[4], unsigned char byte) { return (bits[byte >> 6] >> (byte & 63)) & 1; }

/// Whether `%letter` matches `byte`: a class, its complement (upper case), or the character itself.
bool bp_class_has(unsigned char letter, unsigned char byte);

/// Adds all bytes that `%letter` matches.
void bp_set_add_escaped(uint64_t bits[4], unsigned char letter);

/// Returns the set whose `[` is at `start`, compiled on first use: a set may be as long as the pattern and is tested for every byte of the
/// subject. Valid until the next call. Raises if the set is not closed.
const bp_set *bp_set_at(bp_matcher *matcher, const char *start);
