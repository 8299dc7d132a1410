// Shapes: what values must be.
extension APITable {
  static let shapes: [APIModule] = [
    APIModule(
      shape: "text", "A string; lengths are in characters, the pattern is a Lua pattern that is found in it.",
      call: "(options: TextOptions): Shape"),
    APIModule(shape: "integer", "A whole number.", call: "(options: NumberOptions): Shape"),
    APIModule(shape: "real", "A number; an integer is one, too.", call: "(options: NumberOptions): Shape"),
    APIModule(shape: "boolean", "`true` or `false`."),
    APIModule(shape: "date", "A date; the last day counts with all its hours.", call: "(options: DateOptions): Shape"),
    APIModule(shape: "data", "Data; lengths are in bytes.", call: "(options: LengthOptions): Shape"),
    APIModule(
      shape: "dictionary", "A dictionary with these keys.",
      call: "(fields: ShapeFields, options?: DictionaryOptions): Shape"),
    APIModule(
      shape: "uuid", "A UUID as a string; also the functions for such texts.",
      functions: [
        APIFunction("is_valid(text: any): boolean", "Whether a text is a UUID."),
        APIFunction("canonical(text: any): string?", "The UUID in upper case; nil if the text is none."),
      ]),
    APIModule(shape: "url", "An absolute URL.", call: "(options: URLOptions): Shape"),
    APIModule(shape: "non_empty", "A string with something in it, or a container or data that is not empty."),
    APIModule(shape: "reverse_dns", "A name such as `com.example.App`."),
    APIModule(
      shape: "version_string", "A version, in the dialect `apple` unless told otherwise.",
      call: "(options: VersionOptions): Shape"),
  ]

  static let shapeFunctions: [APIFunction] = [
    APIFunction("one_of(values: (string|number|boolean)[]): Shape", "One of these values."),
    APIFunction(
      "list_of(element: Shape|ShapeFields, options?: CountOptions): Shape", "An array whose elements fit."),
    APIFunction("optional(shape: Shape|ShapeFields): Shape", "There and fits, or not there."),
    APIFunction("any_of(shapes: (Shape|ShapeFields)[]): Shape", "One of these fits."),
    APIFunction("all_of(shapes: (Shape|ShapeFields)[]): Shape", "All of these fit."),
    APIFunction(
      "custom(name: string, fits: fun(value: any): boolean|string|nil): Shape",
      "What the function returns `true` for; a string that it returns says what is wrong."),
  ]

  static let shapeClasses: [APIClass] = [
    APIClass("Shape", .object, "What a value must be."),
    APIClass(
      "ShapeFields", .open, "The keys of a dictionary and what their values must be.",
      index: .init("string", "Shape|ShapeFields")),
    APIClass(
      "TextOptions", .declaration, "How long a string is, and how it is made.",
      fields: lengths + [APIField("pattern?", "string", "A Lua pattern that is found in it.")]),
    APIClass("LengthOptions", .declaration, "How long data is, in bytes.", fields: lengths),
    APIClass(
      "NumberOptions", .declaration, "How large a number is.",
      fields: [APIField("min?", "number", "The smallest."), APIField("max?", "number", "The largest.")]),
    APIClass(
      "DateOptions", .declaration, "When a date is.",
      fields: [
        APIField("from?", "string", "The first day: `2026-01-31`."), APIField("to?", "string", "The last day."),
      ]),
    APIClass(
      "CountOptions", .declaration, "How many elements an array has.",
      fields: [
        APIField("count?", "integer", "Exactly so many."), APIField("min_count?", "integer", "At least so many."),
        APIField("max_count?", "integer", "At most so many."),
      ]),
    APIClass(
      "DictionaryOptions", .declaration, "What else a dictionary may hold.",
      fields: [
        APIField("closed?", "boolean", "That there are no other keys."),
        APIField("others?", "Shape|ShapeFields", "What the values of other keys must be."),
      ]),
    APIClass(
      "URLOptions", .declaration, "What kind of URL.",
      fields: [APIField("schemes?", "string|string[]", "Its scheme is one of these.")]),
    APIClass(
      "VersionOptions", .declaration, "What kind of version.",
      fields: [APIField("dialect?", "Dialect", "How it is read.")]),
  ]

  private static let lengths: [APIField] = [
    APIField("length?", "integer", "Exactly so long."), APIField("min_length?", "integer", "At least so long."),
    APIField("max_length?", "integer", "At most so long."),
  ]
}
