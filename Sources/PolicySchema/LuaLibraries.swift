package enum LuaLibraries {
  package static let functions = list(
    #"""
    assert<T>(value?: T, message?: any, ...: any): T, ...any — Returns its arguments; raises an error if the first is false or nil.
    error(message: any, level?: integer) — Raises an error; at level 1, the message starts with the file and line of the call.
    getmetatable(value: any): table? — Returns the metatable of a value, if it is accessible.
    ipairs<T: table, V>(list: T): (fun(list: V[], position?: integer): integer, V), T, integer — Iterates over positions from 1 and their values, up to the first nil.
    next<K, V>(table: table<K, V>, key?: K): K?, V? — Returns the key and value after a key, in the order of `pairs`.
    pairs<T: table, K, V>(table: T): (fun(table: table<K, V>, key?: K): K, V), T — Iterates over keys and values in a fixed order: numbers first, then strings by bytes.
    pcall(body: fun(...: any): ...any, ...: any): boolean, ...any — Calls a function; returns true and its results, or false and the error. Limits are not caught, and neither are errors of reports, imports and declarations.
    select(position: integer|"#", ...: any): ...any — Returns the arguments from a position on, or with `"#"` their number.
    setmetatable(table: table, metatable?: table): table — Sets the metatable of a table and returns the table; `__gc`, `__mode` and `__metatable` are not allowed.
    tonumber(value: any, base?: integer): number? — Converts a string to a number; nil if it is not one.
    tostring(value: any): string — Converts a value to a string, without memory addresses.
    type(value: any): "nil"|"number"|"string"|"boolean"|"table"|"function"|"userdata" — Returns the Lua type of a value; `userdata` for bundles, files and other objects.
    xpcall(body: fun(...: any): ...any, handler: fun(message: any): ...any, ...: any): boolean, ...any — Like `pcall`, with a handler that receives the error where it occurs.
    """#)

  package static let modules: [APIModule] = [
    APIModule(
      "string", "Strings and patterns.", isLua: true,
      functions: list(
        #"""
        byte(text: string, from?: integer, to?: integer): ...integer — Returns bytes as numbers.
        char(...: integer): string — Returns the string of these bytes.
        find(text: string, pattern: string, from?: integer, plain?: boolean): integer?, integer?, ...any — Returns the first and last position of the first match, and its captures; nil if nothing matches.
        format(template: string, ...: any): string — Returns the template with its `%s`, `%d` and so on replaced by values.
        gmatch(text: string, pattern: string, from?: integer): fun(): string, ...any — Iterates over the matches of a pattern, or their captures.
        gsub(text: string, pattern: string, replacement: string|table|function, limit?: integer): string, integer — Returns the string with matches replaced, and their number.
        len(text: string): integer — Returns the length in bytes.
        lower(text: string): string — Returns the string with ASCII letters in lower case.
        match(text: string, pattern: string, from?: integer): any, ...any — Returns the captures of the first match, or the whole match without captures; nil if nothing matches.
        rep(text: string, count: integer, separator?: string): string — Repeats the string.
        reverse(text: string): string — Reverses the bytes.
        sub(text: string, from: integer, to?: integer): string — Returns a part of the string, by byte positions.
        upper(text: string): string — Returns the string with ASCII letters in upper case.
        """#)),
    APIModule(
      "table", "Lists.", isLua: true,
      functions: list(
        #"""
        concat(list: table, separator?: string, from?: integer, to?: integer): string — Joins the elements into one string.
        insert(list: table, positionOrValue: any, value?: any) — Inserts an element at the end, or at a position.
        move(from: table, first: integer, last: integer, position: integer, to?: table): table — Copies elements to a position of the same or another list.
        pack(...: any): table — Returns its arguments as a list, with their number in `n`.
        remove(list: table, position?: integer): any — Removes an element, by default the last one, and returns it.
        sort<T>(list: T[], before?: fun(a: T, b: T): boolean) — Sorts the elements.
        unpack<T>(list: T[], from?: integer, to?: integer): ...T — Returns the elements as separate values.
        """#)),
    APIModule(
      "math", "Numbers.", isLua: true,
      fields: [
        APIField("huge", "number", "Positive infinity."),
        APIField("maxinteger", "integer", "The largest integer."),
        APIField("mininteger", "integer", "The smallest integer."),
        APIField("pi", "number", "The number π."),
      ],
      functions: list(
        #"""
        abs<T: number>(x: T): T — Returns the absolute value.
        acos(x: number): number — Returns the arc cosine, in radians.
        asin(x: number): number — Returns the arc sine, in radians.
        atan(y: number, x?: number): number — Returns the arc tangent of y/x, in radians.
        ceil(x: number): integer — Rounds up to an integer.
        cos(x: number): number — Returns the cosine of an angle in radians.
        deg(x: number): number — Converts an angle from radians to degrees.
        exp(x: number): number — Returns e to the power of x.
        floor(x: number): integer — Rounds down to an integer.
        fmod(x: number, y: number): number — Returns the remainder of a division that rounds towards zero.
        log(x: number, base?: number): number — Returns the logarithm; by default, the natural one.
        max(x: number, ...: number): number — The largest.
        min(x: number, ...: number): number — The smallest.
        modf(x: number): number, number — Returns the whole and the fractional part.
        rad(x: number): number — Converts an angle from degrees to radians.
        sin(x: number): number — Returns the sine of an angle in radians.
        sqrt(x: number): number — Returns the square root.
        tan(x: number): number — Returns the tangent of an angle in radians.
        tointeger(x: any): integer? — Converts a number to an integer; nil if it has no integer value.
        type(x: any): "integer"|"float"|nil — Returns the type of a number; nil for other values.
        ult(m: integer, n: integer): boolean — Returns whether m is below n as unsigned integers.
        """#)),
    APIModule(
      "utf8", "Characters.", isLua: true,
      fields: [APIField("charpattern", "string", "A pattern that matches one character.")],
      functions: list(
        #"""
        char(...: integer): string — Returns the string of these code points.
        codepoint(text: string, from?: integer, to?: integer, lax?: boolean): ...integer — Returns the code points of characters.
        codes(text: string, lax?: boolean): fun(text: string, position?: integer): integer, integer — Iterates over byte positions and code points.
        len(text: string, from?: integer, to?: integer, lax?: boolean): integer?, integer? — Returns the number of characters, or nil and the position of the first byte that is not UTF-8.
        offset(text: string, n: integer, from?: integer): integer? — Returns the byte position of a character.
        """#)),
  ]

  /// Each line is a signature, with type parameters after the name, and what the function does. Split as bytes, because this happens at
  /// each start.
  private static func list(_ lines: String) -> [APIFunction] {
    func text(_ bytes: Substring.UTF8View) -> String { String(Substring(bytes)) }
    return lines.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      // A signature is ASCII, and a space and a dash follow it.
      let signature = line.prefix { $0 < 0x80 }.dropLast()
      let name = signature.prefix { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: "<") }
      let generics = signature[name.endIndex...].prefix { $0 != UInt8(ascii: "(") }
      return APIFunction(
        text(name) + text(signature[generics.endIndex...]),
        text(line[signature.endIndex...].dropFirst(" — ".utf8.count)),
        generics: text(generics.dropFirst().dropLast()))
    }
  }
}
