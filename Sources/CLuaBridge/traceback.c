// The chain of calls that led to an error: lines of policies, innermost first. Long chains keep their two ends.
#include <string.h>

#include "internal.h"

#define WHOLE_NAME "?"

/// The level of the outermost call. Lua finds a level by counting, so few are requested.
static int last_level(lua_State *L) {
  lua_Debug record;
  int low = 0, high = 1;
  while (high < (1 << 28) && lua_getstack(L, high, &record)) {
    low = high;
    high *= 2;
  }
  while (low + 1 < high) {
    int middle = low + (high - low) / 2;
    if (lua_getstack(L, middle, &record)) low = middle;
    else high = middle;
  }
  return low;
}

/// Whether the level is a line of a policy; if so, stores it in `frame`.
static bool read_frame(lua_State *L, int level, bp_trace_frame *frame) {
  lua_Debug record;
  // With these options it neither allocates nor raises, even after a refused allocation.
  if (!lua_getstack(L, level, &record) || !lua_getinfo(L, "Sln", &record) || record.currentline <= 0) return false;
  const char *file = record.source[0] == '@' ? record.source + 1 : record.source;
  bp_copy_text(frame->file, sizeof frame->file, file, strlen(file));
  bool is_named = record.name != NULL && strcmp(record.name, WHOLE_NAME) != 0;
  bp_copy_text(frame->function, sizeof frame->function, is_named ? record.name : "", is_named ? strlen(record.name) : 0);
  frame->line = record.currentline;
  frame->defined = record.what[0] == 'm' ? 0 : record.linedefined;
  return true;
}

void bp_collect_trace(lua_State *L, bp_trace *trace) {
  memset(trace, 0, offsetof(bp_trace, frames));
  int last = last_level(L);
  int level = 0;
  for (; level <= last && trace->inner < BP_TRACE_INNER; level++) {
    if (read_frame(L, level, &trace->frames[trace->inner])) trace->inner++;
  }
  int outermost = last;
  size_t outer = 0;
  for (; outermost >= level && outer < BP_TRACE_OUTER; outermost--) {
    // Filled from the end, so that the order stays innermost first.
    if (read_frame(L, outermost, &trace->frames[BP_TRACE_SIZE - 1 - outer])) outer++;
  }
  memmove(&trace->frames[trace->inner], &trace->frames[BP_TRACE_SIZE - outer], outer * sizeof trace->frames[0]);
  trace->outer = outer;
  trace->omitted = outermost >= level ? (size_t)(outermost - level + 1) : 0;
}

void bp_show_trace(bp_trace *trace, bp_outcome *outcome) {
  size_t count = trace->inner + trace->outer;
  for (size_t i = 0; i < count; i++) {
    const bp_trace_frame *frame = &trace->frames[i];
    trace->shown[i] = (bp_frame){.file = {frame->file, strlen(frame->file)},
                                 .line = frame->line,
                                 .function = {frame->function, strlen(frame->function)},
                                 .defined = frame->defined};
  }
  outcome->frames = trace->shown;
  outcome->inner_frames = trace->inner;
  outcome->omitted_frames = trace->omitted;
  outcome->outer_frames = trace->outer;
}
