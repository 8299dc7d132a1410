public import Basics
public import PropertyLists

/// A value of a property list that is there on one side only, or is another.
public struct ValueChange: Sendable {
  /// A value and the list it is in.
  public struct Value: Sendable {
    /// The list.
    public let list: PropertyList
    /// The value.
    public let node: PropertyList.Node

    /// Names a value of a list.
    public init(list: PropertyList, node: PropertyList.Node) {
      self.list = list
      self.node = node
    }

    /// Where the value stands in its file.
    public var place: Place { list.place(of: node) }
    /// Its type.
    public var kind: PropertyList.Kind { list.kind(of: node) }
  }

  /// RFC 6901 pointer to the value: on the later side, on the earlier one where it is gone.
  public let keyPath: String
  /// Nil where the value was added.
  public let before: Value?
  /// Nil where the value is gone.
  public let after: Value?
}
