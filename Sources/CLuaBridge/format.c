// `string.format`. Integers, padding and quoting are implemented here; only the digits of floats come from the C library. Results never
// depend on the locale or show addresses.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ascii.h"
#include "meter.h"
#include "stringlibrary.h"
#include "text.h"

// The maximum length of a conversion, counted like Lua with the final letter but without the `%`.
#define LONGEST_SPECIFICATION 21
// `%.99f` of the largest double: sign, 309 digits, point, 99 digits.
#define LONGEST_FLOAT 512
#define UNITS_PER_CONVERSION 4

/// A `%…` conversion of a format string.
typedef struct conversion {
  // The text from the `%` to the letter, for messages.
  char text[LONGEST_SPECIFICATION + 2];
  size_t length;
  char letter;
  bool left, plus, space, alternative, zero;
  int width;
  // -1 if absent.
  int precision;
} conversion;

// Copies the conversion after a `%`. It is interpreted later, because errors in the argument come first.
static const char *take(lua_State *L, conversion *spec, const char *text, const char *end) {
  size_t length = 0;
  while (text + length < end && text[length] != '\0' && strchr("-+ #0123456789.", text[length]) != NULL) length++;
  if (length + 1 > LONGEST_SPECIFICATION) luaL_error(L, "invalid format (too long)");
  spec->text[0] = '%';
  memcpy(spec->text + 1, text, length);
  spec->letter = text + length < end ? text[length] : '\0';
  spec->text[length + 1] = spec->letter;
  spec->text[length + 2] = '\0';
  spec->length = length;
  spec->left = spec->plus = spec->space = spec->alternative = spec->zero = false;
  spec->width = 0;
  spec->precision = -1;
  return text + length + (text + length < end);
}

// At most two digits, as in Lua.
static int take_digits(const char **p) {
  int value = 0;
  for (int count = 0; count < 2 && bp_is_digit((unsigned char)**p); count++) value = value * 10 + (*(*p)++ - '0');
  return value;
}

// Parses flags, width and precision. Raises if the letter does not allow them.
static void interpret(lua_State *L, conversion *spec, const char *flags, bool precision_allowed) {
  const char *p = spec->text + 1;
  for (; *p != '\0' && strchr(flags, *p) != NULL; p++) {
    switch (*p) {
      case '-': spec->left = true; break;
      case '+': spec->plus = true; break;
      case ' ': spec->space = true; break;
      case '#': spec->alternative = true; break;
      default: spec->zero = true; break;
    }
  }
  if (*p != '0') {
    spec->width = take_digits(&p);
    if (*p == '.' && precision_allowed) {
      p++;
      spec->precision = take_digits(&p);
    }
  }
  if (p != spec->text + 1 + spec->length) luaL_error(L, "invalid conversion specification: '%s'", spec->text);
}

static void add_repeated(luaL_Buffer *buffer, char byte, size_t count) {
  for (; count > 0; count--) luaL_addchar(buffer, byte);
}

// Appends the sign or `0x`, then the body, padded to the width with blanks outside or, if `zeros`, with zeros in between.
static void add_padded(luaL_Buffer *buffer, const conversion *spec, const char *prefix, const char *body, size_t length,
                       bool zeros) {
  size_t prefix_length = strlen(prefix), total = prefix_length + length;
  size_t padding = (size_t)spec->width > total ? (size_t)spec->width - total : 0;
  if (!spec->left && !zeros) add_repeated(buffer, ' ', padding);
  luaL_addlstring(buffer, prefix, prefix_length);
  if (!spec->left && zeros) add_repeated(buffer, '0', padding);
  luaL_addlstring(buffer, body, length);
  if (spec->left) add_repeated(buffer, ' ', padding);
}

static void add_integer(luaL_Buffer *buffer, const conversion *spec, lua_Integer value) {
  bool is_signed = spec->letter == 'd' || spec->letter == 'i';
  bool negative = is_signed && value < 0;
  lua_Unsigned rest = negative ? 0 - (lua_Unsigned)value : (lua_Unsigned)value;
  unsigned base = spec->letter == 'o' ? 8 : spec->letter == 'x' || spec->letter == 'X' ? 16 : 10;
  const char *digits = spec->letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
  // 99 is the largest precision; octal numbers have up to 22 digits.
  char body[128];
  size_t start = sizeof body;
  for (; rest != 0; rest /= base) body[--start] = digits[rest % base];
  size_t least = spec->precision < 0 ? 1 : (size_t)spec->precision;
  while (sizeof body - start < least) body[--start] = '0';
  if (base == 8 && spec->alternative && (start == sizeof body || body[start] != '0')) body[--start] = '0';
  const char *prefix = "";
  if (negative) {
    prefix = "-";
  } else if (is_signed && spec->plus) {
    prefix = "+";
  } else if (is_signed && spec->space) {
    prefix = " ";
  } else if (base == 16 && spec->alternative && value != 0) {
    prefix = spec->letter == 'X' ? "0X" : "0x";
  }
  add_padded(buffer, spec, prefix, body + start, sizeof body - start, spec->zero && spec->precision < 0);
}

