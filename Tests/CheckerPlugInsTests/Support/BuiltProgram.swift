#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program of this package, which the process of checkers is.
enum BuiltProgram {
  /// It lies beside the test bundle.
  static let path: String = {
    for argument in CommandLine.arguments where argument.contains(".xctest") {
      let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
      guard let bundle = parts.firstIndex(where: { $0.hasSuffix(".xctest") }) else { continue }
      let candidate = (parts[..<bundle] + ["bundlepolicy"]).joined(separator: "/")
      if access(candidate, X_OK) == 0 { return absolute(candidate) }
    }
    return absolute(".build/debug/bundlepolicy")
  }()

  static let packageRoot: String = {
    // This file lies in Tests/CheckerPlugInsTests/Support.
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    return parts.joined(separator: "/")
  }()

  private static func absolute(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
