import LuaRuntime

/// A file of waivers, which lies with the project that is checked and not with the policy.
public struct WaiverFile: Hashable, Sendable {
  /// The file, as given.
  public let source: String
  /// Its bytes.
  public let contents: [UInt8]

  /// `sha256:` and 64 hexadecimal digits over the bytes.
  public var digest: String { Digest.of(parts: [contents]) }

  /// The name of the one that is used without being named.
  public static let standardName = "waivers.lua"

  init(source: String, contents: [UInt8]) {
    self.source = source
    self.contents = contents
  }

  /// Reads a file, without running it.
  static func read(_ path: String, limit: Int) throws(EngineError) -> WaiverFile {
    do throws(NamedFile.Failure) {
      var bytes = try NamedFile.bytes(path, limit: limit, isFound: path == standardName)
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
      return WaiverFile(source: path, contents: bytes)
    } catch {
      throw EngineError(
        code: error.isMissing ? "waivers.not-found" : "waivers.unreadable",
        message: error.isMissing ? "there is no such file of waivers" : "the waivers can't be read: \(error.reason)",
        file: path)
    }
  }

  /// What a file of waivers declares. Its rules are not looked up.
  static func waivers(in file: WaiverFile) throws(EngineError) -> [Waiver] {
    let loader = try PolicyLoader(PolicyProgram.Options(policies: []))
    try loader.run(file)
    return loader.recorder.waivers
  }
}
