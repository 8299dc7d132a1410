import SampleFiles
import CheckerKit
import FileFacts

@testable import IconChecker

/// A bundle in memory.
struct SampleBundle: IconBundle {
  var platform: String? = "macos"
  var resourcesPath = ""
  var nestedPaths: [String] = []
  var info: SampleInfo = [:]
  /// Content by path.
  var contents: [String: [UInt8]] = [:]
  /// Targets by path.
  var links: [String: String] = [:]

  init(_ change: (inout SampleBundle) -> Void) { change(&self) }

  func files() throws(CheckerError) -> [(path: String, type: CheckedBundle.FileType)] {
    let files = contents.keys.map { (path: $0, type: CheckedBundle.FileType.regular) }
    return (files + links.keys.map { ($0, .link) } + [("empty.png", .directory)]).sorted { $0.path < $1.path }
  }

  func size(of path: String) throws(CheckerError) -> UInt64? { contents[path].map { UInt64($0.count) } }

  func contents(of path: String, limit: Int) throws(CheckerError) -> [UInt8] {
    guard let bytes = contents[links[path] ?? path] else { throw CheckerError("\(path) is not there") }
    if bytes.count > limit { throw CheckerError("\(path) has more than \(limit) bytes") }
    return bytes
  }

  /// The findings as `PATH KIND[ ELEMENT]`.
  func kinds(_ settings: IconSettings = IconSettings()) throws -> [String] {
    try IconInspection(bundle: self, settings: settings).findings().map { "\($0.path) \($0.discriminator)" }
  }

  func findings(_ settings: IconSettings = IconSettings()) throws -> [IconFinding] {
    try IconInspection(bundle: self, settings: settings).findings()
  }

  /// An application for iOS that names `Icon`, with these files.
  static func phone(_ contents: [String: [UInt8]]) -> SampleBundle {
    SampleBundle {
      $0.platform = "ios"
      $0.info = ["CFBundleIconFiles": ["Icon"]]
      $0.contents = contents
    }
  }

  /// An application for macOS whose icon family has these elements.
  static func desktop(_ elements: [(String, [UInt8])]) -> SampleBundle {
    SampleBundle {
      $0.resourcesPath = "Contents/Resources"
      $0.info = ["CFBundleIconFile": "App"]
      $0.contents = ["Contents/Resources/App.icns": SampleIcons.family(elements.map { (type: $0, content: $1) })]
    }
  }
}

/// A property list in memory.
indirect enum SampleInfo: InfoValue, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral
{
  case dictionary([(String, SampleInfo)])
  case array([SampleInfo])
  case string(String)

  init(dictionaryLiteral elements: (String, SampleInfo)...) { self = .dictionary(elements) }
  init(arrayLiteral elements: SampleInfo...) { self = .array(elements) }
  init(stringLiteral value: String) { self = .string(value) }

  subscript(_ key: String) -> SampleInfo? {
    guard case .dictionary(let entries) = self else { return nil }
    return entries.first { $0.0 == key }?.1
  }

  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  var values: [SampleInfo] {
    switch self {
    case .dictionary(let entries): entries.map(\.1)
    case .array(let values): values
    case .string: []
    }
  }
}
