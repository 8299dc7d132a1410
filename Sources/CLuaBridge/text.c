// The text for `tostring` and `%s`.
#include "text.h"

#define UNITS_PER_NUMBER 10

void bp_tolstring(lua_State *L, int index) {
  index = lua_absindex(L, index);
  bp_check_stack(L, 4, "no room to describe a value");
  if (luaL_callmeta(L, index, "__tostring")) {
    bp_check_limits(L);
    if (!lua_isstring(L, -1)) luaL_error(L, "'__tostring' must return a string");
    lua_tolstring(L, -1, NULL);
    return;
  }
  int type = lua_type(L, index);
  switch (type) {
    case LUA_TNIL:
      lua_pushliteral(L, "nil");
      return;
    case LUA_TBOOLEAN:
      lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false");
      return;
    case LUA_TSTRING:
      lua_pushvalue(L, index);
      return;
    case LUA_TNUMBER: {
      // Processors disagree about the sign of 0/0, so it is not shown.
      lua_Number number = lua_tonumber(L, index);
      if (number != number) {
        lua_pushliteral(L, "nan");
      } else {
        bp_charge(L, UNITS_PER_NUMBER);
        lua_pushvalue(L, index);
        lua_tolstring(L, -1, NULL);
      }
      return;
    }
    default: {
      int name = luaL_getmetafield(L, index, "__name");
      if (name == LUA_TSTRING) return;
      if (name != LUA_TNIL) lua_pop(L, 1);
      lua_pushstring(L, lua_typename(L, type));
      return;
    }
  }
}
