/// A pattern for paths: `*` and `?` stay within a component, `**` as a component matches any number of them, `[a-z]` and
/// `[!a-z]` are sets. Everything is matched by bytes except `?`, which takes one UTF-8 character.
package struct Glob: Sendable {
  /// An element of a component in one word, because paths are matched by the million: a byte that stands for itself, `character`, `run`, or
  /// from `set` on the number of a set.
  private struct Element: Sendable, Equatable {
    let code: UInt16

    static let character = Element(code: 0x100)
    static let run = Element(code: 0x101)
    private static let firstSet: UInt16 = 0x102

    static func byte(_ byte: UInt8) -> Element { Element(code: UInt16(byte)) }

    static func set(_ number: Int) -> Element { Element(code: firstSet + UInt16(clamping: number)) }

    /// How many sets a pattern can have.
    static let setLimit = Int(UInt16.max - firstSet)

    /// The number of the set; nil for anything else.
    var set: Int? { code < Self.firstSet ? nil : Int(code - Self.firstSet) }
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
  private let sets: [ByteSet]
  /// A bit for each component that is `**`, as far as a word has bits.
  private let runs: UInt64
  /// What every path that matches starts and ends with: most paths are told apart by these alone.
  private let start: [UInt8]
  private let end: [UInt8]

  /// Nil when a `[` has no `]`, and for more sets than anybody writes.
  package init?(_ pattern: String) {
    var components: [[Element]?] = []
    var sets: [ByteSet] = []
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
          guard let set = Self.set(&rest), sets.count < Element.setLimit else { return nil }
          elements.append(.set(sets.count))
          sets.append(set)
        default: elements.append(.byte(byte))
        }
      }
      components.append(elements)
    }
    self.components = components
    self.sets = sets
    runs = components.prefix(UInt64.bitWidth).enumerated().reduce(0) {
      $0 | ($1.element == nil ? 1 << UInt64($1.offset) : 0)
    }
    start = Self.literal(components.first.flatMap { $0 } ?? [])
    end = Self.literal((components.last.flatMap { $0 } ?? []).reversed()).reversed()
  }

  /// The bytes that stand for themselves, as far as there are no others.
  private static func literal(_ elements: some Sequence<Element>) -> [UInt8] {
    var bytes: [UInt8] = []
    for element in elements {
      guard let byte = UInt8(exactly: element.code) else { break }
      bytes.append(byte)
    }
    return bytes
  }

  private static func set(_ rest: inout ArraySlice<UInt8>) -> ByteSet? {
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
        return set
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
    guard components.count < UInt64.bitWidth else { return matchesInMany(path, &steps, limit) }
    // Bit i: the first i components can match the parts seen so far.
    var reachable: UInt64 = 1
    func skipRuns(_ states: inout UInt64) {
      var left = states & runs
      while left != 0 {
        let position = left.trailingZeroBitCount
        states |= 1 << UInt64(position + 1)
        left = states & runs & ~((2 << UInt64(position)) - 1)
      }
    }
    skipRuns(&reachable)
    var start = 0
    while true {
      var end = start
      while end < path.count, path[end] != UInt8(ascii: "/") { end += 1 }
      let part = UnsafeBufferPointer(rebasing: path[start..<end])
      steps += UInt64(components.count) / 4
      if steps > limit { return false }
      var next = reachable & runs
      var left = reachable & ~runs & ~(1 << UInt64(components.count))
      while left != 0 {
        let position = left.trailingZeroBitCount
        left &= left - 1
        if let elements = components[position], matches(elements, part, &steps, limit) {
          next |= 1 << UInt64(position + 1)
        }
      }
      skipRuns(&next)
      reachable = next
      if end == path.count { return reachable >> UInt64(components.count) & 1 == 1 }
      start = end + 1
    }
  }

  /// Whether these bytes stand at a place of the path.
  private static func matches(_ bytes: [UInt8], _ path: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    guard place >= 0, path.count - place >= bytes.count else { return false }
    for (offset, byte) in bytes.enumerated() where path[place + offset] != byte { return false }
    return true
  }

  /// The same for a pattern with more components than a word has bits.
  private func matchesInMany(_ path: UnsafeBufferPointer<UInt8>, _ steps: inout UInt64, _ limit: UInt64) -> Bool {
    // reachable[i]: the first i components can match the parts seen so far.
    var reachable = [Bool](repeating: false, count: components.count + 1)
    var next = reachable
    reachable[0] = true
    func skipRuns(_ states: inout [Bool]) {
      for position in components.indices where states[position] && components[position] == nil {
        states[position + 1] = true
      }
    }
    skipRuns(&reachable)
    var rest = path[...]
    while true {
      let slash = rest.firstIndex(of: UInt8(ascii: "/"))
      let part = UnsafeBufferPointer(rebasing: rest[..<(slash ?? rest.endIndex)])
      for position in next.indices { next[position] = false }
      steps += UInt64(components.count) / 4
      if steps > limit { return false }
      for position in components.indices where reachable[position] {
        if let elements = components[position] {
          if matches(elements, part, &steps, limit) { next[position + 1] = true }
        } else {
          next[position] = true
        }
      }
      skipRuns(&next)
      swap(&reachable, &next)
      guard let slash else { return reachable[components.count] }
      rest = rest[(slash + 1)...]
    }
  }

  /// One component: on a mismatch only the last `*` needs to be tried again, one byte further.
  private func matches(
    _ elements: [Element], _ text: UnsafeBufferPointer<UInt8>, _ steps: inout UInt64, _ limit: UInt64
  ) -> Bool {
    var element = 0
    var position = 0
    var retry: (element: Int, position: Int)?
    while position < text.count {
      steps += 1
      if steps > limit { return false }
      if element < elements.count {
        let wanted = elements[element]
        if wanted.code == UInt16(text[position]) {
          element += 1
          position += 1
          continue
        }
        if wanted == .run {
          retry = (element, position)
          element += 1
          continue
        }
        if wanted == .character {
          position += 1
          while position < text.count, text[position] & 0xC0 == 0x80 { position += 1 }
          element += 1
          continue
        }
        if let set = wanted.set, sets[set].contains(text[position]) {
          element += 1
          position += 1
          continue
        }
      }
      guard let last = retry else { return false }
      retry = (last.element, last.position + 1)
      element = last.element + 1
      position = last.position + 1
    }
    return elements[element...].allSatisfy { $0 == .run }
  }
}
