// Lua patterns with an explicit stack for backtracking: no pattern makes the C stack grow, and every step is charged, so that an
// exponential pattern reaches the fuel limit.
#include "patterns.h"

#include <string.h>

#include "ascii.h"
#include "patternsets.h"

// The maximum number of open choices; deeper patterns are an error as in Lua's own matcher.
#define MAX_CHOICES 199
#define QUARTERS_PER_STEP 4

typedef enum choice_kind {
  // Match one byte less in a greedy run.
  FEWER,
  // Match one byte more in a lazy run.
  MORE,
  // Skip an optional item.
  WITHOUT,
  // No alternative; undo the opening or closing of a capture.
  REOPEN,
  UNOPEN,
} choice_kind;

typedef struct choice {
  choice_kind kind;
  int capture;
  const char *subject;
  // The repeated item (MORE), and the rest of the pattern after it.
  const char *item, *rest;
  size_t spare;
} choice;

void bp_matcher_settle(bp_matcher *matcher) {
  uint64_t units = (matcher->quarters + 3) / 4;
  matcher->quarters = 0;
  if (units > 0) bp_charge(matcher->L, units);
}

void bp_matcher_init(bp_matcher *matcher, lua_State *L, const char *subject, size_t subject_length, const char *pattern,
                     size_t pattern_length) {
  matcher->L = L;
  matcher->subject = subject;
  matcher->subject_end = subject + subject_length;
  matcher->pattern = pattern;
  matcher->pattern_end = pattern + pattern_length;
  matcher->quarters = 0;
  matcher->capture_count = 0;
  for (int slot = 0; slot < BP_CACHED_SETS; slot++) matcher->sets[slot].start = NULL;
}

// Returns the end of the single-character item at `p`.
static const char *item_end(bp_matcher *matcher, const char *p) {
  switch (*p) {
    case BP_PATTERN_ESCAPE:
      if (p + 1 >= matcher->pattern_end) luaL_error(matcher->L, "malformed pattern (ends with '%%')");
      return p + 2;
    case '[':
      return bp_set_at(matcher, p)->end;
    default:
      return p + 1;
  }
}

static bool item_matches(bp_matcher *matcher, const char *item, const char *subject) {
  if (subject >= matcher->subject_end) return false;
  unsigned char byte = (unsigned char)*subject;
  switch (*item) {
    case '.':
      return true;
    case BP_PATTERN_ESCAPE:
      return bp_class_has((unsigned char)item[1], byte);
    case '[':
      return bp_set_has(bp_set_at(matcher, item)->bits, byte);
    default:
      return (unsigned char)*item == byte;
  }
}

// Returns how many consecutive bytes from `subject` on match the item.
static size_t run_length(bp_matcher *matcher, const char *item, const char *subject) {
  const char *end = matcher->subject_end, *s = subject;
  uint64_t bits[4] = {0, 0, 0, 0};
  switch (*item) {
    case '.':
      bp_matcher_spend(matcher, QUARTERS_PER_STEP);
      return (size_t)(end - subject);
    case BP_PATTERN_ESCAPE:
      bp_set_add_escaped(bits, (unsigned char)item[1]);
      break;
    case '[':
      memcpy(bits, bp_set_at(matcher, item)->bits, sizeof bits);
      break;
    default:
      bp_set_add(bits, (unsigned char)*item);
      break;
  }
  for (; s < end && bp_set_has(bits, (unsigned char)*s); s++) bp_matcher_spend(matcher, 1);
  return (size_t)(s - subject);
}

static const char *match_balanced(bp_matcher *matcher, const char *subject, const char *pair) {
  if (matcher->pattern_end - pair < 2) luaL_error(matcher->L, "malformed pattern (missing arguments to '%%b')");
  if (subject >= matcher->subject_end || *subject != pair[0]) return NULL;
  size_t open = 1;
  for (const char *s = subject + 1; s < matcher->subject_end; s++) {
    bp_matcher_spend(matcher, 1);
    if (*s == pair[1]) {
      if (--open == 0) return s + 1;
    } else if (*s == pair[0]) {
      open++;
    }
  }
  return NULL;
}

