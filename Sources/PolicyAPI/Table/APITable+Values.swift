// Values of property lists that Lua has no type for, and what libraries answer with.
extension APITable {
  static let valueClasses: [APIClass] = [
    APIClass(
      "Date", .object, "A date of a property list, in UTC; dates compare.",
      fields: [
        APIField("year", "integer", "The year."), APIField("month", "integer", "From 1."),
        APIField("day", "integer", "From 1."), APIField("hour", "integer", "From 0."),
        APIField("minute", "integer", "From 0."), APIField("second", "integer", "From 0."),
        APIField("epoch", "number", "Seconds since the start of 1970."),
      ]),
    APIClass(
      "Data", .object, "Bytes of a property list.", hasLength: true,
      fields: [APIField("length", "integer", "How many."), APIField("bytes", "string", "The bytes.")]),
    APIClass(
      "UID", .object, "A UID of a keyed archive.", fields: [APIField("value", "integer", "Its number.")]),
    APIClass(
      "Version", .object, "A version that a dialect could read; versions of one dialect compare.",
      fields: [
        APIField("text", "string", "As it was read."), APIField("dialect", "Dialect", "What it was read as."),
        APIField("numbers", "(integer|string)[]", "Its parts; one too large for an integer as text."),
        APIField("stage?", "string", "What makes it a version before a release."),
      ]),
    APIClass(
      "Key", .object, "What the platform says of a key of Info.plist.",
      fields: [
        APIField("name", "string", "The key."), APIField("type", "string", "The type of its value."),
        APIField("required", "boolean", "Whether it must be there where it applies."),
        APIField("recommended", "boolean", "Whether it should be there."),
        APIField("localizable", "boolean", "Whether `InfoPlist.strings` may hold it."),
        APIField("summary", "string", "What it is for."), APIField("source", "string", "Where that is documented."),
        APIField("successor?", "string", "The key to use instead."),
        APIField("platforms", "Platform[]", "The systems that read it."),
        APIField("qualifiable", "boolean", "Whether it may be qualified with a platform or device."),
        APIField(
          "introduced?", "table<Platform, string|true>", "The first version by platform; `true` where none is named."),
        APIField(
          "deprecated?", "table<Platform, string|true>", "The version by platform since which it is deprecated."),
        APIField("schema?", "KeySchema", "The form of the value; nil when `type` says everything."),
      ]),
    APIClass(
      "KeySchema", .record, "The form of a value.",
      fields: [
        APIField("type", "string", "The type."), APIField("values?", "string[]", "The texts allowed."),
        APIField("items?", "KeySchema", "That of an array's elements."),
        APIField("fields?", "table<string, KeySchema>", "Those of a dictionary's fields, by name."),
        APIField("others?", "KeySchema", "That of what `fields` doesn't name."),
      ]),
    APIClass(
      "KeyParts", .record, "The parts of a qualified key.",
      fields: [
        APIField("base", "string", "The key without qualifiers."),
        APIField("platform?", "string", "The platform it names."),
        APIField("device?", "string", "The device it names."),
      ]),
    APIClass(
      "Twin", .record, "Two names that are one on most Macs.",
      fields: [APIField("path", "string", "A file."), APIField("other", "string", "The file before it.")]),
    APIClass(
      "Found", .record, "A place that `plist.find` leads to.",
      fields: [
        APIField("value", "any", "What is there."),
        APIField("node", "table", "The dictionary or array it is in."),
        APIField("key", "string|integer", "Its key or position."),
      ]),
    APIClass(
      "Entry", .record, "An entry of a table of strings.",
      fields: [
        APIField("value", "any", "What is there."), APIField("node", "table", "The dictionary it is in."),
        APIField("key", "string", "Its key there."),
      ]),
    APIClass(
      "LocalizedEntry", .record, "An entry of Info.plist as readers of a language see it.",
      fields: [
        APIField("value", "any", "What they see."),
        APIField("node", "table", "The dictionary that it stands in."),
        APIField("key", "string", "Its key there."),
        APIField("localized", "boolean", "Whether `InfoPlist.strings` gave it."),
      ]),
    APIClass(
      "Variant", .record, "A qualified form of a key.",
      fields: [
        APIField("key", "string", "The whole key: `Key-macos~mac`."),
        APIField("platform?", "string", "The platform it names."),
        APIField("device?", "string", "The device it names."),
      ]),
    APIClass(
      "Place", .record, "Where a value stands, as far as the format tells.",
      fields: [
        APIField("file?", "string", "The file, inside the bundle."), APIField("line?", "integer", "From 1."),
        APIField("column?", "integer", "From 1."), APIField("offset?", "integer", "In bytes, from 0."),
      ]),
    APIClass(
      "Diagnostic", .record, "Something that the platform drops or changes silently.",
      fields: [
        APIField("code", "string", "What it is: `duplicate-key`, …"), APIField("message", "string", "In words."),
        APIField("path", "string", "The JSON Pointer of the place."), APIField("line?", "integer", "From 1."),
      ]),
    APIClass(
      "Problem", .record, "Why a property list or strings file cannot be read.",
      fields: [
        APIField("code", "string", "What it is: `text.missing-semicolon`, …"),
        APIField("message", "string", "In words."), APIField("line?", "integer", "From 1; nil in a binary file."),
        APIField("column?", "integer", "From 1."),
      ]),
    APIClass(
      "Reader", .declaration, "Who reads a key.",
      fields: [
        APIField("platform?", "Platform", "The system; that of the bundle when not said."),
        APIField("device?", "string", "The device: `ipad`, `iphone`, …"),
      ]),
  ]
}
