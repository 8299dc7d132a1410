import PropertyLists

extension Difference {
  var isAcceptedByFoundation: Bool {
    if case .list = foundation { return true }
    return false
  }
}

extension PropertyList {
  /// Whether any value satisfies a condition.
  func has(_ condition: (PropertyList, Node) -> Bool) -> Bool {
    (0..<UInt32(nodeCount)).contains { condition(self, Node(index: $0)) }
  }

  /// Whether a dictionary has two keys that are canonically equivalent.
  var hasEquivalentKeys: Bool {
    has { list, node in
      guard list.kind(of: node) == .dictionary else { return false }
      let keys = (0..<list.count(of: node)).map { list.key(of: node, at: $0) }
      return Set(keys).count < keys.count
    }
  }

  /// Whether a string or a key is empty.
  var hasEmptyText: Bool {
    has { list, node in
      switch list.kind(of: node) {
      case .string: list.utf8(of: node).isEmpty
      case .dictionary: (0..<list.count(of: node)).contains { list.keyUTF8(of: node, at: $0).isEmpty }
      default: false
      }
    }
  }
}

extension PropertyList? {
  func hasDiagnostic(_ code: SilentChange.Code) -> Bool { self?.diagnostics.contains { $0.code == code } ?? false }
}