// The C library writes the locale's decimal point, which may have several bytes; all other output is letters, digits and signs.
static size_t settle_point(char *text, size_t length) {
  size_t kept = 0;
  for (size_t index = 0; index < length; index++) {
    unsigned char byte = (unsigned char)text[index];
    bool is_point = !bp_is_alpha(byte) && !bp_is_digit(byte) && byte != '+' && byte != '-';
    if (!is_point) {
      text[kept++] = text[index];
    } else if (kept == 0 || text[kept - 1] != '.') {
      text[kept++] = '.';
    }
  }
  return kept;
}

static size_t print_float(char *text, size_t room, const char *format, int precision, lua_Number value) {
  int length = precision < 0 ? snprintf(text, room, format, value) : snprintf(text, room, format, precision, value);
  if (length < 0) length = 0;
  return settle_point(text, (size_t)length < room ? (size_t)length : room - 1);
}

// The format of a float without sign, flags and width, which are added here.
static const char *float_format(const conversion *spec) {
  static const char letters[] = "aAeEfgG";
  static const char *const formats[][4] = {
      {"%a", "%#a", "%.*a", "%#.*a"}, {"%A", "%#A", "%.*A", "%#.*A"}, {"%e", "%#e", "%.*e", "%#.*e"},
      {"%E", "%#E", "%.*E", "%#.*E"}, {"%f", "%#f", "%.*f", "%#.*f"}, {"%g", "%#g", "%.*g", "%#.*g"},
      {"%G", "%#G", "%.*G", "%#.*G"}};
  size_t row = 0;
  while (row + 1 < sizeof formats / sizeof *formats && letters[row] != spec->letter) row++;
  return formats[row][(spec->alternative ? 1 : 0) + (spec->precision < 0 ? 0 : 2)];
}

static void add_float(lua_State *L, luaL_Buffer *buffer, const conversion *spec, lua_Number value) {
  char text[LONGEST_FLOAT];
  bool upper = bp_is_upper((unsigned char)spec->letter);
  // Processors disagree about the sign of 0/0, so NaN is shown without one.
  bool is_nan = value != value, negative = !is_nan && signbit(value);
  bool is_finite = value - value == 0;
  size_t length = 3;
  if (is_nan) {
    memcpy(text, upper ? "NAN" : "nan", length);
  } else if (!is_finite) {
    memcpy(text, upper ? "INF" : "inf", length);
  } else {
    length = print_float(text, sizeof text, float_format(spec), spec->precision, negative ? -value : value);
  }
  // Digits of doubles far from 1 require long arithmetic: about 40 ns each.
  bp_charge(L, length * 4 + 8);
  const char *body = text;
  char prefix[4] = "";
  size_t prefix_length = 0;
  if (negative || spec->plus || spec->space) prefix[prefix_length++] = negative ? '-' : spec->plus ? '+' : ' ';
  if (is_finite && (spec->letter == 'a' || spec->letter == 'A')) {
    // Zeros for padding go between `0x` and the digits.
    prefix[prefix_length++] = *body++;
    prefix[prefix_length++] = *body++;
    length -= 2;
  }
  add_padded(buffer, spec, prefix, body, length, spec->zero && is_finite);
}

static void add_quoted(luaL_Buffer *buffer, const char *text, size_t length) {
  luaL_addchar(buffer, '"');
  for (size_t index = 0; index < length; index++) {
    unsigned char byte = (unsigned char)text[index];
    if (byte == '"' || byte == '\\' || byte == '\n') {
      luaL_addchar(buffer, '\\');
      luaL_addchar(buffer, (char)byte);
    } else if (bp_is_control(byte)) {
      bool digit_follows = index + 1 < length && bp_is_digit((unsigned char)text[index + 1]);
      luaL_addchar(buffer, '\\');
      if (byte >= 100 || digit_follows) luaL_addchar(buffer, (char)('0' + byte / 100));
      if (byte >= 10 || digit_follows) luaL_addchar(buffer, (char)('0' + byte / 10 % 10));
      luaL_addchar(buffer, (char)('0' + byte % 10));
    } else {
      luaL_addchar(buffer, (char)byte);
    }
  }
  luaL_addchar(buffer, '"');
}

