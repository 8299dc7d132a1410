// Shared by the files of this target.
#pragma once
#include "../../Sources/CLuaBridge/internal.h"

/// Serializes the arguments: equal values have the same text, regardless of addresses and the order of tables.
int bpt_serialize(lua_State *L);
