import Basics

/// Applies edits to the bytes of a property list, changing only the affected parts: comments, order, layout, line endings, byte order mark
/// and encoding are preserved.
///
/// The result is parsed again. Throws unless its values equal the old values with the edits applied.
package struct PropertyListEditor {
  private let file: String
  private let hint: PropertyList.Hint
  private let encoding: TextEncoding
  private let markLength: Int
  private(set) var bytes: [UInt8]

  package static func apply(
    _ edits: [PropertyListEdit], to bytes: [UInt8], file: String, hint: PropertyList.Hint = .automatic
  ) throws(PropertyListError) -> [UInt8] {
    do throws(PropertyListError) {
      let list = try PropertyList.parse(bytes, file: file, as: hint)
      let edits = edits.sorted(by: PropertyListEdit.precedes)
      guard let before = PropertyListValue(list.root, in: list, most: .max, depth: .max) else { throw unsafe }
      var expected = before
      for edit in edits {
        // Throws a specific error for the edit.
        _ = try list.changes(for: edit)
        guard let next = expected.applying(edit) else { throw .edit("unsafe", "cannot \(edit.phrase)") }
        expected = next
      }
      if expected == before { return bytes }
      var editor = PropertyListEditor(bytes, file: file, hint: hint)
      if list.format == .binary {
        try editor.rewriteBinary(list, as: expected)
      } else {
        try editor.make(edits, in: list)
      }
      try editor.verify(expected, list.format)
      return editor.bytes
    } catch {
      var error = error
      error.file = file
      throw error
    }
  }

  /// The text of a property list in UTF-8; the original bytes if they are a binary property list or unreadable.
  package static func text(of bytes: [UInt8]) -> [UInt8] {
    guard let list = try? PropertyList.parse(bytes, file: "", as: .strings), list.format != .binary else {
      return bytes
    }
    return Array(list.sourceText)
  }

  private init(_ bytes: [UInt8], file: String, hint: PropertyList.Hint) {
    (self.bytes, self.file, self.hint) = (bytes, file, hint)
    (encoding, markLength) = bytes.withUnsafeBufferPointer { TextEncoding.stored($0) }
  }

  private static let unsafe = PropertyListError.edit(
    "unsafe", "the file cannot be changed without changing other values in it", hint: "change it by hand")

  private func verify(_ expected: PropertyListValue, _ format: PropertyList.Format) throws(PropertyListError) {
    guard let list = try? PropertyList.parse(bytes, file: file, as: hint), list.format == format,
      PropertyListValue(list.root, in: list, most: .max, depth: .max) == expected
    else { throw Self.unsafe }
  }

  // MARK: Text

  /// Edits with overlapping positions are made one after the other, each in the result of the previous one.
  private mutating func make(_ edits: [PropertyListEdit], in first: PropertyList) throws(PropertyListError) {
    var list = first
    var rest = edits[...]
    while !rest.isEmpty {
      var accepted = AcceptedChanges()
      let style = TextStyle(list.sourceText, isASCII: [.latin1, .windows1252, .ascii].contains(encoding))
      passing: while let edit = rest.first {
        for change in try list.textChanges(for: edit, style) where !accepted.add(change) { break passing }
        rest.removeFirst()
      }
      if accepted.changes.isEmpty { break }
      let changed = try splice(accepted.changes, into: list)
      // Done: the verification parses the result.
      if rest.isEmpty { return bytes = changed }
      bytes = changed
      list = try mapError(try PropertyList.parse(bytes, file: file, as: hint)) { (_: PropertyListError) in Self.unsafe }
    }
  }

  /// Returns the bytes with parts of the text replaced, in the encoding of the file.
  private func splice(_ changes: [TextChange], into list: PropertyList) throws(PropertyListError) -> [UInt8] {
    let text = list.sourceText
    // Insertions at the same position keep their order.
    let ordered = changes.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var (inText, inFile, copied) = (0, encoding == .utf8 || encoding == .ascii ? 0 : markLength, 0)
    func place(_ offset: Int) -> Int {
      inFile += width(text[inText..<offset])
      inText = offset
      return inFile
    }
    for change in ordered {
      let (start, end) = (place(change.range.lowerBound), place(change.range.upperBound))
      guard start >= copied, end >= start, end <= bytes.count else { throw Self.unsafe }
      result += bytes[copied..<start]
      result += try encoded(change.text)
      copied = end
    }
    return result + bytes[copied...]
  }

  private func width(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    switch encoding {
    case .utf8, .ascii: return text.count
    case .utf16: return text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : $1 >= 0xF0 ? 4 : 2) }
    case .utf32: return text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 4) }
    case .latin1, .windows1252: return text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    }
  }

  private func encoded(_ text: String) throws(PropertyListError) -> [UInt8] {
    switch encoding {
    case .utf8: return Array(text.utf8)
    case .utf16(let isBigEndian):
      return text.utf16.flatMap { unit in
        let (high, low) = (UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit))
        return isBigEndian ? [high, low] : [low, high]
      }
    case .utf32(let isBigEndian):
      return text.unicodeScalars.flatMap { scalar in
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: scalar.value >> UInt32($0)) }
        return isBigEndian ? bytes : bytes.reversed()
      }
    case .ascii, .latin1, .windows1252:
      guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
        throw .edit("unsupported-value", "the encoding of the file cannot represent the new text")
      }
      return Array(text.utf8)
    }
  }

  // MARK: Binary files

  /// Rewrites the whole list. A binary file has no layout to lose, but values that only some writers create could be lost:
  /// the verification detects that.
  private mutating func rewriteBinary(_ list: PropertyList, as value: PropertyListValue) throws(PropertyListError) {
    if let silent = list.diagnostics.first {
      throw .edit(
        "unsafe", "this binary property list cannot be rewritten: \(silent.message)", hint: "change it by hand")
    }
    let frame = try PropertyList.parse(Array("<plist><dict/></plist>".utf8), file: file)
    let text = TextStyle(frame.sourceText)
    guard case .dictionary(let entries) = value else { throw Self.unsafe }
    var xml = "<plist><dict>"
    do throws(PropertyListError) {
      for entry in entries {
        for change in try XMLEditing(frame, text).textChanges(
          for: .insert(key: entry.key, entry.value, into: frame.root))
        {
          // The text between the tags of the empty dictionary.
          xml += change.text.dropFirst("<dict>".count).dropLast("</dict>".count)
        }
      }
    } catch {
      throw .edit(
        "unsafe", "this binary property list cannot be rewritten: \(error.message)", hint: "change it by hand")
    }
    bytes = try PropertyList.parse(Array((xml + "</dict></plist>").utf8), file: file).binaryBytes
  }
}

