/// A pattern for paths: `*` and `?` stay within a component, `**` as a component matches any number of them, `[a-z]` and
/// `[!a-z]` are sets. Everything is matched by bytes except `?`, which takes one UTF-8 character.
public struct Glob: Sendable {
  private enum Element: Sendable {
    case byte(UInt8)
    case character
    case set([ClosedRange<UInt8>], isNegated: Bool)
    case run
  }

  /// Nil stands for `**`.
  private let components: [[Element]?]
  /// What every path that matches starts and ends with: most paths are told apart by these alone.
  private let start: [UInt8]
  private let end: [UInt8]

  /// Nil when a `[` has no `]`.
  public init?(_ pattern: String) {
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
    var ranges: [ClosedRange<UInt8>] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "]") && !ranges.isEmpty { return .set(ranges, isNegated: isNegated) }
      if rest.first == UInt8(ascii: "-"), let upper = rest.dropFirst().first, upper != UInt8(ascii: "]"), upper >= byte
      {
        ranges.append(byte...upper)
        rest.removeFirst(2)
      } else {
        ranges.append(byte...byte)
      }
    }
    return nil
  }

  /// Whether the whole path matches. Adds the work done to `steps`. Time is at most the product of both lengths.
  public func matches(_ path: String, steps: inout UInt64) -> Bool {
    var path = path
    return path.withUTF8 { matches($0, &steps) }
  }

  private func matches(_ path: UnsafeBufferPointer<UInt8>, _ steps: inout UInt64) -> Bool {
    steps += 1
    guard path.starts(with: start), path.suffix(end.count).elementsEqual(end) else { return false }
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
      for position in components.indices where reachable[position] {
        if let elements = components[position] {
          if Self.matches(elements, part, &steps) { next[position + 1] = true }
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
  private static func matches(
    _ elements: [Element], _ text: UnsafeBufferPointer<UInt8>, _ steps: inout UInt64
  ) -> Bool {
    var element = 0
    var position = 0
    var retry: (element: Int, position: Int)?
    while position < text.count {
      steps += 1
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
        case .set(let ranges, let isNegated) where ranges.contains(where: { $0.contains(text[position]) }) != isNegated:
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
