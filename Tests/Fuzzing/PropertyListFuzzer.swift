import PropertyLists

/// libFuzzer's entry point: any bytes must give a property list whose parts are consistent, or an error. `Scripts/fuzz` builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPropertyLists(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeRawBufferPointer(start: bytes, count: count)
  for hint in [PropertyList.Hint.automatic, .strings] {
    do {
      let list = try PropertyList.parse(input, file: "fuzzed", as: hint)
      if let disagreement = disagreement(in: list) {
        // A crash is the only way to report a finding to libFuzzer.
        fatalError(disagreement)
      }
    } catch {
      if error.description.isEmpty { fatalError("an error without a message") }
    }
  }
  return 0
}

/// Reads every value in all possible ways, and returns the first inconsistency.
private func disagreement(in list: PropertyList) -> String? {
  for index in 0..<UInt32(min(list.nodeCount, 5000)) {
    let node = PropertyList.Node(index: index)
    if let first = list.pointer(to: node).utf8.first, first != UInt8(ascii: "/") { return "a pointer without a slash" }
    if let line = list.place(of: node).line, line == 0 { return "a line before the first" }
    if let bytes = list.data(of: node), bytes.reduce(0, { $0 &+ Int($1) }) < 0 { return "data of negative bytes" }
    if list.kind(of: node) == .string, String(validating: list.utf8(of: node), as: UTF8.self) == nil {
      return "text that is not UTF-8"
    }
    if list.kind(of: node) == .dictionary, let problem = disagreement(inDictionary: node, of: list) { return problem }
  }
  for diagnostic in list.diagnostics where diagnostic.message.isEmpty { return "a diagnostic without a message" }
  return nil
}

private func disagreement(inDictionary node: PropertyList.Node, of list: PropertyList) -> String? {
  for position in 0..<list.count(of: node) {
    guard let child = list.element(of: node, at: position) else { return "an entry without a value" }
    if list.value(of: node, forKey: list.keyUTF8(of: node, at: position)) != child {
      return "a key that leads elsewhere"
    }
    if list.parent(of: child) != node { return "a child of somebody else" }
    if list.keyPlace(of: node, at: position).line == 0 { return "a key before the first line" }
  }
  for rank in 1..<max(list.count(of: node), 1) {
    let earlier = list.keyUTF8(of: node, at: list.sortedPosition(of: node, rank: rank - 1))
    let later = list.keyUTF8(of: node, at: list.sortedPosition(of: node, rank: rank))
    if !earlier.lexicographicallyPrecedes(later) { return "sorted keys out of order" }
  }
  return nil
}