static bool at_frontier(bp_matcher *matcher, const char *subject, const bp_set *set) {
  // Both ends of the subject count as a zero byte.
  unsigned char before = subject == matcher->subject ? 0 : (unsigned char)subject[-1];
  unsigned char after = subject == matcher->subject_end ? 0 : (unsigned char)*subject;
  return !bp_set_has(set->bits, before) && bp_set_has(set->bits, after);
}

static const char *match_reference(bp_matcher *matcher, const char *subject, unsigned char digit) {
  int index = (int)digit - '1';
  if (index < 0 || index >= matcher->capture_count || matcher->captures[index].length == BP_CAPTURE_OPEN) {
    luaL_error(matcher->L, "invalid capture index %%%d", index + 1);
  }
  const bp_capture *capture = &matcher->captures[index];
  // A position capture has no text, so nothing equals it.
  if (capture->length < 0 || matcher->subject_end - subject < capture->length) return NULL;
  bp_matcher_spend(matcher, (uint64_t)capture->length / 4);
  return memcmp(capture->start, subject, (size_t)capture->length) == 0 ? subject + capture->length : NULL;
}

static int open_capture(bp_matcher *matcher) {
  for (int index = matcher->capture_count - 1; index >= 0; index--) {
    if (matcher->captures[index].length == BP_CAPTURE_OPEN) return index;
  }
  return luaL_error(matcher->L, "invalid pattern capture");
}

static choice *add_choice(bp_matcher *matcher, choice *choices, int *count, choice_kind kind) {
  if (*count == MAX_CHOICES) bp_raise_exceeded(matcher->L, "the pattern is too complex");
  choice *added = &choices[(*count)++];
  added->kind = kind;
  return added;
}

// Returns to the latest choice with an alternative, and sets the positions there. Returns false if there is none.
static bool backtrack(bp_matcher *matcher, choice *choices, int *count, const char **subject, const char **pattern) {
  while (*count > 0) {
    choice *latest = &choices[*count - 1];
    switch (latest->kind) {
      case FEWER:
        if (latest->spare == 0) break;
        latest->spare--;
        *subject = latest->subject + latest->spare;
        *pattern = latest->rest;
        return true;
      case MORE:
        if (!item_matches(matcher, latest->item, latest->subject)) break;
        *subject = ++latest->subject;
        *pattern = latest->rest;
        return true;
      case WITHOUT:
        *subject = latest->subject;
        *pattern = latest->rest;
        (*count)--;
        return true;
      case REOPEN:
        matcher->captures[latest->capture].length = BP_CAPTURE_OPEN;
        break;
      case UNOPEN:
        matcher->capture_count--;
        break;
    }
    (*count)--;
  }
  return false;
}

// Matches the single-character item at `*pattern` with its suffix. Returns false if it does not match.
static bool take_item(bp_matcher *matcher, choice *choices, int *count, const char **subject, const char **pattern) {
  const char *item = *pattern, *end = item_end(matcher, item), *s = *subject;
  char suffix = end < matcher->pattern_end ? *end : '\0';
  bool matches = item_matches(matcher, item, s);
  switch (suffix) {
    case '?':
      *pattern = end + 1;
      if (!matches) return true;
      choice *without = add_choice(matcher, choices, count, WITHOUT);
      without->subject = s;
      without->rest = end + 1;
      *subject = s + 1;
      return true;
    case '-':
      *pattern = end + 1;
      if (!matches) return true;
      choice *more = add_choice(matcher, choices, count, MORE);
      more->subject = s;
      more->item = item;
      more->rest = end + 1;
      return true;
    case '*':
    case '+':
      if (!matches) {
        *pattern = end + 1;
        return suffix == '*';
      }
      // With `+` the first byte is mandatory.
      if (suffix == '+') s++;
      size_t run = run_length(matcher, item, s);
      choice *fewer = add_choice(matcher, choices, count, FEWER);
      fewer->subject = s;
      fewer->rest = end + 1;
      fewer->spare = run;
      *subject = s + run;
      *pattern = end + 1;
      return true;
    default:
      *subject = s + 1;
      *pattern = end;
      return matches;
  }
}

