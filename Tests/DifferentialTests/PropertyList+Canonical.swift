import CanonicalText
import PropertyLists

/// How to spell a list so that a known difference doesn't show.
struct CanonicalOptions {
  /// Leaves out U+FEFF at the beginning of keys and texts.
  var dropsMarks = false
}

extension PropertyList {
  /// The canonical text of the whole list.
  var canonical: [UInt8] { canonical(CanonicalOptions()) }

  func canonical(_ options: CanonicalOptions) -> [UInt8] { canonical(root, options) }

  private func canonical(_ node: Node, _ options: CanonicalOptions) -> [UInt8] {
    let children = (0..<count(of: node)).compactMap { element(of: node, at: $0) }
    switch kind(of: node) {
    case .dictionary:
      let entries = children.enumerated().map { (text(keyUTF8(of: node, at: $0), options), canonical($1, options)) }
      // Without its mark a key may equal another one, and the last of the two counts.
      return CanonicalText.dictionary(Dictionary(entries) { $1 }.map { (key: $0, value: $1) })
    case .array: return CanonicalText.array(children.map { canonical($0, options) })
    case .set: return CanonicalText.set(children.map { canonical($0, options) })
    case .string: return CanonicalText.string(text(utf8(of: node), options))
    case .integer:
      switch integer(of: node) {
      case .signed(let number): return CanonicalText.integer(number)
      case .unsigned(let number): return CanonicalText.integer(number)
      case nil: return []
      }
    case .real: return real(of: node).map(CanonicalText.real) ?? []
    case .boolean: return boolean(of: node).map(CanonicalText.boolean) ?? []
    case .date: return date(of: node).map(CanonicalText.date) ?? []
    case .data: return data(of: node).map { CanonicalText.data($0) } ?? []
    case .uid: return uid(of: node).map { CanonicalText.uid($0) } ?? []
    case .null: return CanonicalText.null
    }
  }

  private func text(_ utf8: UnsafeBufferPointer<UInt8>, _ options: CanonicalOptions) -> [UInt8] {
    options.dropsMarks && utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(utf8.dropFirst(3)) : Array(utf8)
  }
}
