// Two Lua states side by side: one with the libraries of the system's Lua, one with those of CLuaBridge in their place. Tests
// run the same source in both and compare what comes out.
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

/// Both states, or NULL without memory. Sources find, besides Lua's base libraries:
/// `stock` (`string`, `table`, `utf8`, `pairs`, `next` and `tostring` of the system's Lua, in both states), `ours` (true or
/// false), `serialize(...)` (the values as text, the same for equal values) and `object()` (a new userdata that names nothing);
/// beside our libraries also `freeze(table)` (a read-only view).
bpt_twins *_Nullable bpt_open(void);
void bpt_close(bpt_twins *_Nonnull twins);

/// Runs the source in both states, protected, with the two integers as its `...`. Returns whether the results are equal.
bool bpt_run(bpt_twins *_Nonnull twins, const char *_Nonnull source, int64_t first, int64_t second);

/// Runs the source in the state with our libraries only: for what the system's Lua would never finish.
void bpt_run_ours(bpt_twins *_Nonnull twins, const char *_Nonnull source, int64_t first, int64_t second);

/// What the last run gave: the single string it returned as it is, other results serialized, an error after `error: `.
const char *_Nonnull bpt_stock(const bpt_twins *_Nonnull twins);
const char *_Nonnull bpt_ours(const bpt_twins *_Nonnull twins);

#if defined(__cplusplus)
}
#endif
