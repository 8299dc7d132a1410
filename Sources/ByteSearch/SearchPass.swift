import Basics

struct SearchPass {
  private let set: PatternSet
  private let choice: ByteSearchChoice
  private let file: String
  private let deadline: UInt64
  private(set) var matches: [ByteMatch] = []
  private(set) var searches: UInt64 = 0
  private var counts: [Int]
  private var seen: [Set<[UInt8]>]
  /// Where each pattern continues, in bytes from the start of the file.
  private var resumptions: [Int]
  private var flags: [Bool]
  private var missing: Int
  private var size = 0

  private static let sizeLimit = 16 << 20
  private static let seconds: UInt64 = 10

  init(_ set: PatternSet, _ choice: ByteSearchChoice, file: String) {
    (self.set, self.choice, self.file) = (set, choice, file)
    let count = set.patterns.count
    counts = Array(repeating: 0, count: count)
    seen = Array(repeating: [], count: count)
    resumptions = Array(repeating: 0, count: count)
    flags = Array(repeating: false, count: count)
    missing = count
    deadline = Clocks.processorNanoseconds() + Self.seconds * 1_000_000_000
  }

  var isComplete: Bool { missing == 0 }

  /// Starts with another text, whose bytes are counted from 0 again.
  mutating func begin() { for pattern in resumptions.indices { resumptions[pattern] = 0 } }

  struct Hit {
    let pattern: Int
    let range: Range<Int>
  }

  /// Finds the new matches in a window, sorted by place: those that start in `own` and end before `end`.
  ///
  /// `start` is the window's place in the text. The bytes outside `own` belong to other windows, or are context.
  mutating func hits(
    _ window: UnsafeBufferPointer<UInt8>, own: Range<Int>, end: Int, start: Int
  ) throws(ByteSearchError) -> [Hit] {
    try checkTime()
    guard set.scan(window, &flags) else { return [] }
    var hits: [Hit] = []
    for pattern in flags.indices where flags[pattern] {
      var from = max(own.lowerBound, resumptions[pattern] - start)
      while from < own.upperBound, !isDone(pattern), let range = try next(pattern, window, from..<end),
        range.lowerBound < own.upperBound
      {
        from = range.upperBound
        resumptions[pattern] = start + from
        if try isNew(pattern, window[range]) { hits.append(Hit(pattern: pattern, range: range)) }
      }
    }
    if hits.count > 1 { hits.sort { ($0.range.lowerBound, $0.pattern) < ($1.range.lowerBound, $1.pattern) } }
    return hits
  }

  mutating func add(_ match: ByteMatch) { matches.append(match) }

  private func isDone(_ pattern: Int) -> Bool { choice.limit.map { counts[pattern] >= $0 } ?? false }

  private mutating func next(
    _ pattern: Int, _ window: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) throws(ByteSearchError) -> Range<Int>? {
    searches += 1
    if searches % 64 == 0 { try checkTime() }
    return try mapError(try set.next(pattern, in: window, range)) { (error: PatternError) in
      ByteSearchError(.memory, error.message, file: file)
    }
  }

  /// Whether a match counts; counts it.
  private mutating func isNew(
    _ pattern: Int, _ text: Slice<UnsafeBufferPointer<UInt8>>
  ) throws(ByteSearchError) -> Bool {
    let text = Array(text.prefix(ByteMatch.longest))
    if !choice.includesRepetitions, !seen[pattern].insert(text).inserted { return false }
    counts[pattern] += 1
    if counts[pattern] == choice.limit { missing -= 1 }
    if choice.limit == nil, counts[pattern] > ByteSearchChoice.defaultLimit {
      throw ByteSearchError(
        .results,
        "'\(set.patterns[pattern].shortened(to: 80))' matches more than \(ByteSearchChoice.defaultLimit) different texts",
        file: file, hint: "write a narrower pattern, or give a limit to get only the first matches")
    }
    size += text.count + 64
    if size > Self.sizeLimit {
      throw ByteSearchError(
        .results, "the matches have more than \(Self.sizeLimit >> 20) MiB", file: file,
        hint: "write narrower patterns, or give a limit to get only the first matches")
    }
    return true
  }

  private func checkTime() throws(ByteSearchError) {
    if Clocks.processorNanoseconds() > deadline {
      throw ByteSearchError(
        .time, "the search takes more than \(counted(Self.seconds, "second")) of processor time", file: file,
        hint: "use smaller repetitions in the patterns, or fewer patterns")
    }
  }
}
