import Basics

/// A pattern of a seal's rule: a POSIX extended regular expression, which may match anywhere in a path, as with `regexec(3)`.
///
/// Paths are matched byte by byte. Takes time at most proportional to the product of the lengths of pattern and path, because all
/// alternatives are followed simultaneously (Thompson's construction).
package struct SealPattern: Sendable {
  package struct Unsupported: Error, Hashable, Sendable {
    package let reason: String
  }

  /// The maximum length of a pattern in bytes, and of states: bounded repetitions multiply the states of the repeated part.
  package static let sizeLimit = 1024
  private static let stateLimit = 4096
  private static let depthLimit = 32
  /// `RE_DUP_MAX`
  private static let repetitionLimit = 255

  fileprivate enum State {
    case byte(UInt8, next: Int)
    case any(next: Int)
    case set(Int, next: Int)
    case fork(Int, Int)
    case start(next: Int)
    case end(next: Int)
    case match
  }

  private var states: [State] = []
  private var sets: [ByteSet] = []
  private let first: Int
  /// A string that every matching path contains, which rules out most paths quickly.
  private let literal: [UInt8]
  private var isAnchored = false

  /// Throws if this is not an expression, is too large, or has different meanings on different systems.
  package init(_ pattern: String) throws(Unsupported) {
    guard pattern.utf8.count <= Self.sizeLimit else {
      throw Unsupported(reason: "it has more than \(Self.sizeLimit) bytes")
    }
    var parser = Parser(rest: Array(pattern.utf8)[...])
    let tree = try parser.expression(depth: 0)
    guard parser.rest.isEmpty else { throw Unsupported(reason: "a closing parenthesis has no opening one") }
    literal = Self.literal(of: tree)
    var assembler = Assembler(limit: Self.stateLimit)
    let match = try assembler.add(.match)
    first = try assembler.add(tree, before: match)
    (states, sets) = (assembler.states, parser.sets)
    var inside = Threads(count: states.count)
    var steps: UInt64 = 0
    add(first, to: &inside, at: 1, of: 2, &steps)
    isAnchored = inside.list.allSatisfy { if case .start = states[$0] { true } else { false } } && !inside.hasMatched
  }

  /// Whether any part of a path matches. Adds the work done to `steps`.
  package func matches(_ path: UnsafeBufferPointer<UInt8>, steps: inout UInt64) -> Bool {
    steps += UInt64(path.count) / 16 + 1
    guard contains(path) else { return false }
    var current = Threads(count: states.count)
    var next = current
    for position in 0...path.count {
      if position == 0 || !isAnchored { add(first, to: &current, at: position, of: path.count, &steps) }
      if current.hasMatched { return true }
      guard position < path.count, !current.list.isEmpty else {
        if isAnchored || position == path.count { return false }
        continue
      }
      let byte = path[position]
      next.removeAll()
      for state in current.list {
        let target: Int? =
          switch states[state] {
          case .byte(let wanted, let target): wanted == byte ? target : nil
          case .any(let target): target
          case .set(let number, let target): sets[number].contains(byte) ? target : nil
          case .fork, .start, .end, .match: nil
          }
        if let target { add(target, to: &next, at: position + 1, of: path.count, &steps) }
      }
      swap(&current, &next)
    }
    return false
  }

  /// The longest literal string in a sequence.
  private static func literal(of tree: Tree) -> [UInt8] {
    var (longest, run) = ([UInt8](), [UInt8]())
    let parts: [Tree] = if case .sequence(let parts) = tree { parts } else { [tree] }
    for part in parts {
      if case .byte(let byte) = part { run.append(byte) } else { run = [] }
      if run.count > longest.count { longest = run }
    }
    return longest
  }

  private func contains(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = literal.first else { return true }
    guard path.count >= literal.count else { return false }
    for start in 0...(path.count - literal.count) where path[start] == first {
      var length = 1
      while length < literal.count, path[start + length] == literal[length] { length += 1 }
      if length == literal.count { return true }
    }
    return false
  }

  package func matches(_ path: String, steps: inout UInt64) -> Bool {
    var path = path
    return path.withUTF8 { matches($0, steps: &steps) }
  }

  /// A set of states that are active simultaneously.
  private struct Threads {
    var list: [Int] = []
    var isKnown: [Bool]
    var stack: [Int] = []
    var hasMatched = false

    init(count: Int) { isKnown = [Bool](repeating: false, count: count) }

    mutating func removeAll() {
      for state in list { isKnown[state] = false }
      list.removeAll(keepingCapacity: true)
      hasMatched = false
    }
  }

  /// Adds a state and all states that it leads to without consuming a byte.
  private func add(_ state: Int, to threads: inout Threads, at position: Int, of count: Int, _ steps: inout UInt64) {
    threads.stack.append(state)
    while let state = threads.stack.popLast() {
      steps += 1
      guard !threads.isKnown[state] else { continue }
      threads.isKnown[state] = true
      threads.list.append(state)
      switch states[state] {
      case .fork(let one, let other):
        threads.stack.append(other)
        threads.stack.append(one)
      case .start(let next): if position == 0 { threads.stack.append(next) }
      case .end(let next): if position == count { threads.stack.append(next) }
      case .match: threads.hasMatched = true
      case .byte, .any, .set: break
      }
    }
  }

  fileprivate indirect enum Tree {
    case byte(UInt8)
    case any
    case set(Int)
    case start
    case end
    case sequence([Tree])
    case choice([Tree])
    case repetition(Tree, least: Int, most: Int?)
  }

  fileprivate struct Parser {
    var rest: ArraySlice<UInt8>
    var sets: [ByteSet] = []

    mutating func expression(depth: Int) throws(Unsupported) -> Tree {
      guard depth <= SealPattern.depthLimit else {
        throw Unsupported(reason: "its parentheses are nested more than \(SealPattern.depthLimit) levels deep")
      }
      var branches = [try branch(depth)]
      while rest.first == UInt8(ascii: "|") {
        rest.removeFirst()
        branches.append(try branch(depth))
      }
      return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func branch(_ depth: Int) throws(Unsupported) -> Tree {
      var pieces: [Tree] = []
      while let byte = rest.first, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
        let atom = try atom(depth)
        pieces.append(try repeated(atom))
      }
      guard !pieces.isEmpty else { throw Unsupported(reason: "a part of it is empty") }
      return pieces.count == 1 ? pieces[0] : .sequence(pieces)
    }

    private mutating func atom(_ depth: Int) throws(Unsupported) -> Tree {
      let byte = rest.removeFirst()
      switch byte {
      case UInt8(ascii: "("):
        let inner = try expression(depth: depth + 1)
        guard rest.popFirst() == UInt8(ascii: ")") else { throw Unsupported(reason: "a parenthesis is not closed") }
        return inner
      case UInt8(ascii: "."): return .any
      case UInt8(ascii: "^"): return .start
      case UInt8(ascii: "$"): return .end
      case UInt8(ascii: "["): return try bracket()
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst() else { throw Unsupported(reason: "it ends with a backslash") }
        // The meaning of \w, \d, \< and \1 depends on the system.
        let isLetter = (0x61...0x7A).contains(next | 0x20) || (0x30...0x39).contains(next)
        guard !isLetter, next != UInt8(ascii: "<"), next != UInt8(ascii: ">") else {
          throw Unsupported(reason: "'\\\(Character(Unicode.Scalar(next)))' is not part of POSIX expressions")
        }
        return .byte(next)
      case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "{"):
        throw Unsupported(reason: "'\(Character(Unicode.Scalar(byte)))' has nothing to repeat")
      default: return .byte(byte)
      }
    }

    private mutating func repeated(_ atom: Tree) throws(Unsupported) -> Tree {
      guard let byte = rest.first else { return atom }
      let tree: Tree
      switch byte {
      case UInt8(ascii: "*"): tree = .repetition(atom, least: 0, most: nil)
      case UInt8(ascii: "+"): tree = .repetition(atom, least: 1, most: nil)
      case UInt8(ascii: "?"): tree = .repetition(atom, least: 0, most: 1)
      case UInt8(ascii: "{"):
        rest.removeFirst()
        let least = try number()
        var most = least
        if rest.first == UInt8(ascii: ",") {
          rest.removeFirst()
          most = rest.first == UInt8(ascii: "}") ? nil : try number()
        }
        guard let least, rest.first == UInt8(ascii: "}"), most.map({ $0 >= least }) ?? true else {
          throw Unsupported(reason: "a repetition in braces is not {m}, {m,} or {m,n}")
        }
        tree = .repetition(atom, least: least, most: most)
      default: return atom
      }
      rest.removeFirst()
      if let next = rest.first, "*+?{".utf8.contains(next) {
        throw Unsupported(reason: "it repeats a repetition without parentheses")
      }
      return tree
    }

    private mutating func number() throws(Unsupported) -> Int? {
      var value: Int?
      while let digit = rest.first, (0x30...0x39).contains(digit) {
        rest.removeFirst()
        value = (value ?? 0) * 10 + Int(digit - 0x30)
        guard value ?? 0 <= SealPattern.repetitionLimit else {
          throw Unsupported(reason: "it repeats something more than \(SealPattern.repetitionLimit) times")
        }
      }
      return value
    }

    private static let classes: [String: [ClosedRange<UInt8>]] = [
      "alpha": [0x41...0x5A, 0x61...0x7A], "digit": [0x30...0x39], "alnum": [0x30...0x39, 0x41...0x5A, 0x61...0x7A],
      "upper": [0x41...0x5A], "lower": [0x61...0x7A], "space": [0x09...0x0D, 0x20...0x20],
      "blank": [0x09...0x09, 0x20...0x20], "punct": [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E],
      "print": [0x20...0x7E], "graph": [0x21...0x7E], "cntrl": [0...0x1F, 0x7F...0x7F],
      "xdigit": [0x30...0x39, 0x41...0x46, 0x61...0x66],
    ]

    private mutating func bracket() throws(Unsupported) -> Tree {
      let unclosed = Unsupported(reason: "a bracket is not closed")
      var set = ByteSet()
      let isNegated = rest.first == UInt8(ascii: "^")
      if isNegated { rest.removeFirst() }
      var isFirst = true
      while true {
        guard let byte = rest.popFirst() else { throw unclosed }
        if byte == UInt8(ascii: "]"), !isFirst { break }
        isFirst = false
        if byte == UInt8(ascii: "["), let kind = rest.first, ":=.".utf8.contains(kind) {
          guard kind == UInt8(ascii: ":"), let end = rest.dropFirst().firstIndex(of: kind),
            let ranges = Self.classes[String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)]
          else { throw Unsupported(reason: "a class in brackets is unknown") }
          rest = rest[(end + 1)...]
          guard rest.popFirst() == UInt8(ascii: "]") else { throw unclosed }
          for range in ranges { set.insert(range) }
          continue
        }
        guard rest.first == UInt8(ascii: "-"), let upper = rest.dropFirst().first, upper != UInt8(ascii: "]") else {
          set.insert(byte...byte)
          continue
        }
        guard upper >= byte, upper != UInt8(ascii: "["), byte < 0x80, upper < 0x80 else {
          throw Unsupported(reason: "a range in brackets is not from a lower to a higher character")
        }
        set.insert(byte...upper)
        rest.removeFirst(2)
      }
      if isNegated { set.invert() }
      sets.append(set)
      return .set(sets.count - 1)
    }
  }

  /// Creates states, starting with the last.
  fileprivate struct Assembler {
    var states: [State] = []
    let limit: Int

    mutating func add(_ state: State) throws(Unsupported) -> Int {
      guard states.count < limit else { throw Unsupported(reason: "it is too complex") }
      states.append(state)
      return states.count - 1
    }

    mutating func add(_ tree: Tree, before next: Int) throws(Unsupported) -> Int {
      switch tree {
      case .byte(let byte): return try add(.byte(byte, next: next))
      case .any: return try add(.any(next: next))
      case .set(let number): return try add(.set(number, next: next))
      case .start: return try add(.start(next: next))
      case .end: return try add(.end(next: next))
      case .sequence(let trees):
        var next = next
        for tree in trees.reversed() { next = try add(tree, before: next) }
        return next
      case .choice(let trees):
        var entry = try add(trees[trees.count - 1], before: next)
        for tree in trees.dropLast().reversed() { entry = try add(.fork(try add(tree, before: next), entry)) }
        return entry
      case .repetition(let tree, let least, let most):
        var entry = next
        if let most {
          for _ in 0..<(most - least) { entry = try add(.fork(try add(tree, before: entry), next)) }
        } else {
          // A loop: the fork leads back to itself.
          entry = try add(.fork(next, next))
          states[entry] = .fork(try add(tree, before: entry), next)
        }
        for _ in 0..<least { entry = try add(tree, before: entry) }
        return entry
      }
    }
  }
}
