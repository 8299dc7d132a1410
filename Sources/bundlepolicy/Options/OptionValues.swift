import ArgumentParser
import Basics
import PolicyTesting
public import Reports
import Scaffolding

struct NamedValue {
  let name: String
  let value: String

  static func read(_ text: String) throws -> NamedValue {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw ValidationError("must be NAME=VALUE")
    }
    return NamedValue(name: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
  }
}

enum OptionValue {
  static func identifier(_ text: String) throws -> String {
    if let problem = PolicyIdentifier.problem(in: text) { throw ValidationError(problem) }
    return text
  }

  static func day(_ text: String) throws -> CalendarDate {
    guard let day = CalendarDate(text) else { throw ValidationError("must be a date, YYYY-MM-DD") }
    return day
  }

  static func number(_ range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
    { text in
      guard let number = Int(text), range.contains(number) else {
        throw ValidationError("must be a number from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
  }

  static var jobs: @Sendable (String) throws -> Int { number(1...PolicyTestSession.maximumJobs) }
  static var checkerSeconds: @Sendable (String) throws -> Int { number(1...86_400) }
  static var checkerMebibytes: @Sendable (String) throws -> Int { number(16...1_048_576) }

  static func shard(_ text: String) throws -> Shard {
    guard let shard = Shard(text) else {
      throw ValidationError(
        "must be K/N, such as 2/8 for the second of eight parts, with at most \(Shard.maximumCount) parts")
    }
    return shard
  }

  static func filled(_ text: String) throws -> String {
    if text.isEmpty { throw ValidationError("must not be empty") }
    return text
  }

  static func word<Value: Word>(_ text: String) throws -> Value {
    if let value = Value(rawValue: text) { return value }
    let suggestion = SpellingCorrector.suggestion(for: text, among: Value.words)
    throw ValidationError("must be one of \(Value.words.joined(separator: ", "))\(suggestion)")
  }

  static func help<Value: Word>(_ help: String, _ type: Value.Type) -> String {
    "\(help) (values: \(type.words.joined(separator: ", ")))"
  }

  /// A transformation that fails the second time. The library makes one for each command line.
  static func once<Value>(
    _ transform: @Sendable @escaping (String) throws -> Value
  ) -> @Sendable (String) throws -> Value {
    let isGiven = Locked(false)
    return { text in
      let isRepeated = isGiven.withValue { isGiven in
        defer { isGiven = true }
        return isGiven
      }
      if isRepeated { throw ValidationError("the option is given more than once") }
      return try transform(text)
    }
  }

  static func text(_ text: String) throws -> String {
    guard text.contains(where: { !$0.isWhitespace }) else { throw ValidationError("must not be blank") }
    return text
  }
}

extension CompletionKind {
  static var policies: CompletionKind {
    // Before version 4, fish cannot provide the word under the cursor, which custom completions need.
    if CompletionShell.requesting == .fish {
      let names = DefaultPolicy.standardIdentifiers.joined(separator: " ")
      return .shellCommand("printf '%s\\n' \(names); __fish_complete_path (commandline -ct)")
    }
    return .custom { _, _, prefix in
      (DefaultPolicy.standardIdentifiers + DirectoryListing.paths(prefix)).filter { $0.hasPrefix(prefix) }
    }
  }
}

/// The value of an option that is one of several words.
protocol Word: RawRepresentable, CaseIterable, SendableMetatype where RawValue == String {}

extension Word {
  static var words: [String] { allCases.map { $0.rawValue } }
}

extension FailureThreshold: Word {}

extension PipelineService: Word {}

enum TextFormat: String, Word { case text, json }

enum DocumentFormat: String, Word { case text, json, markdown }

enum DirectoryListing {
  static func paths(_ typed: String) -> [String] {
    let slash = typed.lastIndex(of: "/")
    let prefix = slash.map { String(typed[...$0]) } ?? ""
    return (FileSystem.names(in: prefix.isEmpty ? "." : prefix) ?? []).filter { !$0.hasPrefix(".") }
      .map { prefix + $0 + (FileSystem.isDirectory(prefix + $0) ? "/" : "") }
  }
}
