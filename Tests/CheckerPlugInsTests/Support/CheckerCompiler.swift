import Basics
import PolicyTestSupport
import Testing

/// Compiles the C checkers in `Checkers`, each variant once per run. Only for serialized suites.
enum CheckerCompiler {
  /// The system's C compiler in `PATH`, or nil.
  static let path: String? = find(["cc", "gcc", "clang"])
  /// Its C++ compiler.
  static let cxxPath: String? = find(["c++", "g++", "clang++"])

  static let include = "\(BuiltProgram.packageRoot)/Sources/CheckerABI/include"
  private static let sources = "\(BuiltProgram.packageRoot)/Tests/CheckerPlugInsTests/Checkers"

  /// Libraries by what they were made of.
  nonisolated(unsafe) private static var made: [[String]: [UInt8]] = [:]

  private static func find(_ names: [String]) -> String? {
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    for name in names {
      for folder in folders.split(separator: ":") where access("\(folder)/\(name)", X_OK) == 0 {
        return "\(folder)/\(name)"
      }
    }
    return nil
  }

  /// The bytes of a library made of `source`, `faults.c` for one; `flags` are more arguments, `-D` ones for instance.
  static func library(_ source: String, _ flags: [String] = []) throws -> [UInt8] {
    let key = [source] + flags
    if let known = made[key] { return known }
    let folder = try TemporaryFolder()
    try compile(source, to: folder("library"), flags)
    let bytes = try folder.bytes("library")
    made[key] = bytes
    return bytes
  }

  /// Compiles `source`, a name in `Checkers` or a path.
  static func compile(_ source: String, to output: String, _ flags: [String] = []) throws {
    let compiler = try #require(path)
    let file = source.hasPrefix("/") ? source : "\(sources)/\(source)"
    var arguments = ["-std=c99", "-O0", "-w", "-fPIC", "-shared", "-I", include, file, "-o", output] + flags
    #if os(macOS)
      // As elsewhere, what a symbol means is looked for when the library is loaded.
      arguments += ["-undefined", "dynamic_lookup"]
    #endif
    try run(compiler, arguments)
  }

  static func run(_ compiler: String, _ arguments: [String]) throws {
    let environment = getenv("PATH").map { ["PATH": String(cString: $0)] } ?? [:]
    let process = try ChildProcess.run(compiler, arguments, environment: environment)
    try #require(process.status == 0, "\(compiler) \(arguments.joined(separator: " ")): \(process.errorText)")
  }
}
