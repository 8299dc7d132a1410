/// The standard policies, carried in the program, so that a copied executable has them wherever it lies.
public enum StandardPolicies {
  /// The first part of their modules' names.
  package static let name = "apple"

  /// Whether a module, or what `--policy` names, is one of the standard policies. None of one's own is called so.
  package static func has(_ module: String) -> Bool { module == name || module.hasPrefix(name + ".") }

  /// What the paths of their files start with where they are shown. No file of anybody's is called so, for what is loaded once is
  /// known by its path.
  package static var mark: String { GeneratedStandardPolicies.mark }

  /// Whether a file is one that the program carries: its tests stand elsewhere, and who reads it can't change it.
  package static func carries(_ file: String) -> Bool { file.hasPrefix(mark) }

  /// The paths of all files, such as `apple/recommended.lua`, sorted by their bytes.
  public static var paths: [String] { GeneratedStandardPolicies.files.map { $0.path.description } }

  /// The source of a file; nil when there is none of that path.
  ///
  /// Comments, indentation and the examples of rules are left out; lines have the numbers of the files under `Policies`.
  public static func source(_ path: String) -> [UInt8]? { file(path)?.source }

  /// The same file, compiled under its path behind `mark` by the Lua that the program was built with; empty when there is none.
  package static func compiled(_ path: String) -> [UInt8] { file(path)?.compiled ?? [] }

  /// The file of that path; nil when there is none.
  package static func file(_ path: String) -> CarriedFile? {
    var path = path
    return path.withUTF8 { wanted in
      var (low, high) = (0, GeneratedStandardPolicies.files.count)
      while low < high {
        let middle = low + (high - low) / 2
        switch order(bytes(of: GeneratedStandardPolicies.files[middle].path), wanted) {
        case 0: return CarriedFile(number: middle)
        case ..<0: low = middle + 1
        default: high = middle
        }
      }
      return nil
    }
  }

  private static func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
    var at = 0
    let common = min(left.count, right.count)
    while at < common {
      if left[at] != right[at] { return Int(left[at]) - Int(right[at]) }
      at += 1
    }
    return left.count - right.count
  }

  /// The bytes of a text in which each is a character, 256 above it.
  fileprivate static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: text.count / 2) { bytes, count in
      while count < text.count / 2 {
        bytes[count] = (text[2 * count] &- 0xC4) << 6 | text[2 * count + 1] & 0x3F
        count += 1
      }
    }
  }

  fileprivate static func bytes(of text: StaticString) -> UnsafeBufferPointer<UInt8> {
    // A literal of more than one scalar has bytes, and they live as long as the program.
    UnsafeBufferPointer(start: text.utf8Start, count: text.hasPointerRepresentation ? text.utf8CodeUnitCount : 0)
  }
}

