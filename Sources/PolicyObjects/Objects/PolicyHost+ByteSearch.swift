import Basics
import BundleFacts
import Bundles
import ByteSearch
import FileFacts
import LuaRuntime
import PolicySchema
import PropertyLists

// Searches for patterns in the bytes of files and of code, and reads bytes.
extension PolicyHost {
  fileprivate struct SearchQuery {
    let set: (number: Int, patterns: PatternSet)
    let names: [LuaValue]
    var choice = ByteSearchChoice()
    var section: String?
  }

  static let searchChoice = APIClass(
    "SearchChoice", .declaration, "Which matches `find` returns.",
    fields: [
      APIField(
        "limit?", "integer",
        "The maximum number of matches of each pattern, up to 10,000; further ones are left out. By default, more than 1,000 are an error."
      ),
      APIField(
        "repetitions?", "boolean",
        "Whether every match is returned; by default, of those with the same text only the first."
      ),
      APIField(
        "section?", "string", "For code, the section to search: `__TEXT,__cstring`; by default, the whole slice."),
    ])

  static let match = ObjectSchema<(match: ByteMatch, name: LuaValue, pattern: String)>(
    record: "Match", "A place where a pattern matches.",
    [
      .text("text", "The bytes that match; at most 4 KiB.") { String(decoding: $0.match.text, as: UTF8.self) },
      .integer(
        "offset?",
        "Where they start in the file, in bytes from 0; of code, in the file of the slice. In a binary property list, where the string starts."
      ) { $0.match.offset },
      .integer("line?", "In text, the line from 1.") { $0.match.line },
      .text("key_path?", "In a binary property list, the JSON Pointer of the string, or of the entry whose key it is.")
      { $0.match.keyPath },
      .value("name", "string|integer", "The name of the pattern, or its position in the list.") { $0.name },
      .text("pattern", "The pattern.") { $0.pattern },
    ])

  // MARK: Functions

  fileprivate func find(inFile call: LuaCall, _ answer: LuaAnswer) {
    let usage = "file:find(patterns, choice)"
    guard let file = file(call, usage, answer), let query = query(call, usage, answer) else { return }
    if query.section != nil { return answer.fail("\(usage): only code has sections; call find on a slice") }
    find(query, objects.node(file: file), in: nil, answer)
  }

  fileprivate func find(inSlice call: LuaCall, _ answer: LuaAnswer) {
    let usage = "slice:find(patterns, choice)"
    guard let (slice, node) = codeSlice(call, usage, answer), let query = query(call, usage, answer) else { return }
    // Encrypted code cannot be searched.
    if slice.encryption.map({ $0 != 0 }) ?? false { return }
    guard let name = query.section else {
      return find(query, node, in: slice.offset..<slice.offset + slice.size, answer)
    }
    guard let layout = layout(of: slice, node, answer) else { return }
    let sections = layout.segments.lazy.flatMap(\.sections)
    guard let section = sections.first(where: { "\($0.segment),\($0.name)".hasSameBytes(as: name) }) else {
      return answer.set(.list([]))
    }
    // Damaged code may state any place and size: no part of a section is outside the slice.
    let start = slice.offset + min(Int(clamping: section.offset), slice.size)
    let size = min(Int(clamping: section.size), slice.offset + slice.size - start)
    find(query, node, in: start..<start + size, answer)
  }

  fileprivate func readDigest(_ call: LuaCall, _ answer: LuaAnswer) {
    let usage = "file:digest(from, count)"
    guard let file = file(call, usage, answer) else { return }
    guard case .integer(let from) = call[1], case .integer(let count) = call[2], from >= 0, count >= 0 else {
      return answer.fail("\(usage): the arguments are the offset of the first byte, from 0, and the number of bytes")
    }
    guard from <= Self.longestFile, count <= Self.longestFile else {
      return answer.fail("\(usage): the offset or number is above \(Self.longestFile), the largest size of a file")
    }
    var size = 0
    let reading = reading(file, 32) { (source, name) throws(FileFactError) in
      size = source.count
      return try SHA256Digest.of(source, from: Int(clamping: from), count: Int(clamping: count), file: name)
    }
    answer.charge(reading.fuel + UInt64(clamping: min(Int(clamping: from), size)) / 64)
    if let failure = reading.failure { return fail(failure, answer) }
    if let digest = reading.facts { answer.set(digest) }
  }

