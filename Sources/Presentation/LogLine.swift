/// A line of a log while it is printed, as the runners of pipelines read it: tells which characters must be written out so that
/// nothing in the line is a command to any of them.
///
/// - Anywhere in a line: `##[`, `##vso[` and `##teamcity[`, and so `##`, a word and `[`. GitHub (actions/runner,
///   src/Runner.Common/ActionCommand.cs), Azure Pipelines (microsoft/azure-pipelines-agent, src/Agent.Sdk/CommandPlugin.cs,
///   src/Microsoft.VisualStudio.Services.Agent/Command.cs) and TeamCity (service messages) look for these.
/// - Where a line begins: `::` of GitHub; `---`, `+++`, `~~~` and `^^^` before a blank, which are groups of Buildkite; `section_start:`
///   and `section_end:` of GitLab; `travis_fold:` and `travis_time:` of Travis.
///
/// Blanks and characters that are not seen don't keep a line from beginning, and the latter stand nowhere in the way: runners that
/// compare by the rules of a language pass over them.
package struct LogLine {
  private enum Start {
    case nothing
    case colon
    case marks(Unicode.Scalar, Int)
    case word(String)
    case over
  }

  private var start: Start
  /// Up to two.
  private var hashes = 0
  /// Whether a word follows the two.
  private var hasWord = false

  private static let words: Set<String> = ["section_start", "section_end", "travis_fold", "travis_time"]
  private static let longestWord = 13

  /// A new line, or one that something has begun which no command begins with.
  package init(isBegun: Bool = false) { start = isBegun ? .over : .nothing }

  /// Whether text of which nothing is special in itself can't be a part of a command here, unless it holds a hash.
  package var isOpen: Bool {
    if case .over = start { hashes == 0 } else { false }
  }

  /// Takes the next character, and says whether it must be written out. `next` is what follows it, as far as that is known.
  package mutating func mustBreak(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    if !scalar.isASCII, scalar.properties.isDefaultIgnorableCodePoint { return false }
    let isBroken = beginsCommand(scalar, before: next)
    return closesCommand(scalar) || isBroken
  }

  /// `##`, a word, `[`.
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
