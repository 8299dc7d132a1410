import LanguageSchema

// What there is of Lua itself, which C implements.
enum LuaLibraries {
  static let functions: [APIFunction] = [
    APIFunction(
      "assert(value?: T, message?: any, ...: any): T, ...any",
      "Its arguments, or an error when the first is false or nil.", generics: "T"),
    APIFunction("error(message: any, level?: integer)", "Raises an error; at level 1 it tells where."),
    APIFunction("getmetatable(value: any): table?", "The metatable of a value, where that may be seen."),
    APIFunction(
      "ipairs(list: T): (fun(list: V[], position?: integer): integer, V), T, integer",
      "For `for`: positions from 1 and their values, up to the first nil.", generics: "T: table, V"),
    APIFunction(
      "next(table: table<K, V>, key?: K): K?, V?", "The key and value after a key, in the fixed order of `pairs`.",
      generics: "K, V"),
    APIFunction(
      "pairs(table: T): (fun(table: table<K, V>, key?: K): K, V), T",
      "For `for`: keys and values in a fixed order, numbers first, then strings by bytes.",
      generics: "T: table, K, V"),
    APIFunction(
      "pcall(body: fun(...: any): ...any, ...: any): boolean, ...any",
      "Whether a call raised no error, and what it returned or the error; limits are not caught."),
    APIFunction(
      "select(position: integer|\"#\", ...: any): ...any", "The arguments from a position on, or how many there are."),
    APIFunction(
      "setmetatable(table: table, metatable?: table): table",
      "The table with another metatable; `__gc`, `__mode` and `__metatable` are refused."),
    APIFunction(
      "tonumber(value: any, base?: integer): number?", "The number that a text stands for; nil if it stands for none."),
    APIFunction("tostring(value: any): string", "A value as text, without addresses."),
    APIFunction(
      "type(value: any): \"nil\"|\"number\"|\"string\"|\"boolean\"|\"table\"|\"function\"|\"userdata\"",
      "The Lua type of a value; objects of the program are `userdata`."),
    APIFunction(
      "xpcall(body: fun(...: any): ...any, handler: fun(message: any): ...any, ...: any): boolean, ...any",
      "As `pcall`, with a function that is given the error where it happens."),
  ]

  static let modules: [APIModule] = [
    APIModule(
      "string", "Texts and patterns.", isLua: true,
      functions: [
        APIFunction("byte(text: string, from?: integer, to?: integer): ...integer", "The bytes as numbers."),
        APIFunction("char(...: integer): string", "The text of these bytes."),
        APIFunction(
          "find(text: string, pattern: string, from?: integer, plain?: boolean): integer?, integer?, ...any",
          "Where a pattern is found first, and its captures; nil if it is not."),
        APIFunction(
          "format(template: string, ...: any): string", "The template with its `%s`, `%d` and so on filled in."),
        APIFunction(
          "gmatch(text: string, pattern: string, from?: integer): fun(): string, ...any",
          "For `for`: each match of a pattern, or its captures."),
        APIFunction(
          "gsub(text: string, pattern: string, replacement: string|table|function, limit?: integer): string, integer",
          "The text with matches replaced, and how many there were."),
        APIFunction("len(text: string): integer", "Its length in bytes."),
        APIFunction("lower(text: string): string", "The text with ASCII letters in lower case."),
        APIFunction(
          "match(text: string, pattern: string, from?: integer): any, ...any",
          "The captures of the first match, or all of it; nil if there is none."),
        APIFunction("rep(text: string, count: integer, separator?: string): string", "The text so many times."),
        APIFunction("reverse(text: string): string", "The bytes from the end."),
        APIFunction("sub(text: string, from: integer, to?: integer): string", "A part, by positions of bytes."),
        APIFunction("upper(text: string): string", "The text with ASCII letters in upper case."),
      ]),
    APIModule(
      "table", "Lists.", isLua: true,
      functions: [
        APIFunction(
          "concat(list: table, separator?: string, from?: integer, to?: integer): string", "The elements as one text."),
        APIFunction(
          "insert(list: table, positionOrValue: any, value?: any)", "Puts an element at the end, or at a position."),
        APIFunction(
          "move(from: table, first: integer, last: integer, position: integer, to?: table): table",
          "Copies elements to a position, of another list perhaps."),
        APIFunction("pack(...: any): table", "Its arguments as a list with their number in `n`."),
        APIFunction(
          "remove(list: table, position?: integer): any", "Takes an element out, the last one when not told."),
        APIFunction(
          "sort(list: T[], before?: fun(a: T, b: T): boolean)", "Brings the elements in order.", generics: "T"),
        APIFunction("unpack(list: T[], from?: integer, to?: integer): ...T", "The elements one by one.", generics: "T"),
      ]),
    APIModule(
      "math", "Numbers.", isLua: true,
      fields: [
        APIField("huge", "number", "Larger than every other number."),
        APIField("maxinteger", "integer", "The largest integer."),
        APIField("mininteger", "integer", "The smallest integer."),
        APIField("pi", "number", "The ratio of a circle's circumference to its diameter."),
      ],
      functions: [
        APIFunction("abs(x: T): T", "Without its sign.", generics: "T: number"),
        APIFunction("acos(x: number): number", "The arc cosine, in radians."),
        APIFunction("asin(x: number): number", "The arc sine, in radians."),
        APIFunction("atan(y: number, x?: number): number", "The arc tangent of y/x, in radians."),
        APIFunction("ceil(x: number): integer", "The smallest integer that is not below."),
        APIFunction("cos(x: number): number", "The cosine of an angle in radians."),
        APIFunction("deg(x: number): number", "An angle in degrees."),
        APIFunction("exp(x: number): number", "e to this power."),
        APIFunction("floor(x: number): integer", "The largest integer that is not above."),
        APIFunction("fmod(x: number, y: number): number", "What division leaves, rounded towards zero."),
        APIFunction("log(x: number, base?: number): number", "The logarithm, natural when no base is given."),
        APIFunction("max(x: number, ...: number): number", "The largest."),
        APIFunction("min(x: number, ...: number): number", "The smallest."),
        APIFunction("modf(x: number): number, number", "The whole and the fractional part."),
        APIFunction("rad(x: number): number", "An angle in radians."),
        APIFunction("sin(x: number): number", "The sine of an angle in radians."),
        APIFunction("sqrt(x: number): number", "The square root."),
        APIFunction("tan(x: number): number", "The tangent of an angle in radians."),
        APIFunction("tointeger(x: any): integer?", "The integer of that value; nil if there is none."),
        APIFunction("type(x: any): \"integer\"|\"float\"|nil", "The kind of number; nil for other values."),
        APIFunction("ult(m: integer, n: integer): boolean", "Whether m is below n, both taken without sign."),
      ]),
    APIModule(
      "utf8", "Characters.", isLua: true,
      fields: [APIField("charpattern", "string", "The pattern of one character.")],
      functions: [
        APIFunction("char(...: integer): string", "The text of these code points."),
        APIFunction(
          "codepoint(text: string, from?: integer, to?: integer, lax?: boolean): ...integer", "The code points."),
        APIFunction(
          "codes(text: string, lax?: boolean): fun(text: string, position?: integer): integer, integer",
          "For `for`: positions of bytes and code points."),
        APIFunction(
          "len(text: string, from?: integer, to?: integer, lax?: boolean): integer?, integer?",
          "How many characters; nil and a position where it is no UTF-8."),
        APIFunction(
          "offset(text: string, n: integer, from?: integer): integer?", "The position of the bytes of a character."),
      ]),
  ]
}
