import Basics

package struct RuleTexts: Sendable {
  package var summary = ""
  package var rationale: String?
  package var help: String?
  package var sources: [String] = []
  package var tags: [String] = []

  enum Source {
    case given(RuleTexts)
    case recorded(RecordedTexts)

    var help: String? {
      switch self {
      case .given(let texts): texts.help
      case .recorded(let texts): texts.help
      }
    }
  }
}

/// The texts of a rule as the build recorded them. Read only when a report or a command shows them.
struct RecordedTexts: Sendable {
  let bytes: RecordedLines.Value

  private var lines: RecordedLines { RecordedLines(bytes.bytes, separator: UInt8(ascii: "\t")) }

  /// The `help` alone, which each rule needs for its findings.
  var help: String? { lines.first { "help" ~= $0.name }?.value.text }

  var texts: RuleTexts {
    var texts = RuleTexts()
    for (name, value) in lines {
      switch name {
      case "summary": texts.summary = value.text
      case "rationale": texts.rationale = value.text
      case "help": texts.help = value.text
      case "source": texts.sources.append(value.text)
      default: texts.tags.append(value.text)
      }
    }
    return texts
  }
}

/// The names and values of a record. The bytes are part of the program.
struct RecordedLines: Sequence, IteratorProtocol {
  struct Value: @unchecked Sendable {
    let bytes: UnsafeBufferPointer<UInt8>.SubSequence

    var text: String {
      let text = String(decoding: bytes, as: UTF8.self)
      if bytes.position(of: UInt8(ascii: "\\")) == nil { return text }
      var (result, isEscaped) = ("", false)
      for character in text {
        if !isEscaped, character == "\\" {
          isEscaped = true
          continue
        }
        result.append(isEscaped && character == "n" ? "\n" : character)
        isEscaped = false
      }
      return result
    }
  }

  private var rest: UnsafeBufferPointer<UInt8>.SubSequence
  private let separator: UInt8

  init(_ bytes: UnsafeBufferPointer<UInt8>.SubSequence, separator: UInt8) {
    (rest, self.separator) = (bytes, separator)
  }

  /// A name, which is compared and never shown.
  struct Name {
    fileprivate let bytes: UnsafeBufferPointer<UInt8>.SubSequence

    static func ~= (word: StaticString, name: Name) -> Bool {
      word.withUTF8Buffer { word in
        let bytes = UnsafeBufferPointer(rebasing: name.bytes)
        guard let start = bytes.baseAddress, let other = word.baseAddress else { return word.count == bytes.count }
        return word.count == bytes.count && memcmp(start, other, word.count) == 0
      }
    }
  }

  mutating func next() -> (name: Name, value: Value)? {
    if rest.isEmpty { return nil }
    let end = rest.position(of: separator) ?? rest.endIndex
    let line = rest[..<end]
    rest = rest[Swift.min(end + 1, rest.endIndex)...]
    let space = line.firstIndex(of: UInt8(ascii: " ")) ?? end
    return (Name(bytes: line[..<space]), Value(bytes: line[Swift.min(space + 1, end)...]))
  }
}
