// The two states, and running a source in both.
#include "twins.h"

#include <stdlib.h>
#include <string.h>

#include "../../Sources/CLuaBridge/text.h"
#include "CLuaBridgeTestSupport.h"

typedef struct bpt_side {
  lua_State *L;
  // An evaluation that has not begun, so that fuel is not counted.
  bp_state idle;
  char *text;
} bpt_side;

struct bpt_twins {
  bpt_side stock, ours;
};

static int describe(lua_State *L) {
  luaL_checkany(L, 1);
  bp_tolstring(L, 1);
  return 1;
}

static int make_object(lua_State *L) {
  lua_newuserdatauv(L, 1, 0);
  return 1;
}

static int freeze(lua_State *L) {
  lua_settop(L, 1);
  bp_freeze(L, "list", false);
  return 1;
}

// Like pcall, but with the same message for all calls that exceed a limit. In our libraries these are limits, whose messages policies never
// see.
static int call_protected(lua_State *L) {
  static const char *const refusals[] = {"too many captures", "resulting string too large", "too many results to unpack", "array too big",
                                         "string slice too long", "pattern too complex", "too many elements to move"};
  luaL_checkany(L, 1);
  if (lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0) == LUA_OK) {
    lua_pushboolean(L, true);
    lua_insert(L, 1);
    return lua_gettop(L);
  }
  bp_state *state = *(bp_state **)lua_getextraspace(L);
  bool is_refused = lua_isnil(L, -1) && state->limit_message[0] != 0;
  state->limit_message[0] = 0;
  const char *message = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  for (size_t index = 0; index < sizeof refusals / sizeof *refusals; index++) is_refused = is_refused || strstr(message, refusals[index]) != NULL;
  if (is_refused) lua_pushliteral(L, "refused");
  lua_pushboolean(L, false);
  lua_insert(L, -2);
  return 2;
}

// Replaces the system's library by the one on top, also where Lua looks up the names of functions for messages.
static void install(lua_State *L, const char *name) {
  lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
  lua_setglobal(L, name);
}

static void install_ours(lua_State *L) {
  bp_open_string(L);
  lua_pushliteral(L, "");
  lua_newtable(L);
  bp_push_string_metamethods(L);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
  install(L, "string");
  bp_open_table(L);
  install(L, "table");
  bp_open_utf8(L);
  install(L, "utf8");
  lua_register(L, "pairs", bp_pairs);
  lua_register(L, "next", bp_next);
  lua_register(L, "tostring", describe);
  lua_register(L, "freeze", freeze);
}

static int prepare(lua_State *L) {
  static const char *const kept[] = {"string", "table", "utf8", "pairs", "next", "tostring"};
  bool ours = lua_toboolean(L, 1);
  luaL_openlibs(L);
  lua_newtable(L);
  for (size_t index = 0; index < sizeof kept / sizeof *kept; index++) {
    lua_getglobal(L, kept[index]);
    lua_setfield(L, -2, kept[index]);
  }
  lua_setglobal(L, "stock");
  lua_pushboolean(L, ours);
  lua_setglobal(L, "ours");
  lua_register(L, "serialize", bpt_serialize);
  lua_register(L, "object", make_object);
  lua_register(L, "pcall", call_protected);
  if (ours) install_ours(L);
  return 0;
}

static bool open_side(bpt_side *side, bool ours) {
  side->L = luaL_newstate();
  if (side->L == NULL) return false;
  *(bp_state **)lua_getextraspace(side->L) = &side->idle;
  lua_pushcfunction(side->L, prepare);
  lua_pushboolean(side->L, ours);
  return lua_pcall(side->L, 1, 0, 0) == LUA_OK;
}

static void close_side(bpt_side *side) {
  if (side->L != NULL) lua_close(side->L);
  free(side->text);
}

bpt_twins *bpt_open(void) {
  bpt_twins *twins = calloc(1, sizeof *twins);
  if (twins == NULL) return NULL;
  if (open_side(&twins->stock, false) && open_side(&twins->ours, true)) return twins;
  bpt_close(twins);
  return NULL;
}

void bpt_close(bpt_twins *twins) {
  close_side(&twins->stock);
  close_side(&twins->ours);
  free(twins);
}

// Runs the source in the first argument with the other two, and returns the results as text.
static int run_protected(lua_State *L) {
  const char *source = lua_touserdata(L, 1);
  if (luaL_loadbufferx(L, source, strlen(source), "=case", "t") != LUA_OK) return lua_error(L);
  lua_insert(L, 2);
  lua_call(L, 2, LUA_MULTRET);
  if (lua_gettop(L) == 2 && lua_type(L, 2) == LUA_TSTRING) return 1;
  lua_remove(L, 1);
  return bpt_serialize(L);
}

static void run_side(bpt_side *side, const char *source, int64_t first, int64_t second) {
  lua_State *L = side->L;
  lua_settop(L, 0);
  lua_pushcfunction(L, run_protected);
  lua_pushlightuserdata(L, (void *)(uintptr_t)source);
  lua_pushinteger(L, first);
  lua_pushinteger(L, second);
  bool failed = lua_pcall(L, 3, 1, 0) != LUA_OK;
  const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "(an error that is no text)";
  const char *prefix = failed ? "error: " : "";
  free(side->text);
  size_t room = strlen(prefix) + strlen(text) + 1;
  side->text = malloc(room);
  if (side->text != NULL) {
    memcpy(side->text, prefix, strlen(prefix));
    memcpy(side->text + strlen(prefix), text, strlen(text) + 1);
  }
  lua_settop(L, 0);
}

bool bpt_run(bpt_twins *twins, const char *source, int64_t first, int64_t second) {
  run_side(&twins->stock, source, first, second);
  run_side(&twins->ours, source, first, second);
  return twins->stock.text != NULL && twins->ours.text != NULL && strcmp(twins->stock.text, twins->ours.text) == 0;
}

void bpt_run_ours(bpt_twins *twins, const char *source, int64_t first, int64_t second) {
  run_side(&twins->ours, source, first, second);
}

const char *bpt_stock(const bpt_twins *twins) { return twins->stock.text == NULL ? "" : twins->stock.text; }

const char *bpt_ours(const bpt_twins *twins) { return twins->ours.text == NULL ? "" : twins->ours.text; }
