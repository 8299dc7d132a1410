// Character classes and bracket sets, as bit sets.
#include "patternsets.h"

#include <string.h>

#include "ascii.h"

// Members below 128; in the C locale no class has bytes above.
typedef struct class_members {
  uint64_t low, high;
} class_members;

static const class_members *members_of(unsigned char letter) {
  static const class_members alpha = {0, 0x07FFFFFE07FFFFFE}, control = {0x00000000FFFFFFFF, 0x8000000000000000},
                             digit = {0x03FF000000000000, 0}, graphic = {0xFFFFFFFE00000000, 0x7FFFFFFFFFFFFFFF},
                             lower = {0, 0x07FFFFFE00000000}, punctuation = {0xFC00FFFE00000000, 0x78000001F8000001},
                             space = {0x0000000100003E00, 0}, upper = {0, 0x0000000007FFFFFE},
                             word = {0x03FF000000000000, 0x07FFFFFE07FFFFFE},
                             hexadecimal = {0x03FF000000000000, 0x0000007E0000007E}, zero = {1, 0};
  switch (bp_to_lower(letter)) {
    case 'a': return &alpha;
    case 'c': return &control;
    case 'd': return &digit;
    case 'g': return &graphic;
    case 'l': return &lower;
    case 'p': return &punctuation;
    case 's': return &space;
    case 'u': return &upper;
    case 'w': return &word;
    case 'x': return &hexadecimal;
    // Undocumented since Lua 5.2, but still supported.
    case 'z': return &zero;
    default: return NULL;
  }
}

bool bp_class_has(unsigned char letter, unsigned char byte) {
  const class_members *members = members_of(letter);
  if (members == NULL) return letter == byte;
  uint64_t word = byte < 64 ? members->low : byte < 128 ? members->high : 0;
  return (bool)((word >> (byte & 63)) & 1) != bp_is_upper(letter);
}

void bp_set_add_escaped(uint64_t bits[4], unsigned char letter) {
  const class_members *members = members_of(letter);
  if (members == NULL) {
    bp_set_add(bits, letter);
  } else if (bp_is_upper(letter)) {
    bits[0] |= ~members->low;
    bits[1] |= ~members->high;
    bits[2] = bits[3] = ~(uint64_t)0;
  } else {
    bits[0] |= members->low;
    bits[1] |= members->high;
  }
}

static const char *find_end(bp_matcher *matcher, const char *start) {
  const char *p = start + 1;
  if (p < matcher->pattern_end && *p == '^') p++;
  // The first character is a member even if it is a bracket.
  for (bool first = true;; first = false) {
    if (p >= matcher->pattern_end) luaL_error(matcher->L, "malformed pattern (missing ']')");
    if (*p == ']' && !first) return p + 1;
    p += *p == BP_PATTERN_ESCAPE && p + 1 < matcher->pattern_end ? 2 : 1;
  }
}

const bp_set *bp_set_at(bp_matcher *matcher, const char *start) {
  bp_set *set = &matcher->sets[(size_t)(start - matcher->pattern) % BP_CACHED_SETS];
  if (set->start == start) return set;
  const char *end = find_end(matcher, start);
  bp_matcher_spend(matcher, 4 + (uint64_t)(end - start));
  memset(set->bits, 0, sizeof set->bits);
  const char *p = start + 1, *last = end - 1;
  bool complement = *p == '^';
  if (complement) p++;
  while (p < last) {
    if (*p == BP_PATTERN_ESCAPE) {
      bp_set_add_escaped(set->bits, (unsigned char)p[1]);
      p += 2;
    } else if (last - p > 2 && p[1] == '-') {
      for (int byte = (unsigned char)p[0]; byte <= (unsigned char)p[2]; byte++) {
        bp_set_add(set->bits, (unsigned char)byte);
      }
      p += 3;
    } else {
      bp_set_add(set->bits, (unsigned char)*p++);
    }
  }
  if (complement) {
    for (int word = 0; word < 4; word++) set->bits[word] = ~set->bits[word];
  }
  set->start = start;
  set->end = end;
  return set;
}
