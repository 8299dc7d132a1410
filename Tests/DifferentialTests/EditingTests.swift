import Basics
import PropertyLists
import Testing

/// Edits thousands of generated files in all formats, layouts and encodings: only the key path changes, and applying edits twice is the
/// same as once.
@Suite struct EditingTests {
  private static let sampleCount = 6_000

  @Test func nothingElseChanges() throws {
    var (made, refused, refusedBinaries) = (0, 0, 0)
    for number in 0..<Self.sampleCount {
      let sample = Sample.generated(number)
      guard let list = try? PropertyList.parse(sample.bytes, file: "f", as: Self.hint(sample)) else { continue }
      var random = RandomNumbers(seed: UInt64(number) &+ 77)
      let edits = Self.edits(of: list, sample.format, &random)
      if edits.isEmpty { continue }
      let before = try #require(PropertyListValue(list.root, in: list, most: .max, depth: .max))
      let expected = edits.sorted(by: PropertyListEdit.precedes).reduce(Optional(before)) { $0?.applying($1) }
      do {
        let bytes = try PropertyListEditor.apply(edits, to: sample.bytes, file: "f", hint: Self.hint(sample))
        let again = try PropertyList.parse(bytes, file: "f", as: Self.hint(sample))
        let after = PropertyListValue(again.root, in: again, most: .max, depth: .max)
        #expect(after == expected && after != nil, "\(sample.name): \(edits.map(\.phrase))")
        #expect(again.format == list.format, "\(sample.name)")
        #expect(Self.mark(of: bytes) == Self.mark(of: sample.bytes), "\(sample.name): another encoding")
        #expect(
          again.format == .binary || Self.keepsOrder(before, after, edits), "\(sample.name): \(edits.map(\.phrase))")
        // A renamed key cannot be renamed again; all other edits are idempotent.
        let lasting = edits.filter { if case .rename = $0.operation { false } else { Self.isIdempotent($0) } }
        if lasting.count == edits.count {
          let second = try PropertyListEditor.apply(edits, to: bytes, file: "f", hint: Self.hint(sample))
          #expect(second == bytes, "\(sample.name): applied twice: \(edits.map(\.phrase))")
        }
        made += 1
      } catch {
        #expect(error.code.rawValue.hasPrefix("edit."), "\(sample.name): \(error)")
        if list.format == .binary {
          // These would lose data if the file has more than its values.
          refusedBinaries += 1
        } else {
          refused += 1
        }
      }
    }
    #expect(made > 2000, "\(made) made, \(refused) refused")
    #expect(
      refused * 20 < made && refusedBinaries * 5 < made, "\(made) made, \(refused) and \(refusedBinaries) refused")
  }

  /// The changed text differs from the old one exactly in the replacements that reports show.
  @Test func replacementsAreTheChange() throws {
    var compared = 0
    for number in 0..<2_000 where number % 4 != 1 {
      let sample = Sample.generated(number)
      guard let list = try? PropertyList.parse(sample.bytes, file: "f", as: Self.hint(sample)) else { continue }
      var random = RandomNumbers(seed: UInt64(number) &+ 5)
      guard let edit = Self.edits(of: list, sample.format, &random).first,
        let bytes = try? PropertyListEditor.apply([edit], to: sample.bytes, file: "f", hint: Self.hint(sample)),
        let replacements = list.replacements(for: [edit], most: .max)
      else { continue }
      // Characters that the encoding lacks are written as references.
      guard
        Self.mark(of: sample.bytes) != []
          || !String(decoding: sample.bytes.prefix(80), as: UTF8.self).contains("encoding=")
      else { continue }
      let (old, new) = (
        String(decoding: PropertyListEditor.text(of: sample.bytes), as: UTF8.self),
        String(decoding: PropertyListEditor.text(of: bytes), as: UTF8.self)
      )
      let length = old.utf8.count + replacements.reduce(0) { $0 + $1.inserted.utf8.count - $1.deleted.utf8.count }
      #expect(new.utf8.count == length, "\(sample.name): \(edit.phrase)")
      for replacement in replacements {
        #expect(Self.offset(of: replacement.start, in: old) <= Self.offset(of: replacement.end, in: old))
        let start = Self.offset(of: replacement.start, in: old)
        #expect(
          Array(old.utf8)[start...].starts(with: replacement.deleted.utf8), "\(sample.name): \(edit.phrase)")
      }
      compared += 1
    }
    #expect(compared > 400, "\(compared)")
  }

  // MARK: Changed values

  private static func hint(_ sample: Sample) -> PropertyList.Hint { sample.format == .strings ? .strings : .automatic }

  /// Returns one to three edits that do not contradict each other.
  private static func edits(
    of list: PropertyList, _ format: Sample.Format, _ random: inout RandomNumbers
  ) -> [PropertyListEdit] {
    var edits: [PropertyListEdit] = []
    for _ in 0...random.below(3) {
      let node = PropertyList.Node(index: UInt32(random.below(list.nodeCount)))
      // The tree does not contain values of duplicate keys.
      guard list.value(at: list.pointer(to: node)) == node else { continue }
      let edit: PropertyListEdit
      switch list.kind(of: node) {
      case .dictionary where random.chance(0.5):
        edit = PropertyListEdit(.add(value(format, &random)), of: "new \(random.below(1000))", in: node, list)
      case .array where random.chance(0.5):
        edit = PropertyListEdit(.add(value(format, &random)), of: "-", in: node, list)
      default:
        guard let parent = list.parent(of: node), [.dictionary, .array].contains(list.kind(of: parent)) else {
          continue
        }
        let path = list.pointer(to: node)
        switch random.below(3) {
        case 0: edit = PropertyListEdit(.remove, at: path)
        case 1 where list.kind(of: parent) == .dictionary:
          edit = PropertyListEdit(.rename(to: random.of(["other", "a & b", "<é>", "x y", "\u{1F600}"])), at: path)
        default: edit = PropertyListEdit(.set(value(format, &random)), at: path)
        }
      }
      let isApart = edits.allSatisfy { other in
        !(other.keyPath + "/").utf8.starts(with: (edit.keyPath + "/").utf8)
          && !(edit.keyPath + "/").utf8.starts(with: (other.keyPath + "/").utf8)
      }
      if isApart { edits.append(edit) }
    }
    return edits
  }

  private static func value(_ format: Sample.Format, _ random: inout RandomNumbers) -> PropertyListValue {
    let texts = [
      "", "plain", "two words", "a & b < c", "\"quoted\\\"", "line\nbreak", "Füße 你好 \u{1F600}", "-1", "//x",
    ]
    switch random.below(format == .xml || format == .binary ? 9 : 4) {
    case 0, 1: return .string(random.of(texts))
    case 2: return .array([.string("a"), .string(random.of(texts))])
    case 3: return .dictionary([.init(key: "k", value: .string("v")), .init(key: "a & b", value: .data([1, 2, 255]))])
    case 4: return .boolean(random.chance(0.5))
    case 5: return .integer(.signed(Int64(random.below(100)) - 50))
    case 6: return .real(0.5)
    case 7: return .date(Double(random.below(1_000_000)))
    default: return .array([])
    }
  }

  private static func isIdempotent(_ edit: PropertyListEdit) -> Bool {
    // Edits at the end of an array, or at a position to which elements move, affect another element the second time.
    let last = JSONPointer.tokens(edit.keyPath)?.last ?? ""
    if last == "-" { return false }
    return JSONPointer.position(last) == nil || { if case .set = edit.operation { true } else { false } }()
  }

  // MARK: Unchanged values

  private static func mark(of bytes: [UInt8]) -> [UInt8] {
    [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]].first { bytes.starts(with: $0) } ?? []
  }

  /// Whether the existing top-level keys are in the same order.
  private static func keepsOrder(
    _ before: PropertyListValue, _ after: PropertyListValue?, _ edits: [PropertyListEdit]
  ) -> Bool {
    guard case .dictionary(let old) = before, case .dictionary(let new)? = after else { return true }
    let kept = Set(new.map { Array($0.key.utf8) })
    let known = Set(old.map { Array($0.key.utf8) })
    let (left, right) = (
      old.map { Array($0.key.utf8) }.filter(kept.contains), new.map { Array($0.key.utf8) }.filter(known.contains)
    )
    return left == right
  }

  private static func offset(of place: Place, in text: String) -> Int {
    var (line, column, offset) = (1, 1, 0)
    var scalars = text.unicodeScalars[...]
    if scalars.first == "\u{FEFF}" {
      offset = 3
      scalars.removeFirst()
    }
    while let scalar = scalars.first, line < Int(place.line ?? 1) || column < Int(place.column ?? 1) {
      scalars.removeFirst()
      offset += String(scalar).utf8.count
      if scalar == "\n" || (scalar == "\r" && scalars.first != "\n") {
        line += 1
        column = 1
      } else {
        column += 1
      }
    }
    return offset
  }
}
