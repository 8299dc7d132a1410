import Basics

/// The built program.
package enum BuiltProgram {
  /// It is in the same folder as the test bundle.
  package static let path: String = {
    for argument in CommandLine.arguments where argument.contains(".xctest") {
      let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
      guard let bundle = parts.firstIndex(where: { $0.hasSuffix(".xctest") }) else { continue }
      let candidate = (parts[..<bundle] + ["bundlepolicy"]).joined(separator: "/")
      if access(candidate, X_OK) == 0 { return absolute(candidate) }
    }
    return absolute(".build/debug/bundlepolicy")
  }()

  /// The top-level folder of the package, which is the working directory of tests.
  package static let packageRoot = absolute(".")

  private static func absolute(_ path: String) -> String {
    FileSystem.realPath(path) ?? path
  }
}

extension BuiltProgram {
  /// Whether there is an executable file at a path.
  package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// Returns the environment variables that are set.
  package static func environment(_ names: [String]) -> [String: String] {
    var values: [String: String] = [:]
    for name in names { if let value = getenv(name) { values[name] = String(cString: value) } }
    return values
  }
}
