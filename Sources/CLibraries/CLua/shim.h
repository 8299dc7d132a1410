// The system's Lua 5.4. Included only by C files of CLuaBridge: Lua raises errors with longjmp, which must not cross Swift.
#pragma once
#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>
