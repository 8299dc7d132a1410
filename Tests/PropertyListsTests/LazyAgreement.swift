import PropertyLists

/// How a file that is read lazily, in some order, compares with the same file read as a whole.
enum LazyAgreement {
  /// The first difference; nil when there is none.
  static func problem(_ bytes: [UInt8], _ limits: Limits = .default, seed: UInt64 = 1) -> String? {
    let eager = Result { () throws(PropertyListError) in try PropertyList.parse(bytes, file: "t", limits: limits) }
    let list: PropertyList
    do throws(PropertyListError) {
      list = try PropertyList.lazily(bytes, limits)
    } catch {
      guard case .failure(let expected) = eager else { return "only lazily refused: \(error)" }
      return expected == error ? nil : "refused as '\(error)', not as '\(expected)'"
    }
    if !list.isLazy { return "not lazy" }
    touchAll(list, seed)
    switch eager {
    case .failure(let expected):
      // An offset that nothing refers to is found by whoever looks at the whole file.
      guard list.failure != nil || expected.code == "binary.offset" else {
        return "everything was touched and '\(expected)' not found"
      }
      do throws(PropertyListError) {
        try list.validate()
        return "validated"
      } catch {
        return error == expected ? nil : "validated as '\(error)', not as '\(expected)'"
      }
    case .success(let whole):
      if let failure = list.failure { return "'\(failure)' in a good file" }
      if list.diagnostics != whole.diagnostics { return "other diagnostics" }
      do throws(PropertyListError) { try list.validate() } catch { return "not validated: \(error)" }
      if list.nodeCount != whole.nodeCount { return "\(list.nodeCount) nodes, not \(whole.nodeCount)" }
      let fresh = try? PropertyList.lazily(bytes, limits)
      return difference(list, list.root, whole, whole.root)
        ?? fresh.flatMap { difference($0, $0.root, whole, whole.root) }
    }
  }

  /// Asks for every value in an order of its own.
  private static func touchAll(_ list: PropertyList, _ seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    var waiting: [UInt32] = [0]
    var known = 1
    while !waiting.isEmpty {
      let index = waiting.remove(at: Int.random(in: 0..<waiting.count, using: &generator))
      let node = PropertyList.Node(index: index)
      _ = list.kind(of: node)
      _ = list.data(of: node)
      _ = list.count(of: node)
      // Those that lost to an equal key have nodes too.
      waiting += UInt32(known)..<UInt32(list.nodeCount)
      known = list.nodeCount
    }
  }

  private static func difference(
    _ list: PropertyList, _ node: PropertyList.Node, _ whole: PropertyList, _ same: PropertyList.Node
  ) -> String? {
    let pointer = whole.pointer(to: same)
    if list.pointer(to: node) != pointer { return "\(pointer) is \(list.pointer(to: node))" }
    if list.kind(of: node) != whole.kind(of: same) { return "\(pointer) is of kind \(list.kind(of: node))" }
    if list.place(of: node) != whole.place(of: same) { return "\(pointer) is at \(list.place(of: node))" }
    if list.count(of: node) != whole.count(of: same) { return "\(pointer) has \(list.count(of: node)) entries" }
    if !list.utf8(of: node).elementsEqual(whole.utf8(of: same)) { return "\(pointer) has other text" }
    if list.integer(of: node) != whole.integer(of: same) { return "\(pointer) is another integer" }
    if list.real(of: node)?.bitPattern != whole.real(of: same)?.bitPattern { return "\(pointer) is another real" }
    if list.date(of: node)?.bitPattern != whole.date(of: same)?.bitPattern { return "\(pointer) is another date" }
    if list.boolean(of: node) != whole.boolean(of: same) || list.uid(of: node) != whole.uid(of: same) {
      return "\(pointer) is another value"
    }
    if list.data(of: node).map(Array.init) != whole.data(of: same).map(Array.init) { return "\(pointer) is other data" }
    if list.sortedOrder(of: node).map(Array.init) != whole.sortedOrder(of: same).map(Array.init) {
      return "\(pointer) is sorted otherwise"
    }
    if list.value(of: node, forKey: "no such key") != nil || list.element(of: node, at: whole.count(of: same)) != nil {
      return "\(pointer) has more than it has"
    }
    for position in 0..<whole.count(of: same) {
      guard let child = list.element(of: node, at: position), let other = whole.element(of: same, at: position) else {
        return "\(pointer) has no entry \(position)"
      }
      if list.parent(of: child) != node { return "\(pointer): entry \(position) has another parent" }
      let key = list.keyUTF8(of: node, at: position)
      if !key.elementsEqual(whole.keyUTF8(of: same, at: position)) { return "\(pointer): key \(position) differs" }
      if list.keyPlace(of: node, at: position) != whole.keyPlace(of: same, at: position) {
        return "\(pointer): key \(position) is elsewhere"
      }
      if whole.kind(of: same) == .dictionary, list.value(of: node, forKey: key) != child {
        return "\(pointer): key \(position) leads elsewhere"
      }
      if let problem = difference(list, child, whole, other) { return problem }
    }
    return nil
  }
}
