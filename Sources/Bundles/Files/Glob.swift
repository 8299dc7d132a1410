/// A pattern for paths: `*` and `?` stay within a component, `**` as a component matches any number of them, `[a-z]` and
/// `[!a-z]` are sets. Everything is matched by bytes except `?`, which takes one UTF-8 character.
package struct Glob: Sendable {
  private enum Element: Sendable {
    case byte(UInt8)
    case character
    case set(ByteSet)
    case run
  }

  /// Some of the 256 bytes, found in one step however many ranges a pattern names.
  private struct ByteSet: Sendable {
    private var words = SIMD4<UInt64>.zero

    mutating func insert(_ range: ClosedRange<UInt8>) {
      for byte in range { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }
    }

    mutating func invert() { words = ~words }

    func contains(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }
  }

  /// Nil stands for `**`.
  private let components: [[Element]?]
  /// What every path that matches starts and ends with: most paths are told apart by these alone.
  private let start: [UInt8]
  private let end: [UInt8]

  /// Nil when a `[` has no `]`.
  package init?(_ pattern: String) {
    var components: [[Element]?] = []
    for part in pattern.split(separator: "/", omittingEmptySubsequences: false) {
      if part == "**" {
        components.append(nil)
        continue
      }
      var elements: [Element] = []
      var rest = Array(part.utf8)[...]
      while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: "*"): elements.append(.run)
        case UInt8(ascii: "?"): elements.append(.character)
        case UInt8(ascii: "["):
          guard let set = Self.set(&rest) else { return nil }
          elements.append(set)
        default: elements.append(.byte(byte))
        }
      }
      components.append(elements)
    }
    self.components = components
    start = Self.literal(components.first.flatMap { $0 } ?? [])
    end = Self.literal((components.last.flatMap { $0 } ?? []).reversed()).reversed()
  }

  /// The bytes that stand for themselves, as far as there are no others.
  private static func literal(_ elements: some Sequence<Element>) -> [UInt8] {
    var bytes: [UInt8] = []
    for element in elements {
      guard case .byte(let byte) = element else { break }
      bytes.append(byte)
    }
    return bytes
  }

  private static func set(_ rest: inout ArraySlice<UInt8>) -> Element? {
    var isNegated = false
    if rest.first == UInt8(ascii: "!") {
      isNegated = true
      rest.removeFirst()
    }
    var set = ByteSet()
    var isEmpty = true
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "]") && !isEmpty {
        if isNegated { set.invert() }
        return .set(set)
      }
      isEmpty = false
      if rest.first == UInt8(ascii: "-"), let upper = rest.dropFirst().first, upper != UInt8(ascii: "]"), upper >= byte
      {
        set.insert(byte...upper)
        rest.removeFirst(2)
      } else {
        set.insert(byte...byte)
      }
    }
    return nil
  }

  /// Whether the whole path matches. Adds the work done to `steps`. Time is at most the product of both lengths; once `steps` are more
  /// than `limit`, the work ends and the answer means nothing.
  package func matches(_ path: String, steps: inout UInt64, limit: UInt64 = .max) -> Bool {
    var path = path
    return path.withUTF8 { matches($0, &steps, limit) }
  }

  private func matches(_ path: UnsafeBufferPointer<UInt8>, _ steps: inout UInt64, _ limit: UInt64) -> Bool {
    steps += 1 + UInt64(min(path.count, start.count) + min(path.count, end.count)) / 16
    guard Self.matches(start, path, at: 0), Self.matches(end, path, at: path.count - end.count) else { return false }
    let count = components.count + 1
    // On the stack, as paths are matched by the million. All positions are those of components, or one more.
    return withUnsafeTemporaryAllocation(of: Bool.self, capacity: 2 * count) { states in
      states.initialize(repeating: false)
      return matches(
        path, UnsafeMutableBufferPointer(rebasing: states[..<count]),
        UnsafeMutableBufferPointer(rebasing: states[count...]), &steps, limit)
    }
  }

  /// Whether these bytes stand at a place of the path.
  private static func matches(_ bytes: [UInt8], _ path: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    guard place >= 0, path.count - place >= bytes.count else { return false }
    for (offset, byte) in bytes.enumerated() where path[place + offset] != byte { return false }
    return true
  }

  /// The same with room for two states of the search, in which nothing is set.
  private func matches(
    _ path: UnsafeBufferPointer<UInt8>, _ first: UnsafeMutableBufferPointer<Bool>,
    _ second: UnsafeMutableBufferPointer<Bool>, _ steps: inout UInt64, _ limit: UInt64
  ) -> Bool {
    // reachable[i]: the first i components can match the parts seen so far.
    var (reachable, next) = (first, second)
    reachable[0] = true
    func skipRuns(_ states: UnsafeMutableBufferPointer<Bool>) {
      for position in components.indices where states[position] && components[position] == nil {
        states[position + 1] = true
      }
    }
    skipRuns(reachable)
    var rest = path[...]
    while true {
      let slash = rest.firstIndex(of: UInt8(ascii: "/"))
      let part = UnsafeBufferPointer(rebasing: rest[..<(slash ?? rest.endIndex)])
      for position in next.indices { next[position] = false }
      steps += UInt64(components.count) / 4
      if steps > limit { return false }
      for position in components.indices where reachable[position] {
        if let elements = components[position] {
          if Self.matches(elements, part, &steps, limit) { next[position + 1] = true }
        } else {
          next[position] = true
        }
      }
      skipRuns(next)
      swap(&reachable, &next)
      guard let slash else { return reachable[components.count] }
      rest = rest[(slash + 1)...]
    }
  }

  /// One component: on a mismatch only the last `*` needs to be tried again, one byte further.
  private static func matches(
    _ elements: [Element], _ text: UnsafeBufferPointer<UInt8>, _ steps: inout UInt64, _ limit: UInt64
  ) -> Bool {
    var element = 0
    var position = 0
    var retry: (element: Int, position: Int)?
    while position < text.count {
      steps += 1
      if steps > limit { return false }
      if element < elements.count {
        switch elements[element] {
        case .run:
          retry = (element, position)
          element += 1
          continue
        case .byte(let byte) where byte == text[position]:
          element += 1
          position += 1
          continue
        case .character:
          position += 1
          while position < text.count, text[position] & 0xC0 == 0x80 { position += 1 }
          element += 1
          continue
        case .set(let set) where set.contains(text[position]):
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
    return elements[element...].allSatisfy { if case .run = $0 { true } else { false } }
  }
}
