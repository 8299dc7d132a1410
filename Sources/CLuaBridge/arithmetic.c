// Arithmetic on strings that hold numbers (`"10" + 1`): the metamethods that Lua's own string library would provide.
#include "internal.h"

// Pushes the operand as a number, or returns false.
static bool push_number(lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TNUMBER) {
    lua_pushvalue(L, index);
    return true;
  }
  size_t length;
  const char *text = lua_tolstring(L, index, &length);
  if (text == NULL) return false;
  bp_charge(L, length / 8 + 1);
  return lua_stringtonumber(L, text) == length + 1;
}

static int operate(lua_State *L, int operation, const char *event) {
  if (push_number(L, 1) && push_number(L, 2)) {
    lua_arith(L, operation);
    return 1;
  }
  // The right operand may have the metamethod; the left one is a string or was tried before.
  lua_settop(L, 2);
  if (lua_type(L, 2) == LUA_TSTRING || !luaL_getmetafield(L, 2, event)) {
    return luaL_error(L, "attempt to %s a '%s' with a '%s'", event + 2, luaL_typename(L, 1), luaL_typename(L, 2));
  }
  lua_insert(L, 1);
  lua_call(L, 2, 1);
  return 1;
}

static int add(lua_State *L) { return operate(L, LUA_OPADD, "__add"); }
static int subtract(lua_State *L) { return operate(L, LUA_OPSUB, "__sub"); }
static int multiply(lua_State *L) { return operate(L, LUA_OPMUL, "__mul"); }
static int modulo(lua_State *L) { return operate(L, LUA_OPMOD, "__mod"); }
static int power(lua_State *L) { return operate(L, LUA_OPPOW, "__pow"); }
static int divide(lua_State *L) { return operate(L, LUA_OPDIV, "__div"); }
static int divide_floor(lua_State *L) { return operate(L, LUA_OPIDIV, "__idiv"); }

// Lua passes the operand of a unary operator twice, so only the copy on top is negated.
static int negate(lua_State *L) { return operate(L, LUA_OPUNM, "__unm"); }

void bp_push_string_metamethods(lua_State *L) {
  static const luaL_Reg functions[] = {{"__add", add},   {"__sub", subtract}, {"__mul", multiply},
                                       {"__mod", modulo}, {"__pow", power},    {"__div", divide},
                                       {"__idiv", divide_floor}, {"__unm", negate}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
