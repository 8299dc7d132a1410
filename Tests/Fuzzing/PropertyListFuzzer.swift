import PropertyLists

/// libFuzzer's entry: any bytes must end in a property list whose parts agree, or in an error. `Scripts/fuzz` builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPropertyLists(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeRawBufferPointer(start: bytes, count: count)
  for hint in [PropertyList.Hint.automatic, .strings] {
    do {
      let list = try PropertyList.parse(input, file: "fuzzed", as: hint)
      if let disagreement = disagreement(in: list) {
        // The one way to tell libFuzzer that an input is worth keeping is to crash.
        fatalError(disagreement)
      }
    } catch {
      if error.description.isEmpty { fatalError("an error without a message") }
    }
  }
  if let disagreement = lazyDisagreement(about: input) { fatalError(disagreement) }
  return 0
}

/// Looks at every value in every way there is; names the first two ways that disagree.
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

/// Opens a binary list lazily, looks at all of it from the end, and holds the outcome against that of reading it as a whole.
private func lazyDisagreement(about input: UnsafeRawBufferPointer) -> String? {
  guard input.count >= 6, input[..<6].elementsEqual("bplist".utf8) else { return nil }
  // Few enough that what is asked of every value stays quick.
  let limits = Limits(maximumNodes: 20_000, maximumSharedNodes: 5_000, lazyThreshold: 0)
  let whole = Result { () throws(PropertyListError) in try PropertyList.parse(input, file: "fuzzed", limits: limits) }
  let list: PropertyList
  do {
    list = try PropertyList.open(ByteArray(Array(input)), file: "fuzzed", limits: limits)
  } catch {
    if case .failure(error) = whole { return nil }
    return "lazily refused otherwise: \(error)"
  }
  touchBackwards(list)
  do {
    try list.validate()
  } catch {
    if case .failure(error) = whole { return nil }
    return "validated otherwise: \(error)"
  }
  guard case .success(let whole) = whole else { return "validated, but refused as a whole" }
  if let failure = list.failure { return "a defect in a good list: \(failure)" }
  if list.diagnostics != whole.diagnostics { return "other diagnostics" }
  return disagreement(in: list) ?? difference(list, list.root, whole, whole.root)
}

/// Looks at every value, the last known first. A list in which that finds no defect must have none.
private func touchBackwards(_ list: PropertyList) {
  var waiting: [UInt32] = [0]
  var known = 1
  while let index = waiting.popLast() {
    let node = PropertyList.Node(index: index)
    _ = list.data(of: node)
    _ = list.count(of: node)
    waiting += UInt32(known)..<UInt32(list.nodeCount)
    known = list.nodeCount
  }
  if list.failure != nil { return }
  do { try list.validate() } catch {
    // An offset that nothing refers to is found by whoever looks at the whole file.
    if error.code != "binary.offset" { fatalError("looking at everything did not find this: \(error)") }
  }
}

private func difference(
  _ list: PropertyList, _ node: PropertyList.Node, _ whole: PropertyList, _ same: PropertyList.Node
) -> String? {
  if list.kind(of: node) != whole.kind(of: same) { return "another kind" }
  if list.place(of: node) != whole.place(of: same) || list.pointer(to: node) != whole.pointer(to: same) {
    return "another place"
  }
  if !list.utf8(of: node).elementsEqual(whole.utf8(of: same)) { return "another text" }
  if list.data(of: node).map(Array.init) != whole.data(of: same).map(Array.init) { return "other data" }
  if list.integer(of: node) != whole.integer(of: same) || list.uid(of: node) != whole.uid(of: same)
    || list.boolean(of: node) != whole.boolean(of: same)
    || list.real(of: node)?.bitPattern != whole.real(of: same)?.bitPattern
    || list.date(of: node)?.bitPattern != whole.date(of: same)?.bitPattern
  {
    return "another value"
  }
  if list.count(of: node) != whole.count(of: same) { return "another count" }
  for position in 0..<whole.count(of: same) {
    guard let child = list.element(of: node, at: position), let other = whole.element(of: same, at: position) else {
      return "no entry"
    }
    if !list.keyUTF8(of: node, at: position).elementsEqual(whole.keyUTF8(of: same, at: position))
      || list.keyPlace(of: node, at: position) != whole.keyPlace(of: same, at: position)
    {
      return "another key"
    }
    if let problem = difference(list, child, whole, other) { return problem }
  }
  return nil
}
