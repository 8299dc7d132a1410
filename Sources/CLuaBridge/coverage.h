// Line coverage, for compilation and for the hook. Nothing here raises.
#pragma once
#include "internal.h"

/// Records the lines of the source just compiled, whose function is on top. Does nothing unless `bp_cover` was called.
void bp_cover_source(lua_State *L, bp_bytes name);
/// Counts the current line in the hook.
void bp_cover_line(lua_State *L, lua_Debug *record);
void bp_coverage_free(bp_state *state);
