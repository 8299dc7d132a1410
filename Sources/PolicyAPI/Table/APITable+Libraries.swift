// Libraries of the policy language.
extension APITable {
  static let libraries: [APIModule] = [
    APIModule(
      "version", "Reading and ordering versions.",
      functions: [
        APIFunction(
          "parse(text: string, dialect?: Dialect): Version?",
          "A version with `<`, `==`, `.numbers`, `.stage`; nil if the text is none."),
        APIFunction(
          "compare(a: string, b: string, dialect?: Dialect): -1|0|1",
          "-1, 0 or 1; an error when one of the texts is no version."),
      ]),
    APIModule(
      "plist", "What a plain look at a property list does not show.",
      functions: [
        APIFunction(
          "type(value: any): ValueType", "`dictionary array string integer real boolean date data uid nil`."),
        APIFunction(
          "resolve(info: table, key: InfoKey, reader?: Reader): any",
          "The value that `{ platform = …, device = … }` reads under the key; the bundle's own platform when not told."),
        APIFunction(
          "variants(info: table, key: InfoKey): Variant[]",
          "The qualified forms of a key that are there: a list of `{ key, platform, device }`."),
        APIFunction(
          "place(node: table, key?: string|integer): Place?", "`{ file, line, column, offset }`."),
        APIFunction("path(node: table): string", "Its JSON Pointer."),
        APIFunction(
          "format(node: table): PropertyListFormat", "How its file is written: `xml binary old_style strings`."),
        APIFunction(
          "find(node: table, pointer: string): Found[]",
          """
          Everything that a pointer such as `"/CFBundleURLTypes/*/CFBundleURLSchemes/*"` leads to, `*` being any key or \
          position: a list of `{ value, node, key }`, fit for `report:at(e.node, e.key, …)`; nothing there is an empty list.
          """),
        APIFunction(
          "diagnostics(node: table): Diagnostic[]",
          "What the platform drops or changes silently in that file: a list of `{ code, message, path, line }`."),
      ]),
    APIModule(
      "keys", "The keys of Info.plist that the platform defines.",
      index: (
        "Key", "CFBundleVersion",
        """
        What the platform says of a key: see below; nil if it defines none.
        """
      ),
      functions: [
        APIFunction("is_custom(name: string): boolean", "Whether the platform does not define the key."),
        APIFunction(
          "nearest(name: string): string?",
          """
          The platform's key that the name is most likely a misspelling of, itself for one that exists; nil when none is \
          close.
          """),
        APIFunction("parents(name: string): string[]", "The keys whose values have a field of this name."),
        APIFunction(
          "apple_prefix(name: string): string?",
          "The prefix of Apple's that the name starts with, such as `NS`; nil when there is none."),
        APIFunction(
          "split(name: string): KeyParts",
          "`{ base, platform, device }` of a qualified key; of any other name, `base` alone."),
      ]),
    APIModule(
      "bundles", "What lies in a bundle besides its Info.plist.",
      functions: [
        APIFunction(
          "read(bundle: Bundle, path: string): table?",
          """
          A property list or strings file of the bundle; nil if there is none. A binary one above 256 KiB is decoded as the \
          rule looks at it: a defect there makes the rule an error, `pcall` or not.
          """),
        APIFunction(
          "problem(bundle: Bundle, path: string): Problem?",
          """
          Why `bundles.read` can't read the file, as `{ code, message, line, column }`; nil when it can, and when there is none.
          """),
        APIFunction(
          "resource(bundle: Bundle, name: string, type?: string, language?: string): string?",
          "The path that the platform finds for a reader of the language."),
        APIFunction(
          "strings(bundle: Bundle, table: string, language?: string): table<string, Entry>?",
          """
          The entries of a table of strings in exactly that localization, or outside all: key → `{ value, node, key }`; nil \
          if there is none. An entry of the `.stringsdict` replaces that of the `.strings`.
          """),
        APIFunction(
          "localized_info(bundle: Bundle, languages: string|string[], device?: string): table<string, LocalizedEntry>",
          """
          The Info.plist as a reader of the languages (a string, or a list, best first) sees it on `macos`, `ios~ipad`, …: \
          key → `{ value, node, key, localized }`.
          """),
        APIFunction(
          "strays(bundle: Bundle): string[]",
          "The paths of bundles inside that lie where the platform looks for none, and are not judged."),
        APIFunction(
          "twins(bundle: Bundle): Twin[]",
          """
          A list of `{ path, other }`: names that are one where neither letter case nor the composition of characters \
          counts.
          """),
        APIFunction(
          "exists(bundle: Bundle, path: string): boolean", "Whether there is a file of exactly that name."),
        APIFunction(
          "walk(bundle: Bundle, pattern?: string): string[]", "The paths of everything in it, or of what matches."),
      ]),
    APIModule(
      "glob", "Patterns of paths.",
      functions: [
        APIFunction(
          "match(pattern: string, path: string): boolean", "`*` and `?` within a component, `**` across, `[a-z]`.")
      ]),
    APIModule(
      "locale", "Names of localizations.",
      functions: [
        APIFunction("canonical(name: string): string?", "`English` and `en` are both `en`, `zh_CN` is `zh-CN`."),
        APIFunction("language(name: string): string?", "The language of a localization."),
        APIFunction("region(name: string): string?", "Its region; nil when it has none."),
        APIFunction(
          "is_legacy(name: string): boolean?", "Whether it is an English name from before language codes: `French`."),
      ]),
  ]
}
