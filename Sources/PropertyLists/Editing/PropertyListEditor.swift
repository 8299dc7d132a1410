import Basics

/// Makes edits in the bytes of a property list: only what they are about changes, so that comments, order, layout, line endings, byte order
/// mark and encoding stay.
///
/// What comes out is read again. Unless its values are those of the old file with the edits made, there is an error and no result.
package struct PropertyListEditor {
  private let file: String
  private let hint: PropertyList.Hint
  private let encoding: TextEncoding
  private let markLength: Int
  private(set) var bytes: [UInt8]

  /// Makes edits in a file; throws when one of them cannot be made, or not without changing something else.
  package static func apply(
    _ edits: [PropertyListEdit], to bytes: [UInt8], file: String, hint: PropertyList.Hint = .automatic
  ) throws(PropertyListError) -> [UInt8] {
    do throws(PropertyListError) {
      let list = try PropertyList.parse(bytes, file: file, as: hint)
      let edits = edits.sorted(by: PropertyListEdit.precedes)
      guard let before = PropertyListValue(list.root, in: list, most: .max, depth: .max) else { throw unsafe }
      var expected = before
      for edit in edits {
        // It says what is wrong with the edit.
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

  /// The text of a property list in UTF-8; the bytes as they are where that is not what they are.
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

  /// Edits whose places overlap are made one after the other, each in the text that the one before has left.
  private mutating func make(_ edits: [PropertyListEdit], in first: PropertyList) throws(PropertyListError) {
    var list = first
    var rest = edits[...]
    while !rest.isEmpty {
      var accepted = AcceptedChanges()
      let style = TextStyle(list.sourceText, isASCII: isASCII)
      passing: while let edit = rest.first {
        for change in try list.textChanges(for: edit, style) where !accepted.add(change) { break passing }
        rest.removeFirst()
      }
      if accepted.changes.isEmpty { break }
      let changed = try splice(accepted.changes, into: list)
      // All is done: what came of it is read by the verification.
      if rest.isEmpty { return bytes = changed }
      bytes = changed
      do throws(PropertyListError) {
        list = try PropertyList.parse(bytes, file: file, as: hint)
      } catch {
        throw Self.unsafe
      }
    }
  }

  private var isASCII: Bool {
    switch encoding {
    case .utf8, .utf16, .utf32: false
    case .latin1, .windows1252, .ascii: true
    }
  }

  /// The bytes with pieces of the text replaced, in the encoding of the file.
  private func splice(_ changes: [TextChange], into list: PropertyList) throws(PropertyListError) -> [UInt8] {
    let text = list.sourceText
    // Of several insertions at one place the order stays.
    let ordered = changes.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }.map(\.element)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var (inText, inFile, copied) = (0, encoding == .utf8 || encoding == .ascii ? 0 : markLength, 0)
    /// Where something of the text stands in the file.
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

  /// Bytes that a piece of UTF-8 takes in the encoding of the file.
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

  /// Writes the whole list anew. There is no text whose layout could be lost, but values that only some writers make could be: the
  /// verification finds these.
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
          // Between the tags of the empty dictionary.
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

/// Changes of one text that can be made together.
private struct AcceptedChanges {
  /// In the order accepted.
  private(set) var changes: [TextChange] = []
  /// Their positions in the order of the text; insertions at one place in the order accepted.
  private var order: [Int] = []

  /// False when it cannot be made together with those before.
  mutating func add(_ change: TextChange) -> Bool {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[order[middle]].range.lowerBound <= change.range.lowerBound { low = middle + 1 } else { high = middle }
    }
    // Those before it are apart from each other, so only the ones beside it can be in its way.
    for position in [low - 1, low] where order.indices.contains(position) {
      if !changes[order[position]].isApart(from: change) { return false }
    }
    order.insert(changes.count, at: low)
    changes.append(change)
    return true
  }
}

extension TextEncoding {
  /// How a text that can be read is stored, and the bytes of its byte order mark.
  static func stored(_ bytes: UnsafeBufferPointer<UInt8>) -> (encoding: TextEncoding, markLength: Int) {
    guard let start = bytes.baseAddress else { return (.utf8, 0) }
    if let mark = fromByteOrderMark(start, bytes.count) { return mark }
    return (declared(start, bytes.count).flatMap { named($0.name) } ?? .utf8, 0)
  }
}

extension PropertyList {
  /// The text that it was read from, in UTF-8, valid as long as this property list.
  var sourceText: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: text, count: textCount) }

  /// Where a value begins in the text, in bytes.
  func offset(of node: Node) -> Int { Int(record(node).pointee.place) }

  /// Where the key of a value begins in the text, in bytes.
  func keyOffset(of node: Node) -> Int { Int(record(node).pointee.keyPlace) }

  /// What an edit changes in the text.
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

  /// What edits come to in the text of the list, in the order of the text; nil where the list has none, they cannot be made, or not at
  /// once, or are longer than `most` bytes.
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
