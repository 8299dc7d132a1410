import Basics
import StructuredText

package enum ProjectFileText {
  package typealias Pack = [(name: String, value: String)]

  /// Returns the text with changed packs: nil removes a pack, others replace the pack of that name or are added at the end.
  ///
  /// Throws if the text is not laid out in lines, as in `packs: { … }`: such a file is for its author to change.
  package static func changing(
    _ text: String, packs changes: [(name: String, pack: Pack?)], file: String
  ) throws(ProjectFileError) -> String {
    var result = text
    for change in changes { result = try changed(result, change.name, change.pack, file) }
    return result
  }

  private static func changed(
    _ text: String, _ name: String, _ pack: Pack?, _ file: String
  ) throws(ProjectFileError) -> String {
    let old = try ProjectFile(Array(text.utf8), file: file)
    var lines = Self.lines(of: text)
    let packs = old.value(.packs)
    guard case .mapping(let entries)? = packs?.content, !entries.isEmpty else {
      // Nothing, or 'packs: {}'.
      if let place = packs?.place.line.map(Int.init), lines.indices.contains(place - 1) { lines.remove(at: place - 1) }
      if let pack { lines += ["packs:"] + Self.lines(name, pack, indent: 2) }
      return try verified(joined(lines, like: text), old, name, pack, file)
    }
    // YAML has further line breaks, such as U+2028. With them, lines have other numbers, and the result is refused.
    let starts = entries.compactMap { $0.place.line.map { min(Int($0), lines.count) - 1 } }
    let indent = entries.first?.place.column.map { Int($0) - 1 } ?? 2
    if let position = entries.firstIndex(where: { $0.key == name }), position < starts.count {
      let end = position + 1 < starts.count ? starts[position + 1] : blockEnd(lines, after: starts[position], indent)
      let range = starts[position]..<contentEnd(lines, starts[position], end)
      if let pack {
        lines.replaceSubrange(range, with: Self.lines(name, pack, indent: indent))
      } else {
        lines.removeSubrange(range)
        if entries.count == 1, let key = packs?.place.line.map(Int.init) {
          // The line of the key 'packs' is above its first entry.
          let header = lines[..<min(key - 1, lines.count)].lastIndex { $0.hasPrefix("packs:") }
          if let header { lines[header] = "packs: {}" }
        }
      }
    } else if let pack, let last = starts.last {
      let end = contentEnd(lines, last, blockEnd(lines, after: last, indent))
      lines.insert(contentsOf: Self.lines(name, pack, indent: indent), at: end)
    }
    return try verified(joined(lines, like: text), old, name, pack, file)
  }

  private static func lines(of text: String) -> [String] {
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.last == "\r" ? line.dropLast() : line)
    }
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  private static func joined(_ lines: [String], like text: String) -> String {
    let end = text.unicodeScalars.contains("\r") ? "\r\n" : "\n"
    return lines.map { $0 + end }.joined()
  }

  private static func lines(_ name: String, _ pack: Pack, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    return ["\(margin)\(quoted(name)):"] + pack.map { "\(margin)  \($0.name): \(quoted($0.value))" }
  }

  /// Returns a YAML scalar that is read as this string.
  package static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "._/@+~^=-:".utf8.contains($0) }
      && (text.utf8.first.map { $0.isASCIIAlphanumeric || "./^~".utf8.contains($0) } ?? false)
      && !text.hasSuffix(":")
    if isPlain, let value = try? YAMLReader.read(Array(text.utf8)), value.string == text { return text }
    var json = JSONWriter(isOnOneLine: true)
    json.string(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// The line after a block whose entries are indented by `indent`.
  private static func blockEnd(_ lines: [String], after start: Int, _ indent: Int) -> Int {
    var end = start + 1
    while end < lines.count {
      let margin = lines[end].prefix { $0 == " " }.count
      let isEmpty = margin == lines[end].count || lines[end].dropFirst(margin).hasPrefix("#")
      if !isEmpty, margin < indent { break }
      end += 1
    }
    return end
  }

  /// The line after the last one of `start..<end` that is neither blank nor a comment.
  private static func contentEnd(_ lines: [String], _ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start + 1 {
      let text = lines[end - 1].drop { $0 == " " }
      if !text.isEmpty, !text.hasPrefix("#") { break }
      end -= 1
    }
    return end
  }

  /// Reads the changed text, and throws unless exactly the pack changed.
  private static func verified(
    _ text: String, _ old: ProjectFile, _ name: String, _ pack: Pack?, _ file: String
  ) throws(ProjectFileError) -> String {
    func packs(_ file: ProjectFile) -> [String: [String: String]] {
      guard case .mapping(let entries)? = file.value(.packs)?.content else { return [:] }
      return entries.reduce(into: [:]) { packs, entry in
        guard case .mapping(let fields) = entry.value.content else { return }
        packs[entry.key] = Dictionary(fields.map { ($0.key, $0.value.string ?? "") }) { first, _ in first }
      }
    }
    var expected = packs(old)
    expected[name] = pack.map { Dictionary($0.map { ($0.name, $0.value) }) { first, _ in first } }
    if let new = try? ProjectFile(Array(text.utf8), file: file), packs(new) == expected,
      old.settings.filter({ $0 != .packs }).allSatisfy({ isSame(old.value($0), new.value($0)) })
    {
      return text
    }
    let lines = pack.map { ["packs:"] + self.lines(name, $0, indent: 2) } ?? []
    throw ProjectFileError(
      .invalid, "the packs of this file cannot be changed, because of its layout", file: file,
      hint: pack == nil
        ? "remove the pack '\(name)' by hand" : "write each pack on lines of its own: " + lines.joined(separator: " "))
  }

  private static func isSame(_ one: StructuredValue?, _ other: StructuredValue?) -> Bool {
    switch (one?.content, other?.content) {
    case (.list(let ones)?, .list(let others)?):
      ones.count == others.count && zip(ones, others).allSatisfy { isSame($0, $1) }
    case (.mapping(let ones)?, .mapping(let others)?):
      ones.count == others.count && zip(ones, others).allSatisfy { $0.key == $1.key && isSame($0.value, $1.value) }
    default: one?.content == other?.content
    }
  }
}
