import PolicyEngine
import Reporting
import Scaffolding

/// Pages of rules in a folder: writes them, or tells how what is there differs.
struct RulePageFolder {
  private let files: [ScaffoldFile]

  init(_ pages: RulePages) {
    files = pages.pages.map { ScaffoldFile(path: $0.name, text: $0.text, isGenerated: true) }
  }

  /// Writes what is absent or out of date, and takes away what is generated no more. Nothing is written when a file of somebody's
  /// own is in the way.
  func write(to path: String) throws(EngineError) -> ExitStatus {
    try Self.refusing { () throws(ScaffoldError) in
      let directory = try ScaffoldDirectory(path, creating: true, mark: RulePages.mark)
      var stale: [(file: ScaffoldFile, isThere: Bool)] = []
      for file in files {
        switch try directory.state(of: file) {
        case .same: continue
        case .absent: stale.append((file, false))
        case .outdated: stale.append((file, true))
        case .foreign: throw Self.foreign(file, in: directory)
        }
      }
      var lines: [String] = []
      for (file, isThere) in stale {
        try directory.write(file, replacing: isThere)
        lines.append("  \(isThere ? "renewed" : "wrote")  \(directory.shown(file))")
      }
      for file in try directory.leftovers(ending: RulePages.ending, besides: files) {
        try directory.remove(file)
        lines.append("  removed  \(directory.shown(file))")
      }
      do throws(Output.Failure) {
        try Output.write(lines.map { TerminalText.line($0) + "\n" }.joined().utf8, to: Output.standardOutput)
      } catch {
        throw ScaffoldError(path: error.path, message: "cannot be written: \(error.reason)")
      }
      return .passed
    }
  }

  /// Exit status 1 when the folder does not hold these pages as they are, or holds others that were generated.
  func compare(with path: String) throws(EngineError) -> ExitStatus {
    try Self.refusing { () throws(ScaffoldError) in
      let directory = try ScaffoldDirectory(path, creating: false, mark: RulePages.mark)
      var differences: [String] = []
      for file in files {
        switch try directory.state(of: file) {
        case .same: continue
        case .absent: differences.append("\(directory.shown(file)): error: is not there")
        case .outdated: differences.append("\(directory.shown(file)): error: is not what the policies' rules come to")
        case .foreign: throw Self.foreign(file, in: directory)
        }
      }
      for file in try directory.leftovers(ending: RulePages.ending, besides: files) {
        differences.append("\(directory.shown(file)): error: is left over; no rule is of this area any more")
      }
      for line in differences { Output.complain(TerminalText.escape(line)) }
      if differences.isEmpty { return .passed }
      Output.complain("    fix       run the same without --check, and keep the result")
      return .violations
    }
  }

  private static func foreign(_ file: ScaffoldFile, in directory: ScaffoldDirectory) -> ScaffoldError {
    ScaffoldError(
      path: directory.shown(file), message: "is no page that 'bundlepolicy rules' generated",
      hint: "move it away, or name another folder with --pages")
  }

  private static func refusing(
    _ body: () throws(ScaffoldError) -> ExitStatus
  ) throws(EngineError) -> ExitStatus {
    do throws(ScaffoldError) {
      return try body()
    } catch {
      throw EngineError(code: "rules.pages", message: error.message, file: error.file, hint: error.hint)
    }
  }
}
