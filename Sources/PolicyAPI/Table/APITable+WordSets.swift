// The sets of words that fields and arguments take.
extension APITable {
  static let wordSets: [APIAlias] = [
    APIAlias("Severity", "How bad a finding is.", ["error", "warning", "note"]),
    APIAlias(
      "Kind", "What a bundle is.",
      ["application", "framework", "extension", "plugin", "xcframework", "settings", "archive", "plist"]),
    APIAlias(
      "Platform", "The system a bundle is made for.", ["macos", "ios", "tvos", "watchos", "visionos", "catalyst"]),
    APIAlias("Layout", "How the files of a bundle lie.", ["flat", "contents", "versioned", "wrapped", "resources"]),
    APIAlias("Dialect", "How versions are read and ordered.", ["apple", "sparkle", "semver"]),
    APIAlias(
      "Scope",
      "The earlier builds of an identifier that count: all, those for the same system, of these those of the same release.",
      ["identifier", "identifier+platform", "identifier+platform+short-version"]),
    APIAlias("ParameterType", "What a parameter holds.", ["string", "integer", "number", "boolean", "list"]),
    APIAlias("Verdict", "What a check comes to.", ["pass", "fail", "error"]),
    APIAlias(
      "Status", "What a rule comes to.", ["pass", "fail", "waived", "baselined", "not-applicable", "error"]),
    APIAlias(
      "FixtureKind", "The kinds of bundles that tests can describe.",
      ["application", "framework", "extension", "plugin", "xcframework", "settings", "archive", "plist"]),
    APIAlias(
      "FixturePlatform", "The systems that sound bundles are known for.",
      ["macos", "ios", "tvos", "watchos", "visionos", "catalyst"]),
    APIAlias("PropertyListFormat", "How a property list is written.", ["xml", "binary", "old_style", "strings"]),
    APIAlias("FileType", "What lies under a path.", ["file", "directory", "symbolicLink", "other"]),
    APIAlias(
      "ColorType", "What the samples of a PNG are.",
      ["grayscale", "truecolor", "indexed", "grayscale_alpha", "truecolor_alpha"]),
    APIAlias(
      "IconFormat", "How an image of an icon family is kept.", ["png", "jpeg2000", "argb", "rgb", "bitmap", "mask"]),
    APIAlias(
      "LibraryKind", "How a Mach-O file uses a library.", ["normal", "weak", "reexport", "lazy", "upward"]),
    APIAlias(
      "Architecture", "What a slice has code for.", isOpen: true,
      ["arm64", "arm64e", "x86_64", "x86_64h", "i386", "armv7", "armv7s", "armv7k", "arm64_32"]),
    APIAlias(
      "CodePlatform", "The system that code is built for.", isOpen: true,
      [
        "macos", "ios", "tvos", "watchos", "visionos", "catalyst", "bridgeos", "driverkit", "ios-simulator",
        "tvos-simulator", "watchos-simulator", "visionos-simulator", "firmware", "sepos",
      ]),
    APIAlias(
      "ValueType", "What `plist.type` tells.", isOpen: true,
      ["dictionary", "array", "string", "integer", "real", "boolean", "date", "data", "uid", "nil"]),
  ]
}
