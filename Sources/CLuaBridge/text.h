// Deterministic text for Lua values.
#pragma once
#include "internal.h"

/// Pushes the text of the value at `index` as a string. Calls `__tostring`, which must return a string; a table, function, userdata or
/// thread without it is shown by its `__name` or type, never by its address. NaN has no sign. May raise and call Lua.
void bp_tolstring(lua_State *L, int index);
