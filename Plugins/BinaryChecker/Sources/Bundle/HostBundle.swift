import CheckerKit

/// A bundle as the program shows it.
struct HostBundle: JudgedBundle {
  private let bundle: CheckedBundle

  init(_ bundle: CheckedBundle) { self.bundle = bundle }

  var path: String { bundle.path }
  var kind: String { bundle.kind }
  var platform: String? { bundle.platform }
  var executable: String? { bundle.executable }

  var nestedBundles: [String] {
    // By bytes, as a character may begin with the slash and go on behind it.
    let prefix = bundle.path.isEmpty ? [] : Array((bundle.path + "/").utf8)
    return bundle.children.map(\.path.utf8).filter { $0.starts(with: prefix) }
      .map { String(decoding: $0.dropFirst(prefix.count), as: UTF8.self) }
  }

  func info(_ key: String) -> InfoValue? { bundle.info[key].map { InfoValue($0) } }

  func files() throws(CheckerError) -> [BundleFile] { try Self.files(of: bundle) }

  func outerFiles() throws(CheckerError) -> [BundleFile] {
    var outer = bundle
    while let parent = outer.parent { outer = parent }
    return try Self.files(of: outer)
  }

  private static func files(of bundle: CheckedBundle) throws(CheckerError) -> [BundleFile] {
    try bundle.files().map { BundleFile(path: $0.path, type: $0.type) }
  }

  func target(of path: String) throws(CheckerError) -> FileTarget? {
    guard let status = try bundle.status(of: path) else { return nil }
    switch status.type {
    case .regular: return .regular(size: status.size, isLinked: false)
    case .link: return try bundle.size(of: path).map { .regular(size: $0, isLinked: true) }
    case .directory, .other: return .other
    }
  }

  func read(
    _ path: String, at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CheckerError) -> Int {
    try bundle.read(path, at: offset, into: buffer)
  }
}

extension InfoValue {
  /// A value of the program's. Of dictionaries and lists only what is text is kept.
  init(_ value: CheckedValue) {
    switch value.kind {
    case .text: self = .text(value.text ?? "")
    case .array: self = .list(value.entries.compactMap(\.value.text))
    case .dictionary: self = .dictionary(value.entries.map { ($0.key ?? "", $0.value.text) })
    default: self = .other("\(value.kind)")
    }
  }
}
