// Searches for regular expressions in bytes, in time proportional to their number, implemented by RE2. No C++ exception leaves these
// functions.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A set of patterns. It may be used by one thread at a time.
struct byte_search;

/// The problem with a pattern.
enum byte_search_fault {
  BYTE_SEARCH_OK,
  BYTE_SEARCH_ESCAPE,
  BYTE_SEARCH_CLASS,
  BYTE_SEARCH_RANGE,
  BYTE_SEARCH_BRACKET,
  BYTE_SEARCH_PARENTHESIS,
  BYTE_SEARCH_EXTRA_PARENTHESIS,
  BYTE_SEARCH_BACKSLASH,
  BYTE_SEARCH_NOTHING_TO_REPEAT,
  BYTE_SEARCH_REPETITION,
  BYTE_SEARCH_DOUBLE_REPETITION,
  BYTE_SEARCH_GROUP,
  BYTE_SEARCH_TOO_LARGE,
  BYTE_SEARCH_MEMORY,
};

/// Creates an empty set; null if there is not enough memory.
struct byte_search *_Nullable byte_search_create(void);

void byte_search_free(struct byte_search *_Nullable search);

/// Adds a pattern. Otherwise, `start` and `end` are the range of the faulty part in the pattern; they are equal if it is unknown.
enum byte_search_fault byte_search_add(
  struct byte_search *_Nonnull search, const char *_Nonnull pattern, size_t count, size_t *_Nonnull start, size_t *_Nonnull end);

/// Ends the set. No pattern can be added after that.
enum byte_search_fault byte_search_compile(struct byte_search *_Nonnull search);

/// Finds the patterns that may match somewhere in these bytes: sets their flags in `found`, which has one for each pattern, and returns
/// whether there are any. Sets all of them if the automaton needs too much memory.
bool byte_search_scan(
  struct byte_search *_Nonnull search, const uint8_t *_Nonnull text, size_t count, bool *_Nonnull found);

/// Finds the first match of one pattern that starts at `from` or later and ends at `to` or earlier. The bytes around it decide about `^`,
/// `$` and `\b`. The result is 1 for a match, 0 for none, and -1 if there is not enough memory.
int byte_search_next(
  struct byte_search *_Nonnull search, size_t pattern, const uint8_t *_Nonnull text, size_t count, size_t from, size_t to,
  size_t *_Nonnull start, size_t *_Nonnull end);

/// The number of line feeds.
size_t byte_search_lines(const uint8_t *_Nonnull text, size_t count);

#ifdef __cplusplus
}
#endif
