/// A line of a log as CI runners read it. Decides which characters must be escaped so that the line contains no command to any runner.
///
/// - Anywhere in a line: `##[`, `##vso[` and `##teamcity[`, hence `##`, a word and `[`. GitHub (actions/runner,
///   src/Runner.Common/ActionCommand.cs), Azure Pipelines (microsoft/azure-pipelines-agent, src/Agent.Sdk/CommandPlugin.cs,
///   src/Microsoft.VisualStudio.Services.Agent/Command.cs) and TeamCity (service messages) look for these.
/// - At the beginning of a line: `::` of GitHub; `---`, `+++`, `~~~` and `^^^` before a space, which are groups of Buildkite;
///   `section_start:` and `section_end:` of GitLab; `travis_fold:` and `travis_time:` of Travis.
///
/// Leading spaces and invisible characters are skipped; invisible ones anywhere, because runners that compare by the rules of a language
/// ignore them.
package struct LogLine {
  private enum Start {
    case nothing
    case colon
    case marks(Unicode.Scalar, Int)
    case word(String)
    case over
  }

  private var start: Start
  /// The number of hashes, at most two.
  private var hashes = 0
  private var hasWord = false

  private static let words: Set<String> = ["section_start", "section_end", "travis_fold", "travis_time"]
  private static let longestWord = 13

  /// Starts a line. `isBegun`: it already has text that does not begin a command.
  package init(isBegun: Bool = false) { start = isBegun ? .over : .nothing }

  /// Whether plain text without a hash cannot become part of a command here.
  package var isOpen: Bool {
    if case .over = start { hashes == 0 } else { false }
  }

  /// Reads the next character and returns whether it must be escaped. `next` is the one after it, if known.
  package mutating func mustBreak(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    if !scalar.isASCII, scalar.properties.isDefaultIgnorableCodePoint { return false }
    let isBroken = beginsCommand(scalar, before: next)
    return closesCommand(scalar) || isBroken
  }

  /// Whether the character completes `##`, a word and `[`.
  private mutating func closesCommand(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "#":
      hashes = hasWord ? 1 : min(2, hashes + 1)
      hasWord = false
    case "[" where hashes == 2:
      (hashes, hasWord) = (0, false)
      return true
    case "a"..."z" where hashes == 2, "A"..."Z" where hashes == 2, "0"..."9" where hashes == 2,
      "_" where hashes == 2, "." where hashes == 2, "-" where hashes == 2:
      hasWord = true
    default: (hashes, hasWord) = (0, false)
    }
    return false
  }

  private mutating func beginsCommand(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    switch start {
    case .over: return false
    case .nothing:
      switch scalar {
      case ":": start = .colon
      case "-", "+", "~", "^": start = .marks(scalar, 1)
      case "a"..."z": start = .word(String(scalar))
      default: if !scalar.properties.isWhitespace { start = .over }
      }
      return false
    case .colon:
      start = .over
      return scalar == ":"
    case .marks(let mark, let count):
      guard scalar == mark else {
        start = .over
        return false
      }
      start = count == 2 ? .over : .marks(mark, count + 1)
      return count == 2 && next.map { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint } ?? true
    case .word(let word):
      if scalar == ":" {
        start = .over
        return Self.words.contains(word)
      }
      let goesOn = ("a"..."z").contains(scalar) || scalar == "_"
      start = goesOn && word.utf8.count < Self.longestWord ? .word(word + String(scalar)) : .over
      return false
    }
  }
}
