import Basics
import PolicyEngine
package import PolicyLint
import StructuredText

/// The remarks of the linter.
package enum LintReport {
  /// For people: a line each, place first, and the counts.
  package static func text(_ remarks: [PolicyLint.Remark]) -> String {
    var lines: [String] = []
    for remark in remarks {
      lines.append(
        "\(remark.file):\(remark.line): \(remark.severity.rawValue): \(remark.message) [\(remark.code.rawValue)]")
      lines.append("    fix       \(remark.fix)")
    }
    let warnings = remarks.count { $0.severity != .note }
    let notes = remarks.count - warnings
    if !lines.isEmpty { lines.append("") }
    lines.append("\(counted(warnings, "warning")), \(counted(notes, "note"))")
    return lines.map { TerminalText.line($0) + "\n" }.joined()
  }

  /// For programs.
  package static func json(_ remarks: [PolicyLint.Remark]) -> [UInt8] {
    var json = JSONWriter()
    json.array { json in
      for remark in remarks {
        json.object { json in
          json.member("code", remark.code.rawValue)
          json.member("severity", remark.severity.rawValue)
          json.member("message", remark.message)
          json.member("file", remark.file)
          json.member("line", remark.line)
          json.member("fix", remark.fix)
        }
      }
    }
    return json.bytes + [0x0A]
  }
}
