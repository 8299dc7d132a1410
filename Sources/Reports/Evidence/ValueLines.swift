import Basics
import PropertyLists

/// Writes a value of a property list and its neighbors as XML, one a line, for files without lines.
enum ValueLines {
  private static let around = 2
  private static let mostCharacters = 120
  private static let mostBytes = 36

  static func excerpt(of pointer: String, in list: PropertyList) -> PropertyListExcerpt? {
    if let end = list.end(of: pointer) { return missing(end.token, in: end.container, of: list) }
    guard let node = list.value(at: pointer) else { return nil }
    guard let container = list.parent(of: node) else { return whole(node, list) }
    let tokens = JSONPointer.tokens(pointer) ?? []
    guard let token = tokens.last, let position = list.position(of: container, token) else { return nil }
    let first = max(0, position - around)
    // An omission takes a line as well.
    let last = min(list.count(of: container) - 1, position + around)
    return written(list, container, first...max(first, last)) { $0 == position ? .found : .context }
  }

  static func key(_ name: String) -> String { "<key>\(text(name))</key>" }

  private static func whole(_ node: PropertyList.Node, _ list: PropertyList) -> PropertyListExcerpt {
    let count = list.count(of: node)
    guard tag(list.kind(of: node)) != nil, count > 0 else {
      return PropertyListExcerpt(form: .values, lines: [.init(value(node, list), mark: .found)])
    }
    return written(list, node, 0...min(count - 1, around * 2)) { _ in .context }
  }

  private static func missing(
    _ token: String, in container: PropertyList.Node, of list: PropertyList
  ) -> PropertyListExcerpt? {
    guard list.kind(of: container) == .dictionary else { return whole(container, list) }
    let count = list.count(of: container)
    var excerpt = count == 0 ? [] : written(list, container, 0...min(count - 1, around * 2)) { _ in .context }.lines
    if count == 0 { excerpt = [.init("<dict>"), .init("</dict>")] }
    excerpt.insert(.init("  " + key(token), mark: .missing), at: 1)
    return PropertyListExcerpt(form: .values, lines: excerpt)
  }

  private static func written(
    _ list: PropertyList, _ container: PropertyList.Node, _ entries: ClosedRange<Int>,
    _ mark: (Int) -> PropertyListExcerpt.Mark
  ) -> PropertyListExcerpt {
    let kind = list.kind(of: container)
    let name = tag(kind) ?? kind.name
    var lines: [PropertyListExcerpt.Line] = [.init("<\(name)>")]
    if entries.lowerBound > 0 { lines.append(.init("  …", mark: .omission)) }
    for position in entries {
      guard let node = list.element(of: container, at: position) else { break }
      let key = kind == .dictionary ? key(list.key(of: container, at: position)) + " " : ""
      lines.append(.init("  " + key + value(node, list), mark: mark(position)))
    }
    if entries.upperBound < list.count(of: container) - 1 { lines.append(.init("  …", mark: .omission)) }
    lines.append(.init("</\(name)>"))
    return PropertyListExcerpt(form: .values, lines: lines)
  }

  private static func tag(_ kind: PropertyList.Kind) -> String? {
    switch kind {
    case .dictionary: "dict"
    case .array, .set: "array"
    default: nil
    }
  }

  /// Returns a value on one line, without the contents of a container.
  private static func value(_ node: PropertyList.Node, _ list: PropertyList) -> String {
    switch list.kind(of: node) {
    case .dictionary, .array, .set:
      let name = tag(list.kind(of: node)) ?? "array"
      return list.count(of: node) == 0 ? "<\(name)/>" : "<\(name)>…</\(name)>"
    case .string: return "<string>\(text(beginning(of: list.utf8(of: node))))</string>"
    case .integer:
      let number =
        switch list.integer(of: node) {
        case .signed(let number): "\(number)"
        case .unsigned(let number): "\(number)"
        case nil: ""
        }
      return "<integer>\(number)</integer>"
    case .real: return "<real>\(list.real(of: node).map { "\($0)" } ?? "")</real>"
    case .boolean: return list.boolean(of: node) == true ? "<true/>" : "<false/>"
    case .date: return "<date>\(list.date(of: node).map { CivilTime(secondsSince2001: $0).text } ?? "")</date>"
    case .data:
      guard let data = list.data(of: node) else { return "<data/>" }
      let shown = UnsafeRawBufferPointer(rebasing: data.prefix(mostBytes))
      return "<data>\(Base64.encode(shown))\(shown.count < data.count ? "…" : "")</data>"
    case .uid: return "<dict><key>CF$UID</key><integer>\(list.uid(of: node) ?? 0)</integer></dict>"
    case .null: return "<null/>"
    }
  }

  /// Cuts bytes first, because a string may have millions of characters.
  private static func beginning(of bytes: UnsafeBufferPointer<UInt8>) -> String {
    let start = bytes.prefix(mostCharacters * 4)
    // The last character may be cut in half, but then it is not among the first ones.
    return String(decoding: start, as: UTF8.self)
  }

  private static func text(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let end =
      scalars.index(scalars.startIndex, offsetBy: mostCharacters, limitedBy: scalars.endIndex) ?? scalars.endIndex
    return Markup.content(scalars[..<end]) + (end == scalars.endIndex ? "" : "…")
  }
}
