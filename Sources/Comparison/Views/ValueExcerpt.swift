import Basics
import PropertyLists
import StructuredText

/// The values of a change, one line each, shortened so that the difference is visible.
struct ValueExcerpt {
  private static let width = 72
  /// The scalars of a common prefix that are shown when the rest of it is omitted.
  private static let lead = 12

  let before: String?
  let after: String?

  init(_ change: ValueChange) {
    let types = change.before.flatMap { before in change.after.map { before.kind != $0.kind } } ?? false
    guard let old = change.before, let new = change.after else {
      before = change.before.map { Self.shortened(Self.text($0), from: 0) }
      after = change.after.map { Self.shortened(Self.text($0), from: 0) }
      return
    }
    let (left, right) = (Self.text(old), Self.text(new))
    let start = Self.start(left, right)
    let (leftType, rightType) = (types ? old.kind.name + " " : "", types ? new.kind.name + " " : "")
    before = leftType + Self.shortened(left, from: start)
    after = rightType + Self.shortened(right, from: start)
  }

  /// Returns the start that makes the first difference visible: 0, unless it is far behind.
  private static func start(_ left: String, _ right: String) -> Int {
    let (first, second) = (left.unicodeScalars, right.unicodeScalars)
    guard first.count > width || second.count > width else { return 0 }
    var same = 0
    for (one, other) in zip(first, second) {
      if one != other { break }
      same += 1
    }
    return same > width / 2 ? same - lead : 0
  }

  private static func shortened(_ text: String, from start: Int) -> String {
    let scalars = text.unicodeScalars
    let count = scalars.count
    // A note about the omission would take as much space.
    if count <= width + lead { return text }
    let shown = scalars.dropFirst(start).prefix(width)
    let rest = count - start - shown.count
    var result = start > 0 ? "…" : ""
    result.unicodeScalars.append(contentsOf: shown)
    return rest > 0 ? result + "… (\(rest) more)" : result
  }

  private static func text(_ value: ValueChange.Value) -> String {
    let (list, node) = (value.list, value.node)
    switch value.kind {
    case .string: return "\"\(list.string(of: node) ?? "")\""
    case .date: return list.date(of: node).map { CivilTime(secondsSince2001: $0).text } ?? ""
    case .data:
      let count = list.data(of: node)?.count ?? 0
      let start = list.data(of: node).map { UnsafeRawBufferPointer(rebasing: $0.prefix(48)) }
      return "\(counted(count, "byte")) \(Base64.encode(start))\(count > 48 ? "…" : "")"
    case .uid: return "UID \(list.uid(of: node) ?? 0)"
    default:
      var json = JSONWriter(isOnOneLine: true)
      PropertyListJSON.write(node, of: list, to: &json)
      return String(decoding: json.bytes, as: UTF8.self)
    }
  }
}
