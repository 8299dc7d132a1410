import Basics

/// A change of a property list.
public struct PropertyListEdit: Hashable, Sendable {
  /// A change at a key path.
  public enum Operation: Hashable, Sendable {
    /// Sets the value of a key or element, whether or not it exists.
    case set(PropertyListValue)
    /// Adds a key, which must not exist. In an array, `-` means the position after the last element.
    case add(PropertyListValue)
    /// Removes a key with its value, or an element of an array.
    case remove
    /// Renames a key, keeping its value and position.
    case rename(to: String)

    /// `set`, `add`, `remove` or `rename`.
    public var name: String {
      switch self {
      case .set: "set"
      case .add: "add"
      case .remove: "remove"
      case .rename: "rename"
      }
    }
  }

  /// An RFC 6901 pointer into the file; never empty.
  public let keyPath: String
  /// The change at that path.
  public let operation: Operation

  /// Creates a change.
  public init(_ operation: Operation, at keyPath: String) { (self.operation, self.keyPath) = (operation, keyPath) }

  package init(_ operation: Operation, of token: String, in container: PropertyList.Node, _ list: PropertyList) {
    self.init(operation, at: list.pointer(to: container) + "/" + JSONPointer.escape(token))
  }

  /// Whether both changes are the same; paths are compared by their bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.keyPath.utf8.elementsEqual(right.keyPath.utf8) && left.operation == right.operation
  }

  package var phrase: String {
    switch operation {
    case .set(let value): "set \(keyPath) to \(value.shown)"
    case .add(let value): "add \(keyPath) with \(value.shown)"
    case .remove: "remove \(keyPath)"
    case .rename(let key): "rename \(keyPath) to '\(key)'"
    }
  }

  package var size: Int {
    switch operation {
    case .set(let value), .add(let value): keyPath.utf8.count + value.size
    case .remove: keyPath.utf8.count
    case .rename(let key): keyPath.utf8.count + key.utf8.count
    }
  }

  /// Whether an edit must be made before another, so that neither moves the target of the other: edits inside a value come before edits of
  /// the value, and later elements of an array before earlier ones.
  package static func precedes(_ left: PropertyListEdit, _ right: PropertyListEdit) -> Bool {
    let (leftTokens, rightTokens) = (JSONPointer.tokens(left.keyPath) ?? [], JSONPointer.tokens(right.keyPath) ?? [])
    for (left, right) in zip(leftTokens, rightTokens) where !left.utf8.elementsEqual(right.utf8) {
      if let left = JSONPointer.position(left), let right = JSONPointer.position(right) { return left > right }
      return left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    return leftTokens.count > rightTokens.count
  }
}

extension PropertyListValue {
  package func applying(_ edit: PropertyListEdit) -> PropertyListValue? {
    guard let tokens = JSONPointer.tokens(edit.keyPath), !tokens.isEmpty else { return nil }
    return applying(edit.operation, tokens[...])
  }

  private func applying(_ operation: PropertyListEdit.Operation, _ tokens: ArraySlice<String>) -> PropertyListValue? {
    guard let token = tokens.first else { return nil }
    let rest = tokens.dropFirst()
    switch self {
    case .dictionary(var entries):
      let position = entries.firstIndex { $0.key.utf8.elementsEqual(token.utf8) }
      guard rest.isEmpty else {
        guard let position else { return operation == .remove ? self : nil }
        guard let inner = entries[position].value.applying(operation, rest) else { return nil }
        entries[position].value = inner
        return .dictionary(entries)
      }
      switch (operation, position) {
      case (.set(let value), let position?): entries[position].value = value
      case (.set(let value), nil), (.add(let value), nil): entries.append(Entry(key: token, value: value))
      case (.add(let value), let position?): if entries[position].value != value { return nil }
      case (.remove, let position?): entries.remove(at: position)
      case (.remove, nil): break
      case (.rename(let key), let position?):
        if entries.contains(where: { $0.key.utf8.elementsEqual(key.utf8) }) { return nil }
        entries[position].key = key
      case (.rename, nil): return nil
      }
      return .dictionary(entries)
    case .array(var elements):
      let position = token == "-" ? elements.count : JSONPointer.position(token)
      guard let position, position <= elements.count else { return operation == .remove && !rest.isEmpty ? self : nil }
      guard rest.isEmpty else {
        if position == elements.count { return operation == .remove ? self : nil }
        guard let inner = elements[position].applying(operation, rest) else { return nil }
        elements[position] = inner
        return .array(elements)
      }
      switch operation {
      case .set(let value):
        if position == elements.count { elements.append(value) } else { elements[position] = value }
      case .add(let value):
        guard position == elements.count else { return nil }
        elements.append(value)
      case .remove: if position < elements.count { elements.remove(at: position) }
      case .rename: return nil
      }
      return .array(elements)
    default: return operation == .remove && !rest.isEmpty ? self : nil
    }
  }
}
