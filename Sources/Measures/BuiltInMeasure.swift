package enum BuiltInMeasure: String, CaseIterable, Sendable {
  case installSize = "install-size"
  case compressedSize = "compressed-size"
  case largestFile = "largest-file"
  case codeSize = "code-size"
  case resourcesSize = "resources-size"
  case localizations

  package var summary: String {
    switch self {
    case .installSize: "the bytes of all files"
    case .compressedSize:
      "the bytes that its files take in a zip archive such as an `.ipa`; unknown for a folder or a tar"
    case .largestFile: "the bytes of the largest file"
    case .codeSize: "the bytes of all files that are code by their first bytes: Mach-O files and static libraries"
    case .resourcesSize: "the bytes of all other files"
    case .localizations: "the number of localizations"
    }
  }

  package var absence: String {
    self == .compressedSize
      ? "'compressed-size' is known only for a bundle in a zip archive; check the .ipa or .zip itself"
      : "'\(rawValue)' is not known for a bare property list; check the bundle itself"
  }

  package static func noun(of measure: String) -> String {
    switch BuiltInMeasure(rawValue: measure) {
    case .installSize?: "the install size"
    case .compressedSize?: "the compressed size"
    case .largestFile?: "the size of the largest file"
    case .codeSize?: "the size of the code"
    case .resourcesSize?: "the size of the resources"
    case .localizations?: "the number of localizations"
    case nil: "the measure '\(measure)'"
    }
  }
}