// Appends the value as a Lua literal that evaluates to the same value.
static void add_literal(lua_State *L, luaL_Buffer *buffer, int argument) {
  char text[LONGEST_FLOAT];
  switch (lua_type(L, argument)) {
    case LUA_TSTRING: {
      size_t length;
      const char *bytes = lua_tolstring(L, argument, &length);
      bp_charge(L, length / 8 + 1);
      add_quoted(buffer, bytes, length);
      return;
    }
    case LUA_TNUMBER:
      if (lua_isinteger(L, argument)) {
        lua_Integer value = lua_tointeger(L, argument);
        // The smallest integer has no decimal literal: its digits would be parsed as a float.
        bool smallest = value == LUA_MININTEGER;
        int length = snprintf(text, sizeof text, smallest ? "0x%llx" : "%lld", (long long)value);
        luaL_addlstring(buffer, text, (size_t)(length < 0 ? 0 : length));
      } else {
        lua_Number value = lua_tonumber(L, argument);
        if (value != value) {
          luaL_addstring(buffer, "(0/0)");
        } else if (value - value != 0) {
          luaL_addstring(buffer, value > 0 ? "1e9999" : "-1e9999");
        } else {
          luaL_addlstring(buffer, text, print_float(text, sizeof text, "%a", -1, value));
        }
      }
      return;
    case LUA_TNIL:
    case LUA_TBOOLEAN:
      bp_tolstring(L, argument);
      luaL_addvalue(buffer);
      return;
    default:
      luaL_argerror(L, argument, "value has no literal form");
  }
}

static void add_text(lua_State *L, luaL_Buffer *buffer, conversion *spec, int argument) {
  bp_tolstring(L, argument);
  size_t length;
  const char *text = lua_tolstring(L, -1, &length);
  bp_charge(L, length / 64 + 1);
  if (spec->length > 0) {
    luaL_argcheck(L, memchr(text, '\0', length) == NULL, argument, "string contains zeros");
    interpret(L, spec, "-", true);
    size_t shown = spec->precision >= 0 && (size_t)spec->precision < length ? (size_t)spec->precision : length;
    // The text is above the buffer's own values on the stack, so the padded copy is made separately.
    char padded[128];
    size_t width = (size_t)spec->width;
    if (width > shown && shown < 100) {
      memset(padded, ' ', width);
      memcpy(padded + (spec->left ? 0 : width - shown), text, shown);
      lua_pushlstring(L, padded, width);
      lua_remove(L, -2);
    } else if (shown < length) {
      lua_pushlstring(L, text, shown);
      lua_remove(L, -2);
    }
  }
  luaL_addvalue(buffer);
}

static void add_conversion(lua_State *L, luaL_Buffer *buffer, conversion *spec, int argument) {
  switch (spec->letter) {
    case 'c': {
      interpret(L, spec, "-", false);
      char byte = (char)(unsigned char)bp_check_integer(L, argument);
      add_padded(buffer, spec, "", &byte, 1, false);
      return;
    }
    case 'd':
    case 'i': {
      lua_Integer value = bp_check_integer(L, argument);
      interpret(L, spec, "-+0 ", true);
      add_integer(buffer, spec, value);
      return;
    }
    case 'u': {
      lua_Integer value = bp_check_integer(L, argument);
      interpret(L, spec, "-0", true);
      add_integer(buffer, spec, value);
      return;
    }
    case 'o':
    case 'x':
    case 'X': {
      lua_Integer value = bp_check_integer(L, argument);
      interpret(L, spec, "-#0", true);
      add_integer(buffer, spec, value);
      return;
    }
    case 'a':
    case 'A':
      interpret(L, spec, "-+#0 ", true);
      add_float(L, buffer, spec, bp_check_number(L, argument));
      return;
    case 'e':
    case 'E':
    case 'f':
    case 'g':
    case 'G': {
      lua_Number value = bp_check_number(L, argument);
      interpret(L, spec, "-+#0 ", true);
      add_float(L, buffer, spec, value);
      return;
    }
    case 'p':
      luaL_error(L, "'%%p' is not available");
      return;
    case 'q':
      if (spec->length > 0) luaL_error(L, "specifier '%%q' cannot have modifiers");
      add_literal(L, buffer, argument);
      return;
    case 's':
      add_text(L, buffer, spec, argument);
      return;
    default:
      luaL_error(L, "invalid conversion '%s' to 'format'", spec->text);
  }
}

int bp_string_format(lua_State *L) {
  int last = lua_gettop(L), argument = 1;
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  const char *end = text + length;
  bp_meter meter = {L, length / 64 + 1};
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  while (text < end) {
    const char *percent = memchr(text, '%', (size_t)(end - text));
    luaL_addlstring(&buffer, text, (size_t)((percent == NULL ? end : percent) - text));
    if (percent == NULL) break;
    text = percent + 1;
    bp_meter_add(&meter, UNITS_PER_CONVERSION);
    if (text < end && *text == '%') {
      luaL_addchar(&buffer, *text++);
      continue;
    }
    if (++argument > last) return luaL_argerror(L, argument, "no value");
    conversion spec;
    text = take(L, &spec, text, end);
    add_conversion(L, &buffer, &spec, argument);
  }
  bp_meter_settle(&meter);
  luaL_pushresult(&buffer);
  return 1;
}
