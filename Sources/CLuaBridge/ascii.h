// Character classes of the C locale. Those of `<ctype.h>` depend on the process's locale, so results would differ between machines.
#pragma once
#include <stdbool.h>

static inline bool bp_is_digit(unsigned char byte) { return (unsigned)byte - '0' < 10U; }
static inline bool bp_is_lower(unsigned char byte) { return (unsigned)byte - 'a' < 26U; }
static inline bool bp_is_upper(unsigned char byte) { return (unsigned)byte - 'A' < 26U; }
static inline bool bp_is_alpha(unsigned char byte) { return ((unsigned)byte | 32U) - 'a' < 26U; }
static inline bool bp_is_control(unsigned char byte) { return byte < 32 || byte == 127; }
static inline unsigned char bp_to_lower(unsigned char byte) {
  return bp_is_upper(byte) ? (unsigned char)(byte + ('a' - 'A')) : byte;
}
static inline unsigned char bp_to_upper(unsigned char byte) {
  return bp_is_lower(byte) ? (unsigned char)(byte - ('a' - 'A')) : byte;
}
