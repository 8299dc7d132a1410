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
    case .link: return linkedSize(of: path).map { .regular(size: $0, isLinked: true) }
    case .directory, .other: return .other
    }
  }

  func read(
    _ path: String, at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CheckerError) -> Int {
    try bundle.read(path, at: offset, into: buffer)
  }

  /// The size of the file that a link leads to, which only reading tells; nil when it leads to none. A failure to read makes
  /// the program count the check as failed whatever is returned here.
  private func linkedSize(of path: String) -> UInt64? {
    func reaches(_ offset: UInt64) throws(CheckerError) -> Bool {
      var byte: UInt8 = 0
      let outcome = withUnsafeMutableBytes(of: &byte) { buffer in
        Result { () throws(CheckerError) in try bundle.read(path, at: offset, into: buffer) }
      }
      return try outcome.get() > 0
    }
    guard let isSome = try? reaches(0) else { return nil }
    if !isSome { return 0 }
    // The size is at least `low`, and in the end at most `high`.
    var (low, high) = (UInt64(1), UInt64(1))
    while high < 1 << 62 {
      guard let isLonger = try? reaches(high) else { return nil }
      if !isLonger { break }
      low = high + 1
      high *= 2
    }
    while low < high {
      let middle = low + (high - low) / 2
      guard let reached = try? reaches(middle) else { return nil }
      if reached { low = middle + 1 } else { high = middle }
    }
    return low
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
