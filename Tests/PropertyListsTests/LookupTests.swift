import PropertyLists
import Testing

@Suite struct LookupTests {
  /// Dictionaries with every form of index: sorted, small, hashed; with and without a duplicate key.
  @Test(arguments: [0, 1, 2, 5, 16, 17, 18, 40, 1000], [false, true])
  func everyKeyIsFound(_ count: Int, _ isShuffled: Bool) throws {
    var keys = (0..<count).map { "key\(String($0, radix: 36))\($0 % 3 == 0 ? "" : "~ipad")" }
    keys.sort { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    let sorted = keys
    if isShuffled {
      keys = keys.enumerated().sorted { ($0.offset * 7919) % 1009 < ($1.offset * 7919) % 1009 }.map(\.element)
    }
    let list = try parse("{" + keys.map { "\"\($0)\" = \"v\($0)\";" }.joined() + "}")
    #expect(list.count(of: list.root) == count)
    for (at, key) in keys.enumerated() {
      let node = try #require(list.value(of: list.root, forKey: key))
      #expect(list.string(of: node) == "v\(key)")
      #expect(list.key(of: list.root, at: at) == key)
      #expect(list.element(of: list.root, at: at) == node)
      #expect(list.parent(of: node) == list.root)
      #expect(list.value(of: list.root, forKey: key + "@") == nil)
    }
    #expect(list.value(of: list.root, forKey: "") == nil)
    let order = (0..<count).map { list.key(of: list.root, at: list.sortedPosition(of: list.root, rank: $0)) }
    #expect(order == sorted)
  }

  @Test(arguments: [3, 16, 17, 300])
  func duplicates(_ count: Int) throws {
    let keys = (0..<count).map { "k\(($0 * 7) % count)" }
    let entries = keys.map { "\($0) = first;" } + [keys[1], keys[0], keys[1]].map { "\($0) = later;" }
    let list = try parse(entries.joined(separator: "\n"))
    #expect(list.count(of: list.root) == Set(keys).count)
    #expect(list.value(of: list.root, forKey: keys[1]).flatMap { list.string(of: $0) } == "later")
    #expect(list.value(of: list.root, forKey: keys[0]).flatMap { list.string(of: $0) } == "later")
    #expect(list.value(of: list.root, forKey: keys[2]).flatMap { list.string(of: $0) } == "first")
    #expect(list.diagnostics.map(\.code) == [.duplicateKey, .duplicateKey, .duplicateKey])
    #expect(list.diagnostics.map { show($0.place) } == ["\(count + 1):1", "\(count + 2):1", "\(count + 3):1"])
    #expect(list.diagnostics.map(\.pointer) == ["/\(keys[1])", "/\(keys[0])", "/\(keys[1])"])
    // The winning entry keeps its position.
    let last = try #require(list.element(of: list.root, at: list.count(of: list.root) - 1))
    #expect(show(list.place(of: last)).hasPrefix("\(count + 3):"))
  }

  @Test func orderIsByBytes() throws {
    let list = try parse("{z;\"\u{E9}\";a;\"\";Z;\"a b\";\"\u{1F600}\";\"\u{FFFD}\";}")
    let order = (0..<list.count(of: list.root)).map {
      list.key(of: list.root, at: list.sortedPosition(of: list.root, rank: $0))
    }
    #expect(order == ["", "Z", "a", "a b", "z", "\u{E9}", "\u{FFFD}", "\u{1F600}"])
  }

  @Test func wrongQuestionsHaveNoAnswer() throws {
    let list = try parse("(a, {b = c;})")
    let text = try #require(list.element(of: list.root, at: 0))
    #expect(list.element(of: list.root, at: 2) == nil)
    #expect(list.element(of: list.root, at: -1) == nil)
    #expect(list.value(of: list.root, forKey: "a") == nil)
    #expect(list.key(of: list.root, at: 0) == "")
    #expect(list.count(of: text) == 0)
    #expect(list.integer(of: text) == nil)
    #expect(list.real(of: text) == nil)
    #expect(list.boolean(of: text) == nil)
    #expect(list.date(of: text) == nil)
    #expect(list.data(of: text) == nil)
    #expect(list.uid(of: text) == nil)
    #expect(list.string(of: list.root) == nil)
    #expect(list.parent(of: list.root) == nil)
    #expect(list.kind(of: PropertyList.Node(index: 99)) == .array)
    #expect(list.sortedPosition(of: list.root, rank: 5) == 5)
  }

  @Test func readingFromManyThreads() async throws {
    let keys = (0..<500).map { "k\(($0 * 271) % 500)" }
    let list = try parse(keys.map { "\($0) = v;\n" }.joined())
    let sums = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<500).reduce(0) { sum, rank in
            let position = list.sortedPosition(of: list.root, rank: rank)
            return sum + position * rank + Int(list.keyPlace(of: list.root, at: position).line ?? 0)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(sums).count == 1)
  }
}

/// RFC 6901 with keys that Swift's `Character` would confuse.
@Suite struct JSONPointerTests {
  @Test(arguments: [
    ["a"], [""], ["a/b", "~", "~1"], ["\u{301}x", "y"], ["\r\n", "a"], ["e\u{301}", "0"], [],
  ])
  func tokensSurvive(_ tokens: [String]) {
    let pointer = tokens.map { "/" + JSONPointer.escape($0) }.joined()
    #expect(JSONPointer.tokens(pointer).map { $0.map { Array($0.utf8) } } == tokens.map { Array($0.utf8) })
  }

  @Test(arguments: ["a", "/~", "/~2", "/a~"])
  func refused(_ text: String) { #expect(JSONPointer.tokens(text) == nil) }
}
