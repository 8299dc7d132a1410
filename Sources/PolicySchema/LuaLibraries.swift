package enum LuaLibraries {
  package static let functions: [APIFunction] = [
    APIFunction(
      "assert(value?: T, message?: any, ...: any): T, ...any",
      "Returns its arguments; raises an error if the first is false or nil.", generics: "T"),
    APIFunction(
      "error(message: any, level?: integer)",
      "Raises an error; at level 1, the message starts with the file and line of the call."),
    APIFunction("getmetatable(value: any): table?", "Returns the metatable of a value, if it is accessible."),
    APIFunction(
      "ipairs(list: T): (fun(list: V[], position?: integer): integer, V), T, integer",
      "Iterates over positions from 1 and their values, up to the first nil.", generics: "T: table, V"),
    APIFunction(
      "next(table: table<K, V>, key?: K): K?, V?", "Returns the key and value after a key, in the order of `pairs`.",
      generics: "K, V"),
    APIFunction(
      "pairs(table: T): (fun(table: table<K, V>, key?: K): K, V), T",
      "Iterates over keys and values in a fixed order: numbers first, then strings by bytes.",
      generics: "T: table, K, V"),
    APIFunction(
      "pcall(body: fun(...: any): ...any, ...: any): boolean, ...any",
      "Calls a function; returns true and its results, or false and the error. Limits are not caught, and neither are errors of reports, imports and declarations."
    ),
    APIFunction(
      "select(position: integer|\"#\", ...: any): ...any",
      "Returns the arguments from a position on, or with `\"#\"` their number."),
    APIFunction(
      "setmetatable(table: table, metatable?: table): table",
      "Sets the metatable of a table and returns the table; `__gc`, `__mode` and `__metatable` are not allowed."),
    APIFunction(
      "tonumber(value: any, base?: integer): number?", "Converts a string to a number; nil if it is not one."),
    APIFunction("tostring(value: any): string", "Converts a value to a string, without memory addresses."),
    APIFunction(
      "type(value: any): \"nil\"|\"number\"|\"string\"|\"boolean\"|\"table\"|\"function\"|\"userdata\"",
      "Returns the Lua type of a value; `userdata` for bundles, files and other objects."),
    APIFunction(
      "xpcall(body: fun(...: any): ...any, handler: fun(message: any): ...any, ...: any): boolean, ...any",
      "Like `pcall`, with a handler that receives the error where it occurs."),
  ]

  package static let modules: [APIModule] = [
    APIModule(
      "string", "Strings and patterns.", isLua: true,
      functions: [
        APIFunction("byte(text: string, from?: integer, to?: integer): ...integer", "Returns bytes as numbers."),
        APIFunction("char(...: integer): string", "Returns the string of these bytes."),
        APIFunction(
          "find(text: string, pattern: string, from?: integer, plain?: boolean): integer?, integer?, ...any",
          "Returns the first and last position of the first match, and its captures; nil if nothing matches."),
        APIFunction(
          "format(template: string, ...: any): string",
          "Returns the template with its `%s`, `%d` and so on replaced by values."),
        APIFunction(
          "gmatch(text: string, pattern: string, from?: integer): fun(): string, ...any",
          "Iterates over the matches of a pattern, or their captures."),
        APIFunction(
          "gsub(text: string, pattern: string, replacement: string|table|function, limit?: integer): string, integer",
          "Returns the string with matches replaced, and their number."),
        APIFunction("len(text: string): integer", "Returns the length in bytes."),
        APIFunction("lower(text: string): string", "Returns the string with ASCII letters in lower case."),
        APIFunction(
          "match(text: string, pattern: string, from?: integer): any, ...any",
          "Returns the captures of the first match, or the whole match without captures; nil if nothing matches."),
        APIFunction("rep(text: string, count: integer, separator?: string): string", "Repeats the string."),
        APIFunction("reverse(text: string): string", "Reverses the bytes."),
        APIFunction(
          "sub(text: string, from: integer, to?: integer): string", "Returns a part of the string, by byte positions."),
        APIFunction("upper(text: string): string", "Returns the string with ASCII letters in upper case."),
      ]),
    APIModule(
      "table", "Lists.", isLua: true,
      functions: [
        APIFunction(
          "concat(list: table, separator?: string, from?: integer, to?: integer): string",
          "Joins the elements into one string."),
        APIFunction(
          "insert(list: table, positionOrValue: any, value?: any)", "Inserts an element at the end, or at a position."),
        APIFunction(
          "move(from: table, first: integer, last: integer, position: integer, to?: table): table",
          "Copies elements to a position of the same or another list."),
        APIFunction("pack(...: any): table", "Returns its arguments as a list, with their number in `n`."),
        APIFunction(
          "remove(list: table, position?: integer): any", "Removes an element, by default the last one, and returns it."
        ),
        APIFunction(
          "sort(list: T[], before?: fun(a: T, b: T): boolean)", "Sorts the elements.", generics: "T"),
        APIFunction(
          "unpack(list: T[], from?: integer, to?: integer): ...T", "Returns the elements as separate values.",
          generics: "T"),
      ]),
    APIModule(
      "math", "Numbers.", isLua: true,
      fields: [
        APIField("huge", "number", "Positive infinity."),
        APIField("maxinteger", "integer", "The largest integer."),
        APIField("mininteger", "integer", "The smallest integer."),
        APIField("pi", "number", "The number π."),
      ],
      functions: [
        APIFunction("abs(x: T): T", "Returns the absolute value.", generics: "T: number"),
        APIFunction("acos(x: number): number", "Returns the arc cosine, in radians."),
        APIFunction("asin(x: number): number", "Returns the arc sine, in radians."),
        APIFunction("atan(y: number, x?: number): number", "Returns the arc tangent of y/x, in radians."),
        APIFunction("ceil(x: number): integer", "Rounds up to an integer."),
        APIFunction("cos(x: number): number", "Returns the cosine of an angle in radians."),
        APIFunction("deg(x: number): number", "Converts an angle from radians to degrees."),
        APIFunction("exp(x: number): number", "Returns e to the power of x."),
        APIFunction("floor(x: number): integer", "Rounds down to an integer."),
        APIFunction(
          "fmod(x: number, y: number): number", "Returns the remainder of a division that rounds towards zero."),
        APIFunction("log(x: number, base?: number): number", "Returns the logarithm; by default, the natural one."),
        APIFunction("max(x: number, ...: number): number", "The largest."),
        APIFunction("min(x: number, ...: number): number", "The smallest."),
        APIFunction("modf(x: number): number, number", "Returns the whole and the fractional part."),
        APIFunction("rad(x: number): number", "Converts an angle from degrees to radians."),
        APIFunction("sin(x: number): number", "Returns the sine of an angle in radians."),
        APIFunction("sqrt(x: number): number", "Returns the square root."),
        APIFunction("tan(x: number): number", "Returns the tangent of an angle in radians."),
        APIFunction("tointeger(x: any): integer?", "Converts a number to an integer; nil if it has no integer value."),
        APIFunction("type(x: any): \"integer\"|\"float\"|nil", "Returns the type of a number; nil for other values."),
        APIFunction("ult(m: integer, n: integer): boolean", "Returns whether m is below n as unsigned integers."),
      ]),
    APIModule(
      "utf8", "Characters.", isLua: true,
      fields: [APIField("charpattern", "string", "A pattern that matches one character.")],
      functions: [
        APIFunction("char(...: integer): string", "Returns the string of these code points."),
        APIFunction(
          "codepoint(text: string, from?: integer, to?: integer, lax?: boolean): ...integer",
          "Returns the code points of characters."),
        APIFunction(
          "codes(text: string, lax?: boolean): fun(text: string, position?: integer): integer, integer",
          "Iterates over byte positions and code points."),
        APIFunction(
          "len(text: string, from?: integer, to?: integer, lax?: boolean): integer?, integer?",
          "Returns the number of characters, or nil and the position of the first byte that is not UTF-8."),
        APIFunction(
          "offset(text: string, n: integer, from?: integer): integer?", "Returns the byte position of a character."),
      ]),
  ]
}
