// Two Lua states: one with the system's libraries, one with CLuaBridge's. Tests run the same source in both and compare the results.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if !defined(__clang__)
#define _Nullable
#define _Nonnull
#endif

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct bpt_twins bpt_twins;

/// Makes both states, or returns NULL if memory is short. In addition to Lua's base libraries, sources can use `stock` (`string`, `table`,
/// `utf8`, `pairs`, `next` and `tostring` of the system's Lua, in both states), `ours` (true or false), `serialize(...)` (the values as
/// text, which is equal for equal values) and `object()` (a new userdata without identity); with our libraries also `freeze(table)` (a
/// read-only view).
bpt_twins *_Nullable bpt_open(void);
void bpt_close(bpt_twins *_Nonnull twins);

/// Runs the source in both states, protected, with the two integers as `...`. Returns whether the results are equal.
bool bpt_run(bpt_twins *_Nonnull twins, const char *_Nonnull source, int64_t first, int64_t second);

/// Runs the source only in the state with our libraries, for sources that never finish with the system's.
void bpt_run_ours(bpt_twins *_Nonnull twins, const char *_Nonnull source, int64_t first, int64_t second);

/// The result of the last run: a single string as it is, other results serialized, an error after `error: `.
const char *_Nonnull bpt_stock(const bpt_twins *_Nonnull twins);
const char *_Nonnull bpt_ours(const bpt_twins *_Nonnull twins);

#if defined(__cplusplus)
}
#endif
