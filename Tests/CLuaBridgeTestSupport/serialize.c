// Serializes values without using the libraries under test.
#include <stdio.h>
#include <string.h>

#include "twins.h"

#define DEEPEST 8

static void add_value(lua_State *L, luaL_Buffer *buffer, int index, int depth);

static void add_string(luaL_Buffer *buffer, const char *text, size_t length) {
  luaL_addchar(buffer, '"');
  for (size_t index = 0; index < length; index++) {
    unsigned char byte = (unsigned char)text[index];
    if (byte >= 32 && byte < 127 && byte != '"' && byte != '\\') {
      luaL_addchar(buffer, (char)byte);
    } else {
      char escaped[8];
      snprintf(escaped, sizeof escaped, "\\%03u", byte);
      luaL_addstring(buffer, escaped);
    }
  }
  luaL_addchar(buffer, '"');
}

static void add_entries(lua_State *L, luaL_Buffer *buffer, int table, int depth) {
  // Entries are serialized and sorted by insertion: tables in tests are small.
  lua_newtable(L);
  int entries = lua_gettop(L);
  lua_Integer count = 0;
  for (lua_pushnil(L); lua_next(L, table) != 0;) {
    int key = lua_gettop(L) - 1;
    luaL_Buffer entry;
    luaL_buffinit(L, &entry);
    add_value(L, &entry, key, depth + 1);
    luaL_addchar(&entry, '=');
    add_value(L, &entry, key + 1, depth + 1);
    luaL_pushresult(&entry);
    lua_Integer place = ++count;
    for (; place > 1; place--) {
      lua_rawgeti(L, entries, place - 1);
      bool done = strcmp(lua_tostring(L, -1), lua_tostring(L, -2)) <= 0;
      if (done) lua_pop(L, 1);
      if (done) break;
      lua_rawseti(L, entries, place);
    }
    lua_rawseti(L, entries, place);
    lua_pop(L, 1);
  }
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  luaL_addchar(&text, '{');
  for (lua_Integer place = 1; place <= count; place++) {
    lua_rawgeti(L, entries, place);
    luaL_addvalue(&text);
    luaL_addchar(&text, ';');
  }
  luaL_addchar(&text, '}');
  luaL_pushresult(&text);
  lua_remove(L, entries);
  luaL_addvalue(buffer);
}

static void add_value(lua_State *L, luaL_Buffer *buffer, int index, int depth) {
  char text[64];
  luaL_checkstack(L, 20, "value too deep");
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        snprintf(text, sizeof text, "%lld", (long long)lua_tointeger(L, index));
      } else {
        lua_Number number = lua_tonumber(L, index);
        snprintf(text, sizeof text, number != number ? "nan" : "float %a", number);
      }
      luaL_addstring(buffer, text);
      return;
    case LUA_TSTRING: {
      size_t length;
      const char *bytes = lua_tolstring(L, index, &length);
      add_string(buffer, bytes, length);
      return;
    }
    case LUA_TBOOLEAN:
      luaL_addstring(buffer, lua_toboolean(L, index) ? "true" : "false");
      return;
    case LUA_TTABLE:
      if (depth < DEEPEST) {
        add_entries(L, buffer, index, depth);
        return;
      }
      break;
    default:
      break;
  }
  luaL_addstring(buffer, luaL_typename(L, index));
}

int bpt_serialize(lua_State *L) {
  int count = lua_gettop(L);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (int index = 1; index <= count; index++) {
    if (index > 1) luaL_addchar(&buffer, ',');
    add_value(L, &buffer, index, 0);
  }
  luaL_pushresult(&buffer);
  return 1;
}
