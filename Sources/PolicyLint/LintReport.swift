import Basics
import Presentation
import Reports
import StructuredText

package enum LintReport {
  package static func text(_ remarks: [PolicyLint.Remark], isColored: Bool = false, width: Int? = nil) -> String {
    var out = TerminalText(isColored: isColored, width: width)
    for remark in remarks {
      DiagnosticLine.write(
        "\(remark.file):\(remark.line): ", remark.severity, remark.severity.rawValue,
        "\(remark.message) [\(remark.code.rawValue)]", to: &out)
      out.addDetail("fix", remark.fix)
    }
    let warnings = remarks.count { $0.severity != .note }
    let notes = remarks.count - warnings
    if !remarks.isEmpty { out.newLine() }
    out.add("\(counted(warnings, "warning")), \(counted(notes, "note"))")
    out.newLine()
    return out.text
  }

  package static func json(_ remarks: [PolicyLint.Remark]) -> [UInt8] {
    var json = JSONWriter()
    json.array { json in
      for remark in remarks {
        json.object([
          "code": remark.code.rawValue, "severity": remark.severity.rawValue, "message": remark.message,
          "file": remark.file, "line": remark.line, "fix": remark.fix,
        ])
      }
    }
    return json.bytes + [0x0A]
  }
}
