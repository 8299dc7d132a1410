internal import CheckerABI

/// A bundle of the graph, valid during one check: read-only, as policies in Lua see it.
public struct CheckedBundle {
  let call: CheckerCall
  let node: checker_node

  /// The path relative to the outer bundle; empty for the outer one.
  public var path: String { text(CHECKER_BUNDLE_PATH) ?? "" }
  /// The last component of the path, with its extension.
  public var name: String { text(CHECKER_BUNDLE_NAME) ?? "" }
  /// `application`, `framework`, `extension`, `plugin`, `xcframework`, `settings`, `archive` or `plist`.
  public var kind: String { text(CHECKER_BUNDLE_KIND) ?? "" }
  /// `macos`, `ios`, `tvos`, `watchos`, `visionos` or `catalyst`; nil if it is unknown.
  public var platform: String? { text(CHECKER_BUNDLE_PLATFORM) }
  /// `flat`, `contents`, `versioned`, `wrapped` or `resources`.
  public var layout: String { text(CHECKER_BUNDLE_LAYOUT) ?? "" }
  /// `CFBundleIdentifier`, if it is a string.
  public var identifier: String? { text(CHECKER_BUNDLE_IDENTIFIER) }
  /// The path of `CFBundleExecutable` relative to the bundle. The file may not exist.
  public var executable: String? { text(CHECKER_BUNDLE_EXECUTABLE) }
  /// The path of Info.plist relative to the bundle; nil for a bare property list.
  public var infoPath: String? { text(CHECKER_BUNDLE_INFO_PATH) }
  /// The folder of the resources relative to the bundle; empty for the bundle itself.
  public var resourcesPath: String { text(CHECKER_BUNDLE_RESOURCES_PATH) ?? "" }

  /// The dictionary of Info.plist.
  public var info: CheckedValue {
    let node = (try? call.host()).map { $0.info($0.context, self.node) }
    return CheckedValue(call: call, node: node ?? 0)
  }

  /// The bundle that contains this one; nil for the outer one.
  public var parent: CheckedBundle? {
    guard let host = try? call.host() else { return nil }
    let parent = host.parent(host.context, node)
    return parent == 0 ? nil : CheckedBundle(call: call, node: parent)
  }

  /// The bundles directly in this one, by path.
  public var children: [CheckedBundle] {
    guard let host = try? call.host() else { return [] }
    return (0..<host.child_count(host.context, node)).map {
      CheckedBundle(call: call, node: host.child(host.context, node, $0))
    }
  }

  private func text(_ field: checker_bundle_field) -> String? {
    guard let host = try? call.host() else { return nil }
    var text = checker_text()
    _ = host.bundle_text(host.context, node, UInt32(field.rawValue), &text)
    return String(text)
  }

  // MARK: Files

  /// The type of a file.
  public enum FileType: UInt32, Sendable {
    /// A regular file.
    case regular = 1
    /// A directory.
    case directory
    /// A symbolic link.
    case link
    /// A pipe, socket or device, which is never opened.
    case other
  }

  /// The status of a file that was not opened.
  public struct FileStatus: Sendable {
    /// The type of the file itself: a link is not followed.
    public let type: FileType
    /// The size of a file, or the length of a link's target, in bytes; 0 for anything else.
    public let size: UInt64
    /// The twelve permission bits.
    public let mode: UInt32
    /// Whether any of the three execute bits is set.
    public var isExecutable: Bool { mode & 0o111 != 0 }
  }

  /// Returns all files, directories and links at any depth, including nested bundles, sorted by the bytes of their
  /// paths relative to the bundle.
  ///
  /// - Throws: `CheckerError` if a directory cannot be listed.
  public func files() throws(CheckerError) -> [(path: String, type: FileType)] {
    let host = try call.host()
    var count = 0
    try call.require(host.file_count(host.context, node, &count)) { "the files of \(name)" }
    var files: [(path: String, type: FileType)] = []
    files.reserveCapacity(count)
    for index in 0..<count {
      var path = checker_text()
      var type: UInt32 = 0
      try call.require(host.file_path(host.context, node, index, &path, &type)) { "the files of \(name)" }
      files.append((String(path) ?? "", FileType(rawValue: type) ?? .other))
    }
    return files
  }

  /// Returns the status of a file; nil if it does not exist. Does not follow a link in the last component.
  ///
  /// - Parameter path: a path relative to the bundle.
  /// - Throws: `CheckerError` if its status cannot be read.
  public func status(of path: String) throws(CheckerError) -> FileStatus? {
    let host = try call.host()
    var file = checker_file()
    file.size = UInt32(MemoryLayout<checker_file>.size)
    let status = path.withCheckerText { host.file(host.context, node, $0, &file) }
    if status == Int32(CHECKER_ABSENT.rawValue) { return nil }
    try call.require(status) { path }
    return FileStatus(type: FileType(rawValue: file.type) ?? .other, size: file.length, mode: file.mode)
  }

  /// Returns the size of a regular file in bytes; nil if there is none. Follows links inside the outer bundle.
  ///
  /// - Parameter path: a path relative to the bundle.
  /// - Throws: `CheckerError` if its status cannot be read.
  public func size(of path: String) throws(CheckerError) -> UInt64? {
    let host = try call.host()
    var size: UInt64 = 0
    let status = path.withCheckerText { host.file_size(host.context, node, $0, &size) }
    if status == Int32(CHECKER_ABSENT.rawValue) || status == Int32(CHECKER_MISMATCH.rawValue) { return nil }
    try call.require(status) { path }
    return size
  }

  /// Copies bytes of a regular file into a buffer, and returns how many: fewer than fit only at the end of the file.
  /// Follows links inside the outer bundle.
  ///
  /// - Parameter path: a path relative to the bundle.
  /// - Parameter offset: the position of the first byte.
  /// - Parameter buffer: the memory for the bytes.
  /// - Throws: `CheckerError` if there is no such file, or if it cannot be read.
  public func read(
    _ path: String, at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CheckerError) -> Int {
    let host = try call.host()
    var count = 0
    let status = path.withCheckerText {
      host.read(host.context, node, $0, offset, buffer.baseAddress, buffer.count, &count)
    }
    try call.require(status) { path }
    return min(count, buffer.count)
  }

  /// Returns the bytes of a regular file. Follows links inside the outer bundle.
  ///
  /// - Parameter path: a path relative to the bundle.
  /// - Parameter limit: the maximum size in bytes; 64 MiB by default.
  /// - Throws: `CheckerError` if there is no such file, if it cannot be read, or if it is larger than `limit`.
  public func contents(of path: String, limit: Int = 64 << 20) throws(CheckerError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let count = try chunk.withUnsafeMutableBufferPointer { (buffer) throws(CheckerError) in
        try read(path, at: UInt64(bytes.count), into: UnsafeMutableRawBufferPointer(buffer))
      }
      if bytes.count + count > limit { throw CheckerError("\(path) has more than \(limit) bytes") }
      bytes += chunk.prefix(count)
      if count < chunk.count { return bytes }
    }
  }
}
