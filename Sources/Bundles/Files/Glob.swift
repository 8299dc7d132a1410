import Basics

/// A pattern for paths: `*` and `?` match within a component, `**` as a component matches any number of components, `[a-z]` and `[!a-z]`
/// are sets. Matching is by bytes, except that `?` matches one UTF-8 character.
package struct Glob: Sendable {
  /// An element of a component: a literal byte, `anyRun`, `anyCharacter`, or, from `firstSet` on, a set.
  private typealias Element = UInt32
  private static let (anyRun, anyCharacter, firstSet): (Element, Element, Element) = (256, 257, 258)

  private struct Component: Sendable {
    /// The range in `elements`; empty for a `**`.
    var elements: Range<Int>
    var isRun = false
    /// The number of literal bytes at the start and at the end: for most names, comparing these is enough.
    var head = 0
    var tail = 0
  }

  private var elements: [Element] = []
  private var components: [Component] = []
  private var sets: [ByteSet] = []

  /// Fails if a `[` has no `]`.
  package init?(_ pattern: String) {
    let bytes = Array(pattern.utf8)
    elements.reserveCapacity(bytes.count)
    var start = 0
    while true {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
      guard add(bytes[start..<end]) else { return nil }
      if end == bytes.count { return }
      start = end + 1
    }
  }

  private mutating func add(_ part: ArraySlice<UInt8>) -> Bool {
    var component = Component(elements: elements.count..<elements.count)
    if part.elementsEqual("**".utf8) {
      component.isRun = true
      // A second consecutive `**` has no effect.
      if components.last?.isRun != true { components.append(component) }
      return true
    }
    var at = part.startIndex
    // The position after the last element that is not a literal byte.
    var rest = 0
    while at < part.endIndex {
      let byte = part[at]
      at += 1
      switch byte {
      case UInt8(ascii: "*"): elements.append(Self.anyRun)
      case UInt8(ascii: "?"): elements.append(Self.anyCharacter)
      case UInt8(ascii: "["):
        guard let set = Self.set(part, &at) else { return false }
        elements.append(Self.firstSet + Element(clamping: sets.count))
        sets.append(set)
      default:
        elements.append(Element(byte))
        if rest == 0 { component.head += 1 }
        continue
      }
      rest = elements.count
    }
    component.elements = component.elements.lowerBound..<elements.count
    component.tail = rest == 0 ? component.head : elements.count - rest
    components.append(component)
    return true
  }

  /// Parses the set whose `[` is before `at`; returns nil if it is not terminated.
  private static func set(_ part: ArraySlice<UInt8>, _ at: inout Int) -> ByteSet? {
    func byte(_ place: Int) -> UInt8? { place < part.endIndex ? part[place] : nil }
    let isNegated = byte(at) == UInt8(ascii: "!")
    if isNegated { at += 1 }
    var set = ByteSet()
    var isEmpty = true
    while let lower = byte(at) {
      at += 1
      if lower == UInt8(ascii: "]") && !isEmpty {
        if isNegated { set.invert() }
        return set
      }
      isEmpty = false
      if byte(at) == UInt8(ascii: "-"), let upper = byte(at + 1), upper != UInt8(ascii: "]"), upper >= lower {
        set.insert(lower...upper)
        at += 2
      } else {
        set.insert(lower...lower)
      }
    }
    return nil
  }

  /// Whether the whole path matches. Adds the work done to `steps`. Takes time at most proportional to the product of both lengths; once
  /// `steps` exceeds `limit`, the search stops and the result is meaningless.
  package func matches(_ path: String, steps: inout UInt64, limit: UInt64 = .max) -> Bool {
    var path = path
    return path.withUTF8 { matches($0, &steps, limit) }
  }

  private func matches(_ path: UnsafeBufferPointer<UInt8>, _ steps: inout UInt64, _ limit: UInt64) -> Bool {
    guard let first = components.first, let last = components.last else { return false }
    steps += 1 + UInt64(min(path.count, first.head) + min(path.count, last.tail)) / 16
    guard starts(path, like: first), ends(path, like: last) else { return false }
    // On the stack, because millions of paths are matched.
    return withUnsafeTemporaryAllocation(of: Bool.self, capacity: 2 * positionCount) { states in
      var now = UnsafeMutableBufferPointer(rebasing: states[..<positionCount])
      var next = UnsafeMutableBufferPointer(rebasing: states[positionCount...])
      begin(now)
      var rest = path[...]
      while true {
        let slash = rest.firstIndex(of: UInt8(ascii: "/"))
        let part = UnsafeBufferPointer(rebasing: rest[..<(slash ?? rest.endIndex)])
        guard advance(now, by: part, to: next, steps: &steps, limit: limit) else { return false }
        swap(&now, &next)
        guard let slash else { return isEnd(now) }
        rest = rest[(slash + 1)...]
      }
    }
  }

  /// The last byte of every matching name if only the last component of a path matters, as with `**/*.png`; otherwise nil.
  var lastByteOfNames: UInt8? {
    guard components.count == 2, components[0].isRun, components[1].tail > 0, let last = elements.last else {
      return nil
    }
    return UInt8(truncatingIfNeeded: last)
  }

  func matches(lastName name: UnsafeBufferPointer<UInt8>, steps: inout UInt64, limit: UInt64) -> Bool {
    steps += 1
    return components.last.map { matches($0, name, &steps, limit) } ?? false
  }

  // MARK: Part by part

  /// The minimum number of components of a matching path.
  var leastDepth: Int { components.count { !$0.isRun } }

  /// The number of search positions in the pattern: one for each component, and the end.
  var positionCount: Int { components.count + 1 }

  func begin(_ positions: UnsafeMutableBufferPointer<Bool>) {
    positions.initialize(repeating: false)
    positions[0] = true
    skipRuns(positions)
  }

  func isEnd(_ positions: UnsafeMutableBufferPointer<Bool>) -> Bool { positions[components.count] }

  /// Sets in `next` the positions after one more path component. Returns whether there are any.
  func advance(
    _ positions: UnsafeMutableBufferPointer<Bool>, by name: UnsafeBufferPointer<UInt8>,
    to next: UnsafeMutableBufferPointer<Bool>, steps: inout UInt64, limit: UInt64
  ) -> Bool {
    steps += 1 + UInt64(components.count) / 4
    if steps > limit { return false }
    var isAnywhere = false
    for position in components.indices where positions[position] {
      let component = components[position]
      guard component.isRun || matches(component, name, &steps, limit) else { continue }
      if !isAnywhere { next.initialize(repeating: false) }
      isAnywhere = true
      next[component.isRun ? position : position + 1] = true
    }
    if isAnywhere { skipRuns(next) }
    return isAnywhere
  }

  private func skipRuns(_ positions: UnsafeMutableBufferPointer<Bool>) {
    for position in components.indices where positions[position] && components[position].isRun {
      positions[position + 1] = true
    }
  }

  private func matches(
    _ component: Component, _ text: UnsafeBufferPointer<UInt8>, _ steps: inout UInt64, _ limit: UInt64
  ) -> Bool {
    let (head, tail, count) = (component.head, component.tail, component.elements.count)
    if head == count { return text.count == count && starts(text, like: component) }
    guard text.count >= head + tail, ends(text, like: component), starts(text, like: component) else { return false }
    steps += UInt64(head + tail) / 16
    let middle = component.elements.dropFirst(head).dropLast(tail)
    // Most patterns have one `*`, which matches the rest.
    if middle.count == 1, elements[middle.lowerBound] == Self.anyRun { return true }
    return matches(elements[middle], UnsafeBufferPointer(rebasing: text[head..<(text.count - tail)]), &steps, limit)
  }

  private func starts(_ text: UnsafeBufferPointer<UInt8>, like component: Component) -> Bool {
    guard component.head <= text.count else { return false }
    let start = component.elements.lowerBound
    for at in 0..<component.head where elements[start + at] != Element(text[at]) { return false }
    return true
  }

  private func ends(_ text: UnsafeBufferPointer<UInt8>, like component: Component) -> Bool {
    guard component.tail <= text.count else { return false }
    let (start, place) = (component.elements.upperBound - component.tail, text.count - component.tail)
    for at in 0..<component.tail where elements[start + at] != Element(text[place + at]) { return false }
    return true
  }

  /// After a mismatch only the last `*` needs to be retried, one byte further on.
  private func matches(
    _ elements: ArraySlice<Element>, _ text: UnsafeBufferPointer<UInt8>, _ steps: inout UInt64, _ limit: UInt64
  ) -> Bool {
    var element = elements.startIndex
    var position = 0
    var retry: (element: Int, position: Int)?
    while position < text.count {
      steps += 1
      if steps > limit { return false }
      if element < elements.endIndex {
        switch elements[element] {
        case Self.anyRun:
          retry = (element, position)
          element += 1
          continue
        case Self.anyCharacter:
          position += 1
          while position < text.count, text[position] & 0xC0 == 0x80 { position += 1 }
          element += 1
          continue
        case let code where code < Self.anyRun ? code == Element(text[position]) : isIn(code, text[position]):
          element += 1
          position += 1
          continue
        default: break
        }
      }
      guard let last = retry else { return false }
      retry = (last.element, last.position + 1)
      element = last.element + 1
      position = last.position + 1
    }
    return elements[element...].allSatisfy { $0 == Self.anyRun }
  }

  private func isIn(_ code: Element, _ byte: UInt8) -> Bool { sets[Int(code - Self.firstSet)].contains(byte) }
}
