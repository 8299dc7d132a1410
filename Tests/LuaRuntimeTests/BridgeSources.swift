import Basics
import PolicyTestSupport

/// The sources of the bridge, for tests of what they may say.
enum BridgeSources {
  /// The lines of each C file, by its name.
  static func lines() throws -> [(file: String, lines: [String])] {
    let path = "Sources/CLuaBridge"
    var files: [String] = []
    if let folder = opendir(path) {
      defer { closedir(folder) }
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name.hasSuffix(".c") { files.append(name) }
      }
    }
    return try files.sorted().map { file in
      let text = String(decoding: try TemporaryFolder.bytes(of: "\(path)/\(file)"), as: UTF8.self)
      return (file, text.split(separator: "\n").map(String.init))
    }
  }
}
