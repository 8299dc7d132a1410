import Basics

/// A printed line as GitHub's runner interprets it
/// (actions/runner, src/Runner.Common/ActionCommand.cs and src/Runner.Worker/Handlers/OutputManager.cs).
package enum RunnerLine: Equatable {
  case command(String, [String: String], String)
  case plain(String)

  /// Those that the runner knows (src/Runner.Worker/ActionCommandManager.cs).
  private static let known: Set<String> = [
    "add-mask", "add-matcher", "add-path", "debug", "echo", "endgroup", "error", "group", "notice", "remove-matcher",
    "save-state", "set-env", "set-output", "stop-commands", "warning", "internal-set-repo-path",
  ]

  /// The lines of an output: a carriage return ends one, too.
  package static func all(in output: [UInt8]) -> [RunnerLine] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (place, byte) in output.enumerated() where byte == 0x0A || byte == 0x0D {
      let isSecond = byte == 0x0A && place == start && place > 0 && output[place - 1] == 0x0D
      if !isSecond { lines.append(output[start..<place]) }
      start = place + 1
    }
    if start < output.count { lines.append(output[start...]) }
    return lines.map { line in
      let text = String(decoding: line, as: UTF8.self)
      return newer(text) ?? older(text) ?? .plain(text)
    }
  }

  /// `::name key=value,key=value::data`, behind blanks. Comparing by the rules of a language passes over characters that are
  /// not seen, so they are passed over here.
  private static func newer(_ text: String) -> RunnerLine? {
    let unseen = text.unicodeScalars.drop {
      $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
        || $0.properties.generalCategory == .control
    }
    guard let body = String(unseen).dropping("::"), let (info, data) = body.cut(at: "::") else { return nil }
    let words = info.cut(at: " ")
    let name = words?.0 ?? info
    guard known.contains(name) else { return nil }
    return .command(
      name, properties(words?.1 ?? "", separator: ",", newerEscapes + [("%3A", ":"), ("%2C", ",")]),
      unescaped(data, newerEscapes))
  }

  /// `##[name key=value;key=value]data`, anywhere.
  private static func older(_ text: String) -> RunnerLine? {
    guard let (_, body) = text.cut(at: "##["), let (info, data) = body.cut(at: "]") else { return nil }
    let words = info.cut(at: " ")
    let name = words?.0 ?? info
    guard known.contains(name) else { return nil }
    let escapes = newerEscapes + [("%3B", ";"), ("%5D", "]")]
    return .command(name, properties(words?.1 ?? "", separator: ";", escapes), unescaped(data, escapes))
  }

  private static let newerEscapes = [("%0D", "\r"), ("%0A", "\n")]

  private static func properties(
    _ text: String, separator: Unicode.Scalar, _ escapes: [(String, String)]
  ) -> [String: String] {
    var result: [String: String] = [:]
    let trimmed = String(text.unicodeScalars.drop { $0.properties.isWhitespace })
    var end = trimmed.unicodeScalars[...]
    while end.last?.properties.isWhitespace == true { end = end.dropLast() }
    for pair in end.split(separator: separator) {
      // Empty parts are left out, so that a value loses the '=' it begins with.
      guard let (name, value) = String(pair.drop { $0 == "=" }).cut(at: "=") else { continue }
      let kept = String(value.unicodeScalars.drop { $0 == "=" })
      if !kept.isEmpty { result[name] = unescaped(kept, escapes) }
    }
    return result
  }

  /// One after the other, the percent sign last.
  private static func unescaped(_ text: String, _ escapes: [(String, String)]) -> String {
    var result = text
    for (escape, token) in escapes + [("%25", "%")] { result = result.replacing(escape, with: token) }
    return result
  }
}

/// Commands of runners other than GitHub's.
package enum OtherRunners {
  /// Returns the lines that are commands.
  package static func commands(in output: [UInt8]) -> [String] {
    output.split { $0 == 0x0A || $0 == 0x0D }.map { String(decoding: $0, as: UTF8.self) }.filter(isCommand)
  }

  package static func isCommand(_ line: String) -> Bool {
    // Runners that compare by the rules of a language ignore these.
    let seen = String(
      String.UnicodeScalarView(
        line.unicodeScalars.filter { $0.isASCII || !$0.properties.isDefaultIgnorableCodePoint }))
    let lower = seen.lowercased()
    // Azure Pipelines, TeamCity.
    for mark in ["##[", "##vso[", "##teamcity["] where lower.contains(mark) { return true }
    let text = String(lower.unicodeScalars.drop { $0.properties.isWhitespace })
    // GitLab, Travis.
    for mark in ["section_start:", "section_end:", "travis_fold:", "travis_time:"] where text.dropping(mark) != nil {
      return true
    }
    // Buildkite.
    for mark in ["---", "+++", "~~~", "^^^"] {
      if let first = text.dropping(mark)?.unicodeScalars.first, first.properties.isWhitespace { return true }
    }
    return false
  }
}

extension String {
  /// Returns the text after a prefix; compares scalars.
  fileprivate func dropping(_ beginning: String) -> String? {
    unicodeScalars.starts(with: beginning.unicodeScalars)
      ? String(unicodeScalars.dropFirst(beginning.unicodeScalars.count)) : nil
  }

  /// Returns the parts before and after the first mark.
  fileprivate func cut(at mark: String) -> (String, String)? {
    firstRange(of: mark).map { (String(self[..<$0.lowerBound]), String(self[$0.upperBound...])) }
  }
}
