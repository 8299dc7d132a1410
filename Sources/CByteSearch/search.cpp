#include "CByteSearch.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace {

// For the automaton of all patterns, and for that of one.
constexpr int64_t SET_MEMORY = 16 << 20;
constexpr int64_t PATTERN_MEMORY = 2 << 20;
// The automata of single patterns that are kept at a time.
constexpr size_t KEPT_PATTERNS = 64;

RE2::Options options(int64_t memory) {
  RE2::Options options;
  options.set_encoding(RE2::Options::EncodingLatin1);
  options.set_log_errors(false);
  options.set_max_mem(memory);
  return options;
}

re2::StringPiece piece(const uint8_t *text, size_t count) {
  return re2::StringPiece(reinterpret_cast<const char *>(text), count);
}

byte_search_fault fault(RE2::ErrorCode code) {
  switch (code) {
    case RE2::NoError: return BYTE_SEARCH_OK;
    case RE2::ErrorBadEscape: return BYTE_SEARCH_ESCAPE;
    case RE2::ErrorBadCharClass: return BYTE_SEARCH_CLASS;
    case RE2::ErrorBadCharRange: return BYTE_SEARCH_RANGE;
    case RE2::ErrorMissingBracket: return BYTE_SEARCH_BRACKET;
    case RE2::ErrorMissingParen: return BYTE_SEARCH_PARENTHESIS;
    case RE2::ErrorUnexpectedParen: return BYTE_SEARCH_EXTRA_PARENTHESIS;
    case RE2::ErrorTrailingBackslash: return BYTE_SEARCH_BACKSLASH;
    case RE2::ErrorRepeatArgument: return BYTE_SEARCH_NOTHING_TO_REPEAT;
    case RE2::ErrorRepeatSize: return BYTE_SEARCH_REPETITION;
    case RE2::ErrorRepeatOp: return BYTE_SEARCH_DOUBLE_REPETITION;
    case RE2::ErrorBadPerlOp:
    case RE2::ErrorBadNamedCapture: return BYTE_SEARCH_GROUP;
    default: return BYTE_SEARCH_TOO_LARGE;
  }
}

}  // namespace

struct byte_search {
  RE2::Set set{options(SET_MEMORY), RE2::UNANCHORED};
  std::vector<std::string> sources;
  // Compiled when the set has found the pattern.
  std::vector<std::unique_ptr<RE2>> patterns;
  size_t compiled = 0;
  std::vector<int> found;
};

struct byte_search *byte_search_create(void) {
  try {
    return new byte_search;
  } catch (...) {
    return nullptr;
  }
}

void byte_search_free(struct byte_search *search) { delete search; }

enum byte_search_fault byte_search_add(
  struct byte_search *search, const char *pattern, size_t count, size_t *start, size_t *end) {
  *start = *end = 0;
  try {
    std::string source(pattern, count);
    // The set reports errors only as text.
    RE2 one(source, options(PATTERN_MEMORY));
    if (!one.ok()) {
      const std::string &part = one.error_arg();
      size_t place = part.empty() ? std::string::npos : source.find(part);
      if (place != std::string::npos) {
        *start = place;
        *end = place + part.size();
      }
      return fault(one.error_code());
    }
    if (search->set.Add(source, nullptr) < 0) return BYTE_SEARCH_TOO_LARGE;
    search->sources.push_back(std::move(source));
    return BYTE_SEARCH_OK;
  } catch (...) {
    return BYTE_SEARCH_MEMORY;
  }
}

enum byte_search_fault byte_search_compile(struct byte_search *search) {
  try {
    search->patterns.resize(search->sources.size());
    return search->set.Compile() ? BYTE_SEARCH_OK : BYTE_SEARCH_TOO_LARGE;
  } catch (...) {
    return BYTE_SEARCH_MEMORY;
  }
}

bool byte_search_scan(struct byte_search *search, const uint8_t *text, size_t count, bool *found) {
  try {
    RE2::Set::ErrorInfo error;
    bool is_found = search->set.Match(piece(text, count), &search->found, &error);
    if (is_found || error.kind == RE2::Set::kNoError) {
      std::fill_n(found, search->sources.size(), false);
      for (int pattern : search->found) found[pattern] = true;
      return is_found;
    }
  } catch (...) {
  }
  std::fill_n(found, search->sources.size(), true);
  return true;
}

int byte_search_next(
  struct byte_search *search, size_t pattern, const uint8_t *text, size_t count, size_t from, size_t to, size_t *start,
  size_t *end) {
  try {
    std::unique_ptr<RE2> &one = search->patterns[pattern];
    if (!one) {
      if (search->compiled >= KEPT_PATTERNS) {
        for (auto &other : search->patterns) other.reset();
        search->compiled = 0;
      }
      one = std::make_unique<RE2>(search->sources[pattern], options(PATTERN_MEMORY));
      search->compiled++;
    }
    re2::StringPiece match;
    if (!one->Match(piece(text, count), from, to, RE2::UNANCHORED, &match, 1)) return 0;
    *start = static_cast<size_t>(match.data() - reinterpret_cast<const char *>(text));
    *end = *start + match.size();
    return 1;
  } catch (...) {
    return -1;
  }
}

size_t byte_search_lines(const uint8_t *text, size_t count) {
  return static_cast<size_t>(std::count(text, text + count, static_cast<uint8_t>('\n')));
}