// Matches a `%` item that is not a single character. Sets `handled` to false if it is a single character.
static bool take_special(bp_matcher *matcher, const char **subject, const char **pattern, bool *handled) {
  const char *p = *pattern, *s = *subject;
  unsigned char kind = p + 1 < matcher->pattern_end ? (unsigned char)p[1] : 0;
  *handled = true;
  if (kind == 'b') {
    s = match_balanced(matcher, s, p + 2);
    p += 4;
  } else if (kind == 'f') {
    p += 2;
    if (p >= matcher->pattern_end || *p != '[') luaL_error(matcher->L, "missing '[' after '%%f' in pattern");
    const bp_set *set = bp_set_at(matcher, p);
    if (!at_frontier(matcher, s, set)) return false;
    p = set->end;
  } else if (bp_is_digit(kind)) {
    s = match_reference(matcher, s, kind);
    p += 2;
  } else {
    *handled = false;
    return false;
  }
  if (s == NULL) return false;
  *subject = s;
  *pattern = p;
  return true;
}

static void take_open(bp_matcher *matcher, choice *choices, int *count, const char *subject, const char **pattern) {
  bool position = *pattern + 1 < matcher->pattern_end && (*pattern)[1] == ')';
  if (matcher->capture_count >= BP_MAX_CAPTURES) bp_raise_exceeded(matcher->L, "the pattern has more than %d captures", BP_MAX_CAPTURES);
  bp_capture *capture = &matcher->captures[matcher->capture_count];
  capture->start = subject;
  capture->length = position ? BP_CAPTURE_POSITION : BP_CAPTURE_OPEN;
  matcher->capture_count++;
  add_choice(matcher, choices, count, UNOPEN);
  *pattern += position ? 2 : 1;
}

static void take_close(bp_matcher *matcher, choice *choices, int *count, const char *subject) {
  int index = open_capture(matcher);
  matcher->captures[index].length = subject - matcher->captures[index].start;
  add_choice(matcher, choices, count, REOPEN)->capture = index;
}

const char *bp_match(bp_matcher *matcher, const char *from, const char *pattern) {
  choice choices[MAX_CHOICES];
  int count = 0;
  const char *subject = from;
  matcher->capture_count = 0;
  for (;;) {
    bp_matcher_spend(matcher, QUARTERS_PER_STEP);
    if (pattern == matcher->pattern_end) return subject;
    bool matched = true, special = false;
    if (*pattern == '(') {
      take_open(matcher, choices, &count, subject, &pattern);
    } else if (*pattern == ')') {
      take_close(matcher, choices, &count, subject);
      pattern++;
    } else if (*pattern == '$' && pattern + 1 == matcher->pattern_end) {
      matched = subject == matcher->subject_end;
      pattern++;
    } else {
      if (*pattern == BP_PATTERN_ESCAPE) matched = take_special(matcher, &subject, &pattern, &special);
      if (!special) matched = take_item(matcher, choices, &count, &subject, &pattern);
    }
    if (!matched && !backtrack(matcher, choices, &count, &subject, &pattern)) return NULL;
  }
}

bool bp_get_capture(bp_matcher *matcher, int index, const char *from, const char *to, const char **start, size_t *length) {
  if (index >= matcher->capture_count) {
    if (index != 0) luaL_error(matcher->L, "invalid capture index %%%d", index + 1);
    *start = from;
    *length = (size_t)(to - from);
    return true;
  }
  const bp_capture *capture = &matcher->captures[index];
  if (capture->length == BP_CAPTURE_OPEN) luaL_error(matcher->L, "unfinished capture");
  *start = capture->start;
  if (capture->length == BP_CAPTURE_POSITION) {
    *length = (size_t)(capture->start - matcher->subject) + 1;
    return false;
  }
  *length = (size_t)capture->length;
  return true;
}

void bp_push_capture(bp_matcher *matcher, int index, const char *from, const char *to) {
  const char *start;
  size_t length;
  if (bp_get_capture(matcher, index, from, to, &start, &length)) {
    bp_matcher_spend(matcher, length / 16);
    lua_pushlstring(matcher->L, start, length);
  } else {
    lua_pushinteger(matcher->L, (lua_Integer)length);
  }
}

int bp_push_captures(bp_matcher *matcher, const char *from, const char *to) {
  int count = matcher->capture_count == 0 && from != NULL ? 1 : matcher->capture_count;
  bp_check_stack(matcher->L, count, "too many captures");
  for (int index = 0; index < count; index++) bp_push_capture(matcher, index, from, to);
  return count;
}
