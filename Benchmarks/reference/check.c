// The minimum that such a program does: converts libxml2's SAX2 events to Lua tables and runs ten plain Lua functions, without limits,
// places or a report. The difference to bundlepolicy is the cost of its guarantees.
// usage: check RULES PLIST…
#include <lauxlib.h>
#include <libxml/parser.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static lua_State *L;
static char *text;
static size_t length, capacity;
static int collects, depth, is_array[64];
static long found;

static void started(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespaces,
                    const xmlChar **all, int attributes, int defaulted, const xmlChar **values) {
  (void)context, (void)prefix, (void)uri, (void)namespaces, (void)all, (void)attributes, (void)defaulted, (void)values;
  int array = strcmp((const char *)name, "array") == 0;
  length = 0;
  collects = !array && strcmp((const char *)name, "dict") != 0 && strcmp((const char *)name, "plist") != 0;
  if (array || strcmp((const char *)name, "dict") == 0) {
    if (depth == 63 || !lua_checkstack(L, 4)) exit(2);
    lua_newtable(L);
    is_array[++depth] = array;
  }
}

static void characters(void *context, const xmlChar *bytes, int count) {
  (void)context;
  if (!collects) return;
  if (length + (size_t)count > capacity) {
    capacity = (length + (size_t)count) * 2;
    text = realloc(text, capacity);
    if (text == NULL) exit(2);
  }
  memcpy(text + length, bytes, (size_t)count);
  length += (size_t)count;
}

static void place(void) {
  if (depth == 0) return;
  if (is_array[depth]) lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
  else lua_rawset(L, -3);
}

static void ended(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
  (void)context, (void)prefix, (void)uri;
  const char *tag = (const char *)name;
  collects = 0;
  if (strcmp(tag, "plist") == 0) return;
  if (strcmp(tag, "dict") == 0 || strcmp(tag, "array") == 0) depth--;
  else if (strcmp(tag, "true") == 0 || strcmp(tag, "false") == 0) lua_pushboolean(L, tag[0] == 't');
  else lua_pushlstring(L, length == 0 ? "" : text, length);
  if (strcmp(tag, "integer") == 0 || strcmp(tag, "real") == 0) lua_pushnumber(L, lua_tonumber(L, -1)), lua_remove(L, -2);
  if (strcmp(tag, "key") != 0) place();
}

static int report(lua_State *state) {
  (void)state;
  found++;
  return 0;
}

int main(int count, char **arguments) {
  L = luaL_newstate();
  luaL_openlibs(L);
  if (count < 3 || luaL_dofile(L, arguments[1])) return 2;
  xmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = started;
  handler.endElementNs = ended;
  handler.characters = characters;
  for (int i = 2; i < count; i++) {
    FILE *file = fopen(arguments[i], "rb");
    if (file == NULL) return 2;
    static char bytes[1 << 20];
    int size = (int)fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    depth = 0;
    if (xmlSAXUserParseMemory(&handler, NULL, bytes, size) != 0) return 2;
    int info = lua_gettop(L);
    for (int rule = 1; rule <= 10; rule++) {
      lua_rawgeti(L, 1, rule);
      lua_pushvalue(L, info);
      lua_pushcfunction(L, report);
      if (lua_pcall(L, 2, 0, 0)) return 2;
    }
    lua_settop(L, 1);
  }
  printf("%ld\n", found);
  return 0;
}