  fileprivate func readBytes(_ call: LuaCall, _ answer: LuaAnswer) {
    let usage = "file:bytes(from, count)"
    guard let file = file(call, usage, answer) else { return }
    guard case .integer(let from) = call[1], from >= 0 else {
      return answer.fail("\(usage): the first argument is the offset of the first byte, from 0")
    }
    guard case .integer(let count) = call[2], (0...Self.bytesLimit).contains(count) else {
      return answer.fail(
        "\(usage): the number of bytes must be an integer from 0 to \(Self.bytesLimit), found \(call[2].shown)")
    }
    guard from <= Self.longestFile else {
      return answer.fail("\(usage): \(from) is not an offset in a file, which has at most \(Self.longestFile) bytes")
    }
    var size = 0
    let reading = reading(file, 8) { (source, name) throws(FileFactError) in
      size = source.count
      do throws(ByteSourceError) {
        return try source.bytes(at: Int(clamping: from), count: Int(clamping: count))
      } catch {
        throw FileFactError(.unreadable, error.description, file: name)
      }
    }
    // Bytes in a compressed file are found by decompressing those before them.
    answer.charge(reading.fuel + UInt64(clamping: min(Int(clamping: from), size)) / 64 + UInt64(clamping: count) / 4)
    if let failure = reading.failure { return fail(failure, answer) }
    if let bytes = reading.facts { answer.set(bytes: bytes) }
  }

  private static let bytesLimit: Int64 = 64 << 10
  /// A pebibyte: far above the sizes of real files.
  private static let longestFile: Int64 = 1 << 50

  // MARK: Arguments

  private func file(_ call: LuaCall, _ usage: String, _ answer: LuaAnswer) -> GraphObjects.FileReference? {
    if case .node(let node) = call[0], let file = objects.file(node) { return file }
    answer.fail("\(usage) is called with a colon on a file, found \(description(of: call[0]))")
    return nil
  }

  private func query(_ call: LuaCall, _ usage: String, _ answer: LuaAnswer) -> SearchQuery? {
    do throws(DeclarationError) {
      let (names, patterns) = try Self.patterns(call[1], usage)
      let set = try patternSet(patterns, names, usage, answer)
      var query = SearchQuery(set: set, names: names)
      if call[2] == .nil { return query }
      let reader = try DeclarationReader(call[2], place: usage, of: Self.searchChoice)
      query.choice.limit = try reader.integer("limit", in: 1...Int64(ByteSearchChoice.highestLimit)).map { Int($0) }
      query.choice.includesRepetitions = try reader.boolean("repetitions") ?? false
      query.section = try reader.text("section")
      if let section = query.section, !section.contains(",") {
        throw DeclarationError(
          "\(usage): 'section' takes a segment and a section, such as \"__TEXT,__cstring\", not '\(section)'")
      }
      return query
    } catch {
      fail(error, answer)
      return nil
    }
  }

  private static func patterns(
    _ value: LuaValue, _ usage: String
  ) throws(DeclarationError) -> (names: [LuaValue], patterns: [String]) {
    var (names, patterns): ([LuaValue], [String]) = ([], [])
    if case .table(let table) = value {
      for entry in table.entries {
        guard case .string(let pattern) = entry.value else { continue }
        names.append(entry.key)
        patterns.append(pattern)
      }
      if names.count == table.entries.count { return (names, patterns) }
    }
    throw DeclarationError("\(usage): the patterns must be a table of strings, found \(value.typeName)")
  }

  /// The compiled patterns. Compiling them is charged to each rule once.
  func patternSet(
    _ patterns: [String], _ names: [LuaValue], _ usage: String, _ answer: LuaAnswer
  ) throws(DeclarationError) -> (number: Int, patterns: PatternSet) {
    let size = patterns.reduce(0) { $0 + $1.utf8.count }
    answer.charge(100 + UInt64(clamping: size) / 8)
    if run.paidPatterns.insert(patterns).inserted { answer.charge(5_000 + UInt64(clamping: size) * 400) }
    do throws(PatternError) {
      return try patternSets.set(patterns)
    } catch {
      var place = usage
      if let number = error.number {
        if case .string(let name) = names[number] { place += ", '\(name)'" } else { place += ", pattern \(number + 1)" }
      }
      throw DeclarationError("\(place): \(error.message)", isLimit: error.isLimit)
    }
  }

  // MARK: Searching

  /// Searches once for all rules that ask for the same, and charges each.
  private func find(_ query: SearchQuery, _ node: LuaNode, in range: Range<Int>?, _ answer: LuaAnswer) {
    let key = SearchCache.Key(node: node, range: range, set: query.set.number, choice: query.choice)
    let file = objects.files[Int(range == nil ? node.index : node.owner)]
    let reading = objects.facts.searches[key] ?? search(file, query, range)
    objects.facts.searches.keep(reading, key)
    answer.charge(reading.fuel)
    if let failure = reading.failure {
      guard let limit = failure.limit else { return fail(failure, answer) }
      return exceed(
        limit, failure.message,
        hint: failure.reason == failure.message ? "leave the file out of the search" : failure.reason, answer)
    }
    guard let found = reading.facts else { return }
    let patterns = query.set.patterns.patterns
    answer.set(.list(found.matches.map { Self.match.record(of: ($0, query.names[$0.pattern], patterns[$0.pattern])) }))
  }

