// The system's Lua 5.4. Only C in CLuaBridge includes this: Lua raises by longjmp, which must not cross Swift.
#pragma once
#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>
