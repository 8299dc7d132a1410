package import PolicyTesting
package import PolicyEngine

/// The coverage of lines as an LCOV tracefile (its geninfo(1)), which CI systems and editors read.
package enum PolicyTestLCOV {
  /// The file, in UTF-8: a record for each source with functions. The same runs give the same bytes.
  package static func render(_ coverage: LineCoverage) -> [UInt8] {
    var text = ""
    for file in coverage.files {
      text += "TN:\nSF:\(TerminalText.escape(file.path))\n"
      for (number, runs) in file.lines { text += "DA:\(number),\(runs)\n" }
      text += "LF:\(file.lines.count)\nLH:\(file.lines.count { $0.runs > 0 })\nend_of_record\n"
    }
    return Array(text.utf8)
  }

  /// Why there is no tracefile.
  package static let unknown = EngineError(
    code: "test.coverage", message: "which lines were run is not known: this Lua compiles to an unknown form",
    hint: "build bundlepolicy with Lua 5.4, or leave --lcov out")
}