  /// Whether a pattern matches in a regular file. Costs less than `find`, which makes a list, so that a rule can afford it for every file of
  /// a large bundle. A file that cannot be searched is included, so that the rule can report it.
  func contains(
    _ set: (number: Int, patterns: PatternSet), _ entry: FileTree.Entry, _ reference: GraphObjects.FileReference,
    _ answer: LuaAnswer
  ) -> Bool {
    guard entry.type == .file else { return false }
    var query = SearchQuery(set: set, names: [])
    query.choice.limit = 1
    let key = SearchCache.Key(node: objects.node(file: reference), range: nil, set: set.number, choice: query.choice)
    let reading = objects.facts.searches[key] ?? search(reference, query, nil)
    objects.facts.searches.keep(reading, key)
    note(fact: "contents", of: reference)
    let opening = 800 + objects.graphs[reference.graph].bundles[reference.bundle].files.price(to: reference.path)
    answer.charge(100 + (reading.fuel > opening ? reading.fuel - opening : 0))
    guard let found = reading.facts else { return reading.failure != nil }
    return !found.matches.isEmpty
  }

  /// The maximum size of a file to search: 1 GiB. A sparse file may have any size.
  private static let sizeLimit = 1 << 30

  private func search(
    _ reference: GraphObjects.FileReference, _ query: SearchQuery, _ range: Range<Int>?
  ) -> FileFactCache.Reading<ByteMatches> {
    var problem: ByteSearchError?
    let reading = reading(reference, 32) { (source, name) throws(FileFactError) -> ByteMatches? in
      let count = range?.count ?? source.count
      guard count <= Self.sizeLimit else {
        throw FileFactError(.tooLarge, "\(count) bytes cannot be searched; at most \(Self.sizeLimit) can", file: name)
      }
      do throws(ByteSearchError) {
        return try query.set.patterns.matches(in: source, range, file: name, query.choice)
      } catch {
        problem = error
        return nil
      }
    }
    if let problem {
      let failure = ReadFailure(problem, saying: problem.headline("error"), reason: problem.hint)
      return .init(outcome: .failed(failure), fuel: reading.fuel)
    }
    guard let found = reading.facts else { return reading }
    let size = found.matches.reduce(0) { $0 + $1.text.count }
    let fuel = found.searches * 50 + found.decoded + UInt64(clamping: found.matches.count * 200 + size)
    return .init(outcome: reading.outcome, fuel: reading.fuel + fuel)
  }
}

struct SearchCache {
  struct Key: Hashable {
    let node: LuaNode
    let range: Range<Int>?
    let set: Int
    let choice: ByteSearchChoice
  }

  private var readings: [Key: FileFactCache.Reading<ByteMatches>] = [:]
  private var size = 0

  private static let sizeLimit = 64 << 20

  subscript(key: Key) -> FileFactCache.Reading<ByteMatches>? { readings[key] }

  /// Keeps a result as long as there is room.
  mutating func keep(_ reading: FileFactCache.Reading<ByteMatches>, _ key: Key) {
    guard readings[key] == nil else { return }
    size += 256 + (reading.facts?.matches.reduce(0) { $0 + $1.text.count + 128 } ?? 0)
    if size <= Self.sizeLimit { readings[key] = reading }
  }
}

extension HostFunction {
  static let fileMethods = [
    HostFunction(
      "bytes(from: integer, count: integer): string?",
      "Returns up to 65,536 bytes from an offset, which counts from 0; fewer at the end of the file. Nil for a directory."
    ) { host, call, answer in host.readBytes(call, answer) },
    HostFunction(
      "digest(from: integer, count: integer): string?",
      "Returns the SHA-256 digest of a part of the file, in 64 lower-case hexadecimal digits; nil for a directory, and if the file is shorter."
    ) { host, call, answer in host.readDigest(call, answer) },
    HostFunction(
      "find(patterns: string[]|table<string, string>, choice?: SearchChoice): Match[]?",
      """
      Searches for regular expressions, all in one pass: in the strings and keys of a binary property list, in the characters of UTF-16 with a \
      byte order mark, and in the bytes of any other file. Returns the matches in the order of their places; nil for a directory.
      """
    ) { host, call, answer in host.find(inFile: call, answer) },
  ]

  static let findInSlice = HostFunction(
    "find(patterns: string[]|table<string, string>, choice?: SearchChoice): Match[]?",
    "Searches the bytes of the code for regular expressions, like `find` of a file. Nil if it is encrypted."
  ) { host, call, answer in host.find(inSlice: call, answer) }
}
