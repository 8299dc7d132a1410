// Coverage of lines, for the files that compile and that hook. Nothing here raises.
#pragma once
#include "internal.h"

/// Takes down the lines of the source just compiled, whose function is on top. Does nothing unless `bp_cover` was called.
void bp_cover_source(lua_State *L, bp_bytes name);
/// Counts the line that the hook tells of.
void bp_cover_line(lua_State *L, lua_Debug *record);
void bp_coverage_free(bp_state *state);
