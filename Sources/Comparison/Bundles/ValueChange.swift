package import Basics
package import PropertyLists

/// A value of a property list that is there on one side only, or is another.
package struct ValueChange: Sendable {
  /// A value and the list it is in.
  package struct Value: Sendable {
    /// The list.
    package let list: PropertyList
    /// The value.
    package let node: PropertyList.Node

    /// Names a value of a list.
    package init(list: PropertyList, node: PropertyList.Node) {
      self.list = list
      self.node = node
    }

    /// Where the value stands in its file.
    package var place: Place { list.place(of: node) }
    /// Its type.
    package var kind: PropertyList.Kind { list.kind(of: node) }
  }

  /// RFC 6901 pointer to the value: on the later side, on the earlier one where it is gone.
  package let keyPath: String
  /// Nil where the value was added.
  package let before: Value?
  /// Nil where the value is gone.
  package let after: Value?
}
