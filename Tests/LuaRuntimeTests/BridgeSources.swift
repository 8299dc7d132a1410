import Foundation

/// The sources of the bridge, for tests of what they may say.
enum BridgeSources {
  /// The lines of each file, by its name.
  static func lines() throws -> [(file: String, lines: [String])] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/CLuaBridge")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".c") }.map { file in
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      return (file, text.split(separator: "\n").map(String.init))
    }
  }
}
