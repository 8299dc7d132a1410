import Bundles
import FileFacts
import LanguageSchema
import PropertyLists
import ReleaseLedger
import Versions

extension APIAlias {
  /// The words of an enumeration.
  package init<Word: CaseIterable & RawRepresentable>(
    _ name: String, _ summary: String, _ type: Word.Type
  ) where Word.RawValue == String {
    self.init(name, summary, Word.allCases.map(\.rawValue))
  }

  // The sets of words that fields and arguments take.
  static let ofPolicies: [APIAlias] = [
    // The worst first.
    APIAlias("Severity", "How bad a finding is.", Severity.allCases.reversed().map(\.rawValue)),
    APIAlias("Kind", "What a bundle is.", Bundle.Kind.self),
    APIAlias("Platform", "The system a bundle is made for.", Bundle.Platform.self),
    APIAlias("Layout", "How the files of a bundle lie.", Bundle.Layout.self),
    APIAlias("Dialect", "How versions are read and ordered.", VersionDialect.self),
    APIAlias(
      "Scope",
      "The earlier builds of an identifier that count: all, those for the same system, of these those of the same release.",
      VersionScope.self),
    APIAlias("ParameterType", "What a parameter holds.", ParameterType.self),
    APIAlias("Verdict", "What a check comes to.", Verdict.self),
    APIAlias("Status", "What a rule comes to.", RuleResult.Status.self),
    APIAlias("FixtureKind", "The kinds of bundles that tests can describe.", FixtureKind.self),
    APIAlias(
      "PropertyListFormat", "How a property list is written.", PropertyList.Format.allCases.map(\.luaName)),
    APIAlias("FileType", "What lies under a path.", FileType.self),
    APIAlias("ColorType", "What the samples of a PNG are.", PNGHeader.ColorType.allCases.map(\.name)),
    APIAlias("IconFormat", "How an image of an icon family is kept.", IconFamily.Format.self),
    APIAlias("LibraryKind", "How a Mach-O file uses a library.", MachOSlice.Library.Kind.self),
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
