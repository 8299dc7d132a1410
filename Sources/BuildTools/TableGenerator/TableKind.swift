/// A table that TableGenerator writes.
enum TableKind: String {
  case policies
  case keys
  case checkerKit = "checker-kit"

  /// Whether the table is made of a file, given by its path in the folder.
  func isMade(of name: String) -> Bool {
    let isData = name.hasPrefix("apple/keys/")
    return switch self {
    case .policies:
      name == KnownPasses.name
        || name.hasPrefix("apple/") && name.hasSuffix(".lua") && !isData && !name.hasPrefix("apple/fixtures/")
          && !name.hasSuffix("_test.lua")
    case .keys: isData && name.hasSuffix(".lua")
    case .checkerKit: true
    }
  }

  /// The text of the Swift file. It depends on the names and contents of the sources alone.
  func table(of sources: [TableSource]) throws(Mistake) -> String {
    guard !sources.isEmpty else {
      throw Mistake("TableGenerator", 0, "no files to make the table '\(rawValue)' of")
    }
    let sources = sources.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    switch self {
    case .policies:
      return try policies(sources)
    case .keys:
      var writer = KeyTableWriter()
      for source in sources { try writer.add(source) }
      return try writer.table()
    case .checkerKit:
      let rows = sources.map { "    (\"\($0.name)\", \(Self.literal($0.text))),\n" }
      return """
        enum CheckerKitSources {
          /// By path, sorted by its bytes.
          static let files: [(path: StaticString, text: StaticString)] = [
        \(rows.joined())  ]
        }

        """
    }
  }

  private func policies(_ all: [TableSource]) throws(Mistake) -> String {
    let passes = try KnownPasses(all.first { $0.name == KnownPasses.name })
    let sources = all.filter { $0.name != KnownPasses.name }
    var (texts, imported): ([String], [[Int]]) = ([], [])
    var facts: [[String]] = []
    let numbers = Dictionary(uniqueKeysWithValues: zip(sources.map(\.name), 0...))
    var importers = [Int](repeating: 0, count: sources.count)
    for source in sources {
      let text = try source.carriedPolicy()
      let compiled = Self.text(of: try source.compiled(text))
      let declaration = try CarriedDeclaration(source) { module in
        numbers[module.replacing(".", with: "/") + ".lua"].map { sources[$0] }
      }
      var imports = ""
      for (line, module) in declaration.imports {
        let path = module.replacing(".", with: "/") + ".lua"
        guard let number = numbers[path] else { throw Mistake(source.path, line, "there is no module '\(module)'") }
        imports += "\(line):\(number) "
        importers[number] += 1
      }
      texts.append(text)
      imported.append(declaration.imports.compactMap { numbers[$0.module.replacing(".", with: "/") + ".lua"] })
      facts.append([text, compiled, declaration.record, imports])
    }
    var rows = ""
    for (number, source) in sources.enumerated() {
      let digest = KnownPasses.digest(of: number, texts, imported)
      let fields = (facts[number] + [passes.records(of: source.name, digest)]).map(Self.literal)
      rows += "    (\"\(source.name)\", \(fields.joined(separator: ", ")), \"\(digest)\"),\n"
    }
    let shared = importers.indices.filter { importers[$0] > sources.count / 4 }
    return """
      enum GeneratedStandardPolicies {
        /// What the names of compiled files begin with.
        static let mark = "\(TableSource.mark)"
        /// By path, sorted by its bytes. The character U+0100 + N of what is compiled is the byte N. What is declared, and the lines and
        /// numbers of modules that are imported: see CarriedDeclaration. What rules ask that find nothing, and the digest of what they are made
        /// of: see KnownPasses.
        static let files: [(
          path: StaticString, text: StaticString, compiled: StaticString, declared: StaticString, imports: StaticString,
          passes: StaticString, digest: StaticString
        )] = [
      \(rows)  ]
        /// The numbers of modules that a quarter of all files import.
        static let shared: [Int] = [\(shared.map(String.init).joined(separator: ", "))]
        /// The digest of the functions that passes call, by their numbers.
        static let functions: StaticString = "\(passes.functions)"
      }

      """
  }

  /// A text as Swift writes it, in which no character needs to be escaped.
  static func literal(_ text: String) -> String {
    var marks = "#"
    while text.contains("\"\"\"" + marks) || text.contains("\\" + marks) { marks += "#" }
    return "\(marks)\"\"\"\n\(text)\n\"\"\"\(marks)"
  }
}

/// A file that a table is made of.
struct TableSource {
  /// For messages.
  let path: String
  /// The path in the folder that all files are in.
  let name: String
  let text: String

  init(path: String, name: String, bytes: [UInt8]) throws(Mistake) {
    (self.path, self.name, text) = (path, name, String(decoding: bytes, as: UTF8.self))
    guard text.utf8.elementsEqual(bytes) else { throw Mistake(path, 1, "is not UTF-8") }
    if let control = bytes.firstIndex(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 }) {
      let line = 1 + bytes[..<control].count { $0 == 0x0A }
      throw Mistake(path, line, "has a control character, which the table cannot carry")
    }
  }
}

/// What is wrong with a source, where compilers say it.
struct Mistake: Error, CustomStringConvertible {
  let path: String
  /// From 1; 0 for the file as a whole.
  let line: Int
  let message: String

  init(_ path: String, _ line: Int, _ message: String) { (self.path, self.line, self.message) = (path, line, message) }

  var description: String { "\(path):\(line > 0 ? "\(line):" : "") error: \(message)" }
}
