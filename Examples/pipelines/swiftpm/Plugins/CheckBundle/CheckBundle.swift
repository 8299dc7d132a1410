import Foundation
import PackagePlugin

/// `swift package check-bundle [OPTION]… BUNDLE…` runs `bundlepolicy check` in the package's folder.
///
/// It runs the first bundlepolicy on PATH, or the one that BUNDLEPOLICY names.
@main struct CheckBundle: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try program()
    process.arguments = ["check"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: context.package.directory.string)
    // Plug-ins' standard output belongs to the package manager, which shows what they write to standard error.
    process.standardOutput = FileHandle.standardError
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit else { throw Failure(text: "bundlepolicy was ended by a signal") }
    if process.terminationStatus != 0 {
      throw Failure(text: "bundlepolicy ended with \(process.terminationStatus)")
    }
  }

  private func program() throws -> URL {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment["BUNDLEPOLICY"] { return URL(fileURLWithPath: named) }
    for folder in (environment["PATH"] ?? "").split(separator: ":") {
      let path = "\(folder)/bundlepolicy"
      if FileManager.default.isExecutableFile(atPath: path) { return URL(fileURLWithPath: path) }
    }
    throw Failure(text: "bundlepolicy is not on PATH: install it, or name it in BUNDLEPOLICY")
  }

  struct Failure: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
  }
}
