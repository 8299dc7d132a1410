package import Basics

package struct SourceReplacement: Hashable, Sendable {
  package let start: Place
  /// The end of the deleted text; equal to `start` if nothing is deleted.
  package let end: Place
  package let deleted: String
  package let inserted: String

  package init(start: Place, end: Place, deleted: String, inserted: String) {
    (self.start, self.end, self.deleted, self.inserted) = (start, end, deleted, inserted)
  }
}

/// A change of one node of a tree. Edits are split into these, so that as little text as possible changes.
enum TreeChange {
  case replace(PropertyList.Node, PropertyListValue)
  case insert(key: String, PropertyListValue, into: PropertyList.Node)
  case append(PropertyListValue, to: PropertyList.Node)
  case remove(position: Int, of: PropertyList.Node)
  case rename(position: Int, of: PropertyList.Node, to: String)
}

struct TextChange: Equatable {
  let range: Range<Int>
  let text: String

  /// Whether both changes can be made together in either order: they have no byte in common, and nothing is inserted in a deleted range or
  /// at its ends. Insertions at the same position keep their order.
  func isDisjoint(with other: TextChange) -> Bool {
    if range.isEmpty && other.range.isEmpty { return true }
    if range.isEmpty || other.range.isEmpty {
      return range.upperBound < other.range.lowerBound || other.range.upperBound < range.lowerBound
    }
    return range.upperBound <= other.range.lowerBound || other.range.upperBound <= range.lowerBound
  }
}

extension PropertyList {
  package func check(_ edit: PropertyListEdit) throws(PropertyListError) { _ = try changes(for: edit) }

  /// The changes of the tree that an edit requires; empty if the tree already has the result.
  func changes(for edit: PropertyListEdit) throws(PropertyListError) -> [TreeChange] {
    guard let tokens = JSONPointer.tokens(edit.keyPath), let last = tokens.last else {
      throw .edit("path", "'\(edit.keyPath)' is not the path of a key or element")
    }
    var container = root
    for token in tokens.dropLast() {
      guard let next = child(of: container, token) else {
        // Removing a missing key is not an error.
        if edit.operation == .remove { return [] }
        throw .edit("no-such-key", "\(edit.keyPath): there is no '\(token)' on the way to it")
      }
      container = next
    }
    switch kind(of: container) {
    case .dictionary: return try changes(edit, of: last, inDictionary: container)
    case .array: return try changes(edit, of: last, inArray: container)
    default: throw .edit("no-such-key", "\(edit.keyPath): what is around it is not a dictionary or an array")
    }
  }

  private func changes(
    _ edit: PropertyListEdit, of key: String, inDictionary node: Node
  ) throws(PropertyListError) -> [TreeChange] {
    switch (edit.operation, position(of: node, forKey: key)) {
    case (.set(let value), let position?):
      return element(of: node, at: position).map { differences($0, to: value) } ?? []
    case (.set(let value), nil), (.add(let value), nil): return [.insert(key: key, value, into: node)]
    case (.add(let value), let position?):
      guard let own = element(of: node, at: position), PropertyListValue(own, in: self) != value else { return [] }
      throw .edit("key-exists", "\(edit.keyPath) exists already, with another value")
    case (.remove, let position?): return [.remove(position: position, of: node)]
    case (.remove, nil): return []
    case (.rename(let new), let position?):
      if value(of: node, forKey: new) != nil {
        throw .edit("key-exists", "\(edit.keyPath) cannot be renamed: '\(new)' exists already")
      }
      return [.rename(position: position, of: node, to: new)]
    case (.rename, nil): throw .edit("no-such-key", "\(edit.keyPath) does not exist, so it cannot be renamed")
    }
  }

  private func changes(
    _ edit: PropertyListEdit, of token: String, inArray node: Node
  ) throws(PropertyListError) -> [TreeChange] {
    let count = count(of: node)
    guard let position = token == "-" ? count : JSONPointer.position(token), position <= count else {
      throw .edit("no-such-key", "\(edit.keyPath): the array has \(counted(count, "element"))")
    }
    let own = element(of: node, at: position)
    switch edit.operation {
    case .set(let value): return own.map { differences($0, to: value) } ?? [.append(value, to: node)]
    case .add(let value):
      if own == nil { return [.append(value, to: node)] }
      throw .edit("key-exists", "\(edit.keyPath) exists already; elements are added at the end of an array")
    case .remove: return own == nil ? [] : [.remove(position: position, of: node)]
    case .rename: throw .edit("no-such-key", "\(edit.keyPath) is an element of an array, which has no name")
    }
  }

  /// The changes that turn a value into another: in containers only the differences, so that comments between equal parts are preserved.
  private func differences(_ node: Node, to value: PropertyListValue) -> [TreeChange] {
    let own = PropertyListValue(node, in: self)
    if own == value { return [] }
    switch (own, value) {
    case (.dictionary?, .dictionary(let entries)):
      var changes: [TreeChange] = []
      for entry in entries {
        if let child = self.value(of: node, forKey: entry.key) {
          changes += differences(child, to: entry.value)
        } else {
          changes.append(.insert(key: entry.key, entry.value, into: node))
        }
      }
      let wanted = Set(entries.map { Array($0.key.utf8) })
      for position in 0..<count(of: node) where !wanted.contains(Array(keyUTF8(of: node, at: position))) {
        changes.append(.remove(position: position, of: node))
      }
      return changes
    case (.array(let old)?, .array(let new)):
      if old.count == new.count {
        return new.indices.flatMap { position in
          element(of: node, at: position).map { differences($0, to: new[position]) } ?? []
        }
      }
      if new.count > old.count, new.starts(with: old) {
        return new.dropFirst(old.count).map { .append($0, to: node) }
      }
      if let removed = Self.removals(from: old, to: new) { return removed.map { .remove(position: $0, of: node) } }
      return [.replace(node, value)]
    default: return [.replace(node, value)]
    }
  }

  /// The positions to remove so that the remaining elements equal `new`, or nil if that is not possible.
  private static func removals(from old: [PropertyListValue], to new: [PropertyListValue]) -> [Int]? {
    var (removed, next) = ([Int](), 0)
    for (position, element) in old.enumerated() {
      if next < new.count, new[next] == element { next += 1 } else { removed.append(position) }
    }
    return next == new.count ? removed : nil
  }
}

extension PropertyListError {
  static func edit(_ code: String, _ message: String, hint: String? = nil) -> PropertyListError {
    PropertyListError(PropertyListCode(rawValue: "edit.\(code)"), message, hint: hint)
  }

  static var unlocated: PropertyListError {
    .edit("unsafe", "the place to change could not be located in the text")
  }
}
