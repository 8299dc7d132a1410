import Foundation

/// A directory of its own that is removed when the value goes.
public final class TemporaryFolder {
  /// Absolute, without a slash at the end.
  public let path: String

  /// Makes it and writes files into it, by relative path.
  public init(_ files: [String: String] = [:]) throws {
    path = NSTemporaryDirectory().hasSuffix("/")
      ? NSTemporaryDirectory() + "bundlepolicy-tests-" + UUID().uuidString
      : NSTemporaryDirectory() + "/bundlepolicy-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(name, text) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The absolute path of a file in it.
  public func callAsFunction(_ relative: String) -> String { path + "/" + relative }

  /// Writes a file and the directories it needs.
  public func write(_ relative: String, _ bytes: [UInt8]) throws {
    let url = URL(fileURLWithPath: self(relative))
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  public func write(_ relative: String, _ text: String) throws { try write(relative, Array(text.utf8)) }

  public func makeDirectory(_ relative: String) throws {
    try FileManager.default.createDirectory(atPath: self(relative), withIntermediateDirectories: true)
  }

  public func link(_ relative: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: self(relative), withDestinationPath: target)
  }

  public func text(_ relative: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: self(relative))), as: UTF8.self)
  }

  /// The text without this folder's own path, so that expectations can be written down.
  public func withoutPath(_ text: String) -> String {
    text.replacingOccurrences(of: path + "/", with: "").replacingOccurrences(of: path, with: "FOLDER")
  }
}
