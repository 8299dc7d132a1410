import Basics

enum TableKind: String {
  case policies
  case keys
  /// The files of CheckerKit, and the texts of Scaffolding.
  case checkerKit = "checker-kit"
  /// The files of a target that are not Swift, each a constant.
  case texts

  func isMade(of name: String) -> Bool {
    let isData = name.hasPrefix("apple/keys/")
    return switch self {
    case .policies:
      name.hasPrefix("apple/") && name.hasSuffix(".lua") && !isData && !name.hasPrefix("apple/fixtures/")
        && !name.hasSuffix("_test.lua")
    case .keys: isData && name.hasSuffix(".lua")
    case .checkerKit: !name.hasPrefix("Scaffolding/") || !name.hasSuffix(".swift")
    // Documentation is a folder.
    case .texts: !name.hasSuffix(".swift") && !name.hasSuffix(".docc")
    }
  }

  /// The text of the Swift file. It depends only on the names and contents of the sources.
  func table(of sources: [TableSource]) throws(Mistake) -> String {
    guard !sources.isEmpty else { throw Mistake("TableGenerator", 0, "no files to make the table '\(rawValue)' of") }
    let sources = sources.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    switch self {
    case .policies:
      return try policies(sources)
    case .keys:
      var writer = KeyTableWriter()
      for source in sources { try writer.add(source) }
      return try writer.table()
    case .checkerKit:
      let kit = sources.filter { !$0.name.hasPrefix("Scaffolding/") }
      let rows = kit.map { "    (\"\($0.name)\", \(Self.literal($0.text))),\n" }
      return """
        enum CheckerKitSources {
          /// By path, sorted by its bytes.
          static let files: [(path: StaticString, text: StaticString)] = [
        \(rows.joined())  ]
        }

        """ + Self.constants(sources.filter { $0.name.hasPrefix("Scaffolding/") })
    case .texts: return Self.constants(sources)
    }
  }

  /// The contents of files, as constants with their names: `reportCss` for `report.css`.
  private static func constants(_ sources: [TableSource]) -> String {
    let constants = sources.map { "  package static let \($0.constantName): StaticString = \(literal($0.text))\n" }
    return "package enum EmbeddedText {\n\(constants.joined())}\n"
  }

  private static let refusals = "apple/refusals.lua"

  private func policies(_ all: [TableSource]) throws(Mistake) -> String {
    let sources = all.filter { $0.name != Self.refusals }
    var refusals = ""
    for source in all where source.name == Self.refusals { refusals = try Self.refusals(in: source) }
    var rows = ""
    let texts = try sources.map { source throws(Mistake) in try source.carriedPolicy() }
    let digests = texts.map { SHA256Digest(of: Array($0.utf8)) }
    let byName = Dictionary(
      zip(
        sources.map(\.name), sources.indices.map { (number: $0, source: sources[$0], digest: digests[$0].bytes) }),
      uniquingKeysWith: { first, _ in first })
    for ((source, text), digest) in zip(zip(sources, texts), digests) {
      let record = try PolicyRecording.record(of: source, among: byName)
      let fields =
        ["\"\(TableSource.mark)\(source.name)\""]
        + [text, Self.text(of: try source.compiled(text)), record].map(Self.literal) + ["\"\(digest.hexadecimal)\""]
      rows += "    (\"\(source.name)\", \(fields.joined(separator: ", "))),\n"
    }
    return """
      enum GeneratedStandardPolicies {
        /// The first part of the names under which the files were compiled.
        static let mark = "\(TableSource.mark)"
        /// By path, sorted by its bytes. The character U+0100 + N of the compiled form is the byte N. PolicyRecording makes the record of a policy.
        static let files: [(path: StaticString, marked: StaticString, text: StaticString, compiled: StaticString, record: StaticString, digest: StaticString)] = [
      \(rows)  ]
        /// In the order of the file; `note` may be empty.
        static let refusals: [(code: StaticString, summary: StaticString, note: StaticString)] = [
      \(refusals)  ]
      }

      """
  }

  private static func refusals(in source: TableSource) throws(Mistake) -> String {
    let data = try LuaDataReader.data(in: source)
    guard let list = data.list else { throw Mistake(source.path, data.line, "must return a list of refusals") }
    var (rows, codes): (String, Set<String>) = ("", [])
    for item in list {
      guard let fields = item.fields, let code = fields["code"]?.text, let summary = fields["summary"]?.text,
        Set(fields.keys).isSubset(of: ["code", "summary", "note"])
      else { throw Mistake(source.path, item.line, "a refusal has 'code' and 'summary', and may have 'note'") }
      guard codes.insert(code).inserted else { throw Mistake(source.path, item.line, "'\(code)' is there twice") }
      let texts = [code, summary, fields["note"]?.text ?? ""].map(literal)
      rows += "    (\(texts.joined(separator: ", "))),\n"
    }
    return rows
  }

  /// A Swift literal of a string, in which only control characters need escaping.
  static func literal(_ text: String) -> String {
    var marks = "#"
    while text.contains("\"\"\"" + marks) || text.contains("\\" + marks) { marks += "#" }
    let controls = text.unicodeScalars.filter { $0.value < 0x20 && $0 != "\n" && $0 != "\t" }
    let escaped = Set(controls).reduce(text) { text, scalar in
      text.replacing(String(scalar), with: "\\\(marks)u{\(String(scalar.value, radix: 16))}")
    }
    return "\(marks)\"\"\"\n\(escaped)\n\"\"\"\(marks)"
  }
}

struct TableSource {
  let path: String
  let name: String
  let text: String

  var constantName: String {
    let words = (name.split(separator: "/").last ?? "").split { !$0.isLetter && !$0.isNumber }
    return words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }

  init(path: String, name: String, bytes: [UInt8]) throws(Mistake) {
    (self.path, self.name, text) = (path, name, String(decoding: bytes, as: UTF8.self))
    guard text.utf8.elementsEqual(bytes) else { throw Mistake(path, 1, "is not UTF-8") }
    if let control = bytes.firstIndex(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 }) {
      let line = 1 + bytes[..<control].count { $0 == 0x0A }
      throw Mistake(path, line, "has a control character, which the table cannot carry")
    }
  }
}

struct Mistake: Error, CustomStringConvertible {
  let path: String
  /// From 1; 0 for the file as a whole.
  let line: Int
  let message: String

  init(_ path: String, _ line: Int, _ message: String) { (self.path, self.line, self.message) = (path, line, message) }

  var description: String { "\(path):\(line > 0 ? "\(line):" : "") error: \(message)" }
}
