import CheckerKit
import FileFacts

@testable import BinaryChecker

/// A bundle that exists nowhere: an application for the Mac, unless changed.
struct MemoryBundle: JudgedBundle {
  var path = ""
  var kind = "application"
  var platform: String? = "macos"
  var executable: String? = "Contents/MacOS/App"
  var nestedBundles: [String] = []
  var values: [String: InfoValue] = [
    "CFBundleExecutable": .text("App"), "CFBundleIdentifier": .text("com.example.app"),
    "LSMinimumSystemVersion": .text("13.0"),
  ]
  var contents: [String: [UInt8]] = [:]
  /// Links, by where they lead.
  var links: [String: String] = [:]
  /// Paths in the outer bundle, besides what is in this one.
  var around: [String] = []
  /// Files that can't be read from an offset on.
  var unreadable: [String: UInt64] = [:]

  init(_ change: (inout MemoryBundle) -> Void) { change(&self) }

  /// The executable.
  var app: [UInt8] {
    get { contents["Contents/MacOS/App"] ?? [] }
    set { contents["Contents/MacOS/App"] = newValue }
  }

  func info(_ key: String) -> InfoValue? { values[key] }

  func files() throws(CheckerError) -> [BundleFile] {
    let files =
      contents.keys.map { BundleFile(path: $0, type: .regular) } + links.keys.map { BundleFile(path: $0, type: .link) }
    return files.sorted { $0.path < $1.path }
  }

  func outerFiles() throws(CheckerError) -> [BundleFile] {
    let prefix = path.isEmpty ? "" : path + "/"
    return try files().map { BundleFile(path: prefix + $0.path, type: $0.type) }
      + around.map { BundleFile(path: $0, type: .regular) }
  }

  func target(of path: String) throws(CheckerError) -> FileTarget? {
    if let bytes = contents[path] { return .regular(size: UInt64(bytes.count), isLinked: false) }
    if let bytes = links[path].flatMap({ contents[$0] }) { return .regular(size: UInt64(bytes.count), isLinked: true) }
    return contents.keys.contains { $0.hasPrefix(path + "/") } ? .other : nil
  }

  func read(
    _ path: String, at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CheckerError) -> Int {
    if let start = unreadable[path], offset >= start { throw CheckerError("\(path) cannot be read: the disk is gone") }
    guard let bytes = contents[links[path] ?? path] else { throw CheckerError("\(path) is not there") }
    guard offset < bytes.count else { return 0 }
    let part = bytes[Int(offset)...].prefix(buffer.count)
    buffer.copyBytes(from: part)
    return part.count
  }

  // MARK: Code

  static func arm(_ change: (inout SampleMachO) -> Void = { _ in }) -> [UInt8] {
    SampleMachO {
      $0.add(0x32, 1, 0xD_0000, 0xE_0000, 0)
      $0.add(library: "/usr/lib/libSystem.B.dylib")
      change(&$0)
    }.bytes
  }

  static func intel(_ change: (inout SampleMachO) -> Void = { _ in }) -> [UInt8] {
    arm {
      ($0.cpuType, $0.cpuSubtype) = (0x0100_0007, 3)
      change(&$0)
    }
  }

  /// Code for both, changed in the same way.
  static func universal(_ change: (inout SampleMachO) -> Void = { _ in }) -> [UInt8] {
    SampleMachO.fat([(0x0100_0007, 3, intel(change)), (0x0100_000C, 0, arm(change))])
  }

  /// Code for arm64 of which only the platform is told.
  static func code(for platform: UInt32, _ minimumOS: UInt32 = 0xD_0000, type: UInt32 = 2) -> [UInt8] {
    SampleMachO {
      $0.fileType = type
      $0.add(0x32, platform, minimumOS, 0x1A_0000, 0)
    }.bytes
  }
}

extension JudgedBundle {
  /// What is wrong, as one line for each: place, severity unless it is the rule's, message.
  func judged(_ change: (inout BinaryOptions) -> Void = { _ in }) throws -> [String] {
    var options = BinaryOptions()
    change(&options)
    return try BundleJudgement(self, options).findings().map { finding in
      let place =
        switch finding.place {
        case .file(let path): path
        case .info(let key, let inner): key + (inner.map { "/" + $0 } ?? "")
        }
      return "\(place): " + (finding.severity == .rule ? "" : "\(finding.severity): ") + finding.message
    }
  }
}
