/// Cases and their results, as in `Snapshots/errors.txt`.
struct ErrorSnapshot {
  struct Case {
    /// The heading above it, up to the colon: how it is run.
    let manner: String
    /// Its lines.
    let input: String
    /// The lines after the arrows.
    var outcome: [String]
    /// Where it begins, from 1.
    let line: Int
  }

  private enum Part {
    case text(String)
    case testCase(Int)
  }

  var cases: [Case] = []
  private var parts: [Part] = []

  init(_ text: String) {
    var manner: String?
    var input: [String] = []
    var outcome: [String] = []
    var first = 1
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (number, line) in (lines + [""]).enumerated() {
      if line.hasPrefix("→") {
        outcome.append(String(line.dropFirst(line.hasPrefix("→ ") ? 2 : 1)))
        continue
      }
      if !outcome.isEmpty, let manner {
        // An arrow without text is a placeholder for the result.
        let found = outcome == [""] ? [] : outcome
        while input.first == "" { input.removeFirst() }
        parts.append(.testCase(cases.count))
        cases.append(Case(manner: manner, input: input.joined(separator: "\n"), outcome: found, line: first))
        (input, outcome) = ([], [])
      }
      if line.hasPrefix("## ") {
        manner = String(line.dropFirst(3).prefix { $0 != ":" })
        parts.append(.text(line))
        input = []
      } else if manner == nil {
        if number < lines.count { parts.append(.text(line)) }
      } else {
        if input.allSatisfy(\.isEmpty) { first = number + 1 }
        input.append(line)
      }
    }
  }

  /// The whole file.
  var text: String {
    var result = ""
    for part in parts {
      switch part {
      case .text(let line): result += line.hasPrefix("## ") && !result.hasSuffix("\n\n") ? "\n\(line)\n" : line + "\n"
      case .testCase(let number):
        let item = cases[number]
        result += "\n" + (item.input.isEmpty ? "" : item.input + "\n")
        result += (item.outcome.isEmpty ? ["→"] : item.outcome.map { "→ " + $0 }).joined(separator: "\n") + "\n"
      }
    }
    return result
  }
}

/// Finds the texts of errors in Swift sources: string literals in the arguments of what makes errors.
enum ThrownTexts {
  private static let makers = [
    "DeclarationError(", "EngineError(", ".fail(", "refuse(", ".unknown(", "mismatch(", "requiredText(",
    "StructuredTextError(", "LuaFailure(",
  ]

  /// The longest piece of each literal between its interpolations, if it is long enough to be distinctive.
  static func all(in source: String) -> [String] {
    let bytes = Array(source.utf8)
    var texts: [String] = []
    for maker in makers {
      let name = Array(maker.utf8)
      var at = 0
      while at + name.count <= bytes.count {
        guard bytes[at..<at + name.count].elementsEqual(name) else {
          at += 1
          continue
        }
        at += name.count
        var scan = at
        for literal in literals(bytes, &scan) {
          if let piece = literal.max(by: { $0.utf8.count < $1.utf8.count }), piece.utf8.count >= 8 {
            texts.append(piece)
          }
        }
      }
    }
    return texts
  }

  /// The literals up to the closing parenthesis, each in its pieces; those inside interpolations are left out.
  private static func literals(_ bytes: [UInt8], _ at: inout Int) -> [[String]] {
    var found: [[String]] = []
    var depth = 1
    while at < bytes.count, depth > 0 {
      switch bytes[at] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "\""):
        at += 1
        found.append(pieces(bytes, &at))
      default: break
      }
      at += 1
    }
    return found
  }

  /// The pieces of a literal; ends at its closing quote.
  private static func pieces(_ bytes: [UInt8], _ at: inout Int) -> [String] {
    var pieces: [String] = []
    var piece: [UInt8] = []
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
      if bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count {
        at += 1
        if bytes[at] == UInt8(ascii: "(") {
          pieces.append(String(decoding: piece, as: UTF8.self))
          piece = []
          at += 1
          _ = literals(bytes, &at)
          continue
        }
      }
      piece.append(bytes[at])
      at += 1
    }
    return pieces + [String(decoding: piece, as: UTF8.self)]
  }
}
