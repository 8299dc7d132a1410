// What a `check` is given.
extension APITable {
  static let bundleClasses: [APIClass] = [
    APIClass(
      "Bundle", .object, "A bundle under test, or one of an earlier build.",
      fields: [
        APIField("path", "string", "Where it lies inside the outer bundle; empty for that one."),
        APIField("name", "string", "The last component of its path."),
        APIField("kind", "Kind", "What it is."), APIField("platform?", "Platform", "What it is made for."),
        APIField("layout", "Layout", "How its files lie."),
        APIField("identifier?", "string", "What `CFBundleIdentifier` says."),
        APIField("info", "InfoPlist", "Its Info.plist."),
        APIField("executable?", "string", "The path of its executable."),
        APIField(
          "entitlements?", "table<string, any>",
          "The entitlements in the code signature of its executable, those of all slices together; nil without any."),
        APIField("files", "FileTree", "Its files, by path."),
        APIField("localizations", "string[]", "The languages it has."),
        APIField("bundles", "Bundle[]", "The bundles directly inside."),
        APIField("parent?", "Bundle", "The bundle it lies in."),
        APIField("history", "History", "The same bundle in earlier builds."),
        APIField(
          "previous", "Bundle[]", "The outer bundles of the builds given with `--previous`, whatever their identifiers."
        ),
        APIField(
          "namesake?", "Bundle",
          "Of a product: the newest earlier build with its `CFBundleName` (or its directory's name) for its system, whatever the identifier."
        ),
      ]),
    APIClass(
      "History", .object,
      "Earlier builds of a bundle by position, the newest first: those of `--previous`, then those of the ledger, which are looked up as far as a rule goes.",
      index: .init("integer", "Bundle?"), hasLength: true,
      methods: [
        APIFunction(
          "highest(key: \"CFBundleVersion\"|\"CFBundleShortVersionString\", options?: HighestOptions): Bundle?",
          "The earlier build with the highest version; those without a version that can be read are passed over.")
      ]),
    APIClass(
      "HighestOptions", .declaration, "Which versions `history:highest` compares, and how.",
      fields: [
        APIField("dialect?", "Dialect", "How they are read; `apple` when not said."),
        APIField("scope?", "Scope", "Which earlier builds count; `identifier+platform` when not said."),
        APIField("up_to?", "string", "Versions above this one are passed over."),
      ]),
    APIClass(
      "FileTree", .object, "The files of a bundle by path; `pairs` walks them all, sorted.",
      index: .init("string", "File?"), hasLength: true),
    APIClass(
      "File", .object, "A file, directory or link of a bundle.",
      fields: [
        APIField("path", "string", "Where it lies in the bundle."), APIField("type", "FileType", "What it is."),
        APIField("size", "integer", "In bytes."), APIField("mode", "integer", "Its permission bits."),
        APIField("executable", "boolean", "Whether its owner may execute it."),
        APIField("target?", "string", "What a link says."),
        APIField("destination?", "string", "What a link leads to in the end, as a path in the outer bundle."),
        APIField("sha256?", "string", "The digest in 64 lower-case hexadecimal digits; nil for a directory."),
        APIField("png?", "PNG", "What its header says; nil when it is no PNG."),
        APIField("icns?", "IconFamily", "What is in it; nil when it is no icon family."),
        APIField("mach_o?", "MachO", "What its headers say; nil when it is no Mach-O file."),
      ]),
    APIClass(
      "Report", .object, "Takes findings; called, one about the bundle as a whole.",
      call: "(message: string, ...: any)",
      methods: [
        APIFunction(
          "at(node: table, key: string|integer|nil, message: string, ...: any)",
          "A finding about the value under a key, or at a position of an array."),
        APIFunction(
          "missing(node: table, key: string, message?: string|FindingOptions, ...: any)",
          "A finding about a key that is not there."),
        APIFunction("file(path: string, message: string, ...: any)", "A finding about a file of the bundle."),
      ]),
    APIClass(
      "FindingOptions", .declaration, "What the last argument of a report may say.",
      fields: [
        APIField("expected?", "string", "What was expected."), APIField("fix?", "string", "What to do."),
        APIField("severity?", "Severity", "How bad it is, in place of what the rule says."),
        APIField("discriminator?", "string", "What tells findings at one place apart, from run to run."),
      ]),
  ]
}