/// A file of the standard policies.
package struct CarriedFile: Hashable, Sendable {
  /// Its position among the paths.
  package let number: Int

  fileprivate init(number: Int) { self.number = number }

  /// How many there are.
  package static var count: Int { GeneratedStandardPolicies.files.count }

  /// As messages show it.
  package var path: String {
    let (mark, path) = (
      StandardPolicies.mark.utf8, StandardPolicies.bytes(of: GeneratedStandardPolicies.files[number].path)
    )
    return String(unsafeUninitializedCapacity: mark.count + path.count) { text in
      var count = 0
      for byte in mark { (text[count], count) = (byte, count + 1) }
      for byte in path { (text[count], count) = (byte, count + 1) }
      return count
    }
  }

  /// The name under which policies import it, such as `apple.recommended`.
  package var module: String {
    let path = StandardPolicies.bytes(of: GeneratedStandardPolicies.files[number].path).dropLast(4)
    return String(unsafeUninitializedCapacity: path.count) { name in
      var count = 0
      for byte in path {
        name[count] = byte == UInt8(ascii: "/") ? UInt8(ascii: ".") : byte
        count += 1
      }
      return count
    }
  }

  package var source: [UInt8] { Array(StandardPolicies.bytes(of: GeneratedStandardPolicies.files[number].text)) }

  package var compiled: [UInt8] {
    StandardPolicies.decoded(StandardPolicies.bytes(of: GeneratedStandardPolicies.files[number].compiled))
  }

  // MARK: What is known of it without running it

  /// What its rule asked of an ordinary bundle in which it found nothing.
  package struct Pass: Sendable {
    /// The fuel that it took, or why it did not apply behind a hyphen.
    package let outcome: String
    /// The transcript: see LuaTranscript.
    package let transcript: [UInt8]
  }

  /// What is known of bundles of a kind for a platform, which is empty for none.
  package func passes(kind: String, platform: String) -> [Pass] {
    var (kind, platform) = (kind, platform)
    return kind.withUTF8 { kind in platform.withUTF8 { passes(kind, $0) } }
  }

  private func passes(_ kind: UnsafeBufferPointer<UInt8>, _ platform: UnsafeBufferPointer<UInt8>) -> [Pass] {
    let text = StandardPolicies.bytes(of: GeneratedStandardPolicies.files[number].passes)
    var (passes, at): ([Pass], Int) = ([], 0)
    /// Goes behind a word and the `|` that follows; false when there is something else.
    func skip(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
      guard text.count - at > word.count, text[at + word.count] == UInt8(ascii: "|") else { return false }
      for (offset, byte) in word.enumerated() where text[at + offset] != byte { return false }
      at += word.count + 1
      return true
    }
    func field(endingAt end: UInt8) -> UnsafeBufferPointer<UInt8> {
      let start = at
      while at < text.count, text[at] != end { at += 1 }
      defer { at += 1 }
      return UnsafeBufferPointer(rebasing: text[start..<at])
    }
    while at < text.count {
      let size = field(endingAt: UInt8(ascii: ":")).reduce(0) { $0 * 10 + Int($1 & 0xF) }
      let end = min(at + size, text.count)
      if skip(kind), skip(platform) {
        let outcome = String(decoding: field(endingAt: UInt8(ascii: "|")), as: UTF8.self)
        let transcript = UnsafeBufferPointer(rebasing: text[min(at, end)..<end])
        passes.append(Pass(outcome: outcome, transcript: StandardPolicies.decoded(transcript)))
      }
      at = end
    }
    return passes
  }

  /// The digest of the functions of the host that passes call by their numbers.
  package static var functionsOfPasses: String { GeneratedStandardPolicies.functions.description }

  /// Tells the texts of this file and of all that it imports from any others.
  package var digest: String { GeneratedStandardPolicies.files[number].digest.description }

  /// A module that a file imports, and where.
  package struct Import: Sendable {
    package let line: Int
    package let file: CarriedFile
  }

  /// The modules that it imports, in the order in which it does.
  package var imports: [Import] {
    var found: [Import] = []
    var (number, line) = (0, 0)
    // Such as "12:37 13:90 ".
    for byte in StandardPolicies.bytes(of: GeneratedStandardPolicies.files[self.number].imports) {
      switch byte {
      case UInt8(ascii: ":"): (line, number) = (number, 0)
      case UInt8(ascii: " "):
        found.append(Import(line: line, file: CarriedFile(number: number)))
        number = 0
      default: number = number * 10 + Int(byte & 0xF)
      }
    }
    return found
  }

  /// The policy that it declares, all of whose rules are known without running them; nil for any other file.
  package var policy: Policy? {
    var record = Record(self)
    guard record.next()?.first == UInt8(ascii: "p"), let line = record.number(), let id = record.text(),
      let version = record.text(), let includes = record.list(), let summary = record.text()
    else { return nil }
    return Policy(line: line, id: id, version: version.isEmpty ? nil : version, includes: includes, summary: summary)
  }

  package struct Policy: Sendable {
    package let line: Int
    package let id: String
    package let version: String?
    package let includes: [String]
    package let summary: String
  }

  /// The one rule that it declares; nil for any other file, and for one whose rule cannot be known without running it.
  package var rule: Rule? {
    var record = Record(self)
    guard record.next()?.first == UInt8(ascii: "r"), let line = record.number(), let id = record.text(),
      let severity = record.text(), let check = record.next(), let kinds = record.list(),
      let platforms = record.list(), let nested = record.next(), let increases = record.next(),
      let clause = record.next()
    else { return nil }
    return Rule(
      line: line, id: id, severity: severity, hasCheck: !check.isEmpty, kinds: kinds, platforms: platforms,
      nested: nested.first.map { $0 == UInt8(ascii: "t") }, comparesBuilds: !increases.isEmpty,
      hasClause: !clause.isEmpty)
  }

  /// What is known of a rule. Of the conditions under which it applies these are the first, and there may be more.
  package struct Rule: Sendable {
    package let line: Int
    package let id: String
    package let severity: String
    package let hasCheck: Bool
    package let kinds: [String]
    package let platforms: [String]
    package let nested: Bool?
    /// Whether it holds the bundle against earlier builds.
    package let comparesBuilds: Bool
    /// Whether there is a `clause`.
    package let hasClause: Bool
  }

  /// What a rule asks of a bundle first, where all else that it asks is in its `check`.
  package enum Clause: Sendable {
    case requiredKeys([String])
    case forbiddenFiles([String])
  }

  /// The first clause of its rule, where that is known without running it.
  package var clause: Clause? {
    var record = Record(self)
    for _ in 0..<9 { _ = record.next() }
    guard let text = record.next() else { return nil }
    func texts(behind word: String) -> [String]? {
      guard text.starts(with: word.utf8) else { return nil }
      return text.dropFirst(word.utf8.count).split(separator: UInt8(ascii: ","))
        .map { String(decoding: $0, as: UTF8.self) }
    }
    return texts(behind: "require:").map(Clause.requiredKeys) ?? texts(behind: "forbid:").map(Clause.forbiddenFiles)
  }

  /// The fields of what is known of a file, one after the other.
  private struct Record {
    private var rest: UnsafeBufferPointer<UInt8>.SubSequence
    private var isAtEnd = false

    init(_ file: CarriedFile) {
      rest = StandardPolicies.bytes(of: GeneratedStandardPolicies.files[file.number].declared)[...]
    }

    mutating func next() -> UnsafeBufferPointer<UInt8>.SubSequence? {
      if isAtEnd { return nil }
      let start = rest.startIndex
      var end = start
      while end < rest.endIndex, rest[end] != UInt8(ascii: "|") { end += 1 }
      let field = rest[start..<end]
      isAtEnd = end == rest.endIndex
      rest = rest[(isAtEnd ? end : end + 1)...]
      return field
    }

    mutating func text() -> String? { next().map { String(decoding: $0, as: UTF8.self) } }

    mutating func number() -> Int? { next()?.reduce(0) { $0 * 10 + Int($1 & 0xF) } }

    mutating func list() -> [String]? {
      guard let field = next() else { return nil }
      if field.isEmpty { return [] }
      if !field.contains(UInt8(ascii: ",")) { return [String(decoding: field, as: UTF8.self)] }
      return field.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Modules that so many rules import that they are best loaded once for all.
  package static let shared: [CarriedFile] = GeneratedStandardPolicies.shared.map { CarriedFile(number: $0) }

  /// The files read for a policy that is this file, in the order read: itself, and what is imported, once more each time, with what that
  /// imports the first time. `isRead` tells, and notes, whether an imported file was read before.
  package func filesRead(_ isRead: (CarriedFile) -> Bool) -> [CarriedFile] {
    var files: [CarriedFile] = []
    func read(_ file: CarriedFile) {
      files.append(file)
      if !isRead(file) { for named in file.imports { read(named.file) } }
    }
    files.append(self)
    for named in imports { read(named.file) }
    return files
  }
}