private struct AcceptedChanges {
  private(set) var changes: [TextChange] = []
  /// Their positions in text order; insertions at the same position in the order in which they were accepted.
  private var order: [Int] = []

  mutating func add(_ change: TextChange) -> Bool {
    let next = order.partitionPoint { changes[$0].range.lowerBound > change.range.lowerBound }
    // Accepted changes do not conflict with each other, so only the neighbors can conflict with the new one.
    for position in [next - 1, next] where order.indices.contains(position) {
      if !changes[order[position]].isDisjoint(with: change) { return false }
    }
    order.insert(changes.count, at: next)
    changes.append(change)
    return true
  }
}

extension TextEncoding {
  /// The encoding of a valid text, and the length of its byte order mark.
  static func stored(_ bytes: UnsafeBufferPointer<UInt8>) -> (encoding: TextEncoding, markLength: Int) {
    guard let start = bytes.baseAddress else { return (.utf8, 0) }
    if let mark = fromByteOrderMark(start, bytes.count) { return mark }
    return (declared(start, bytes.count).flatMap { named($0.name) } ?? .utf8, 0)
  }
}

extension PropertyList {
  /// The source text in UTF-8, valid as long as this property list.
  var sourceText: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: text, count: textCount) }

  func offset(of node: Node) -> Int { Int(record(node).pointee.place) }

  func keyOffset(of node: Node) -> Int { Int(record(node).pointee.keyPlace) }

  func textChanges(for edit: PropertyListEdit, _ style: TextStyle) throws(PropertyListError) -> [TextChange] {
    let changes = try changes(for: edit)
    var all: [TextChange] = []
    for change in changes {
      switch format {
      case .xml: all += try XMLEditing(self, style).textChanges(for: change)
      case .oldStyle, .strings: all += try OldStyleEditing(self, style).textChanges(for: change)
      case .binary, .json: throw .edit("format", "the file is not a property list in text form")
      }
    }
    return all
  }

  /// The replacements that edits make in the list's text, in text order. Nil if the list has no text, if the edits are not possible or
  /// conflict, or if the replacements are longer than `most` bytes.
  package func replacements(for edits: [PropertyListEdit], most: Int) -> [SourceReplacement]? {
    guard format == .xml || format == .oldStyle || format == .strings else { return nil }
    var accepted = AcceptedChanges()
    let style = TextStyle(sourceText)
    for edit in edits {
      guard let changes = try? textChanges(for: edit, style) else { return nil }
      for change in changes where !accepted.add(change) { return nil }
    }
    let changes = accepted.changes.sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard !changes.isEmpty, changes.reduce(0, { $0 + $1.range.count + $1.text.utf8.count }) <= most else { return nil }
    return changes.map { change in
      SourceReplacement(
        start: indexes.place(text, textCount, offset: change.range.lowerBound),
        end: indexes.place(text, textCount, offset: change.range.upperBound),
        deleted: String(decoding: sourceText[change.range], as: UTF8.self), inserted: change.text)
    }
  }
}
