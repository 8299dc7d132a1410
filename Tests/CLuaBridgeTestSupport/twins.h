// Shared by the files of this target.
#pragma once
#include "../../Sources/CLuaBridge/internal.h"

/// The arguments as one text: equal values give equal texts, whatever their addresses and whatever order tables are in.
int bpt_serialize(lua_State *L);
