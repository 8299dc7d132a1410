import CanonicalText
import PropertyLists

extension PropertyList {
  /// The canonical text of the whole list.
  var canonical: [UInt8] { canonical(root) }

  private func canonical(_ node: Node) -> [UInt8] {
    let children = (0..<count(of: node)).compactMap { element(of: node, at: $0) }
    switch kind(of: node) {
    case .dictionary:
      let entries = children.enumerated().map { (key: Array(keyUTF8(of: node, at: $0)), value: canonical($1)) }
      return CanonicalText.dictionary(entries)
    case .array: return CanonicalText.array(children.map { canonical($0) })
    case .set: return CanonicalText.set(children.map { canonical($0) })
    case .string: return CanonicalText.string(utf8(of: node))
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
}
