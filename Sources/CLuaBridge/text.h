// Text of Lua values, the same in every run.
#pragma once
#include "internal.h"

/// Pushes the text of the value at `index`, always as a string. `__tostring` is called and must return a string; a table,
/// function, userdata or thread without it is named by its `__name` or its type, never by its address. NaN has no sign.
/// May raise, and may call Lua.
void bp_tolstring(lua_State *L, int index);
