// The names of all globals.
#include "internal.h"

bool bp_visit_globals(bp_state *state, void (*visit)(void *context, const char *name), void *context) {
  lua_State *L = state->L;
  if (!lua_checkstack(L, 4)) return false;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &bp_key_globals);
  lua_pushnil(L);
  // Nothing is assigned during the traversal, so `lua_next` has no reason to raise.
  while (lua_next(L, -2) != 0) {
    lua_pop(L, 1);
    if (lua_type(L, -1) == LUA_TSTRING) visit(context, lua_tostring(L, -1));
  }
  lua_pop(L, 1);
  return true;
}
