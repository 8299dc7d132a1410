import PropertyLists
import Testing

/// What is read of a long file, when, and by how many at a time.
@Suite struct LazyReadingTests {
  /// Ten megabytes: {a: true, array: [4,000,000 × 1], data: 6,000,000 bytes, name: "here", table: {…}}.
  static let long: BinaryFixture = {
    let keys = ["a", "array", "data", "name", "table"].map(BinaryFixture.ascii)
    let names = (0..<200).map { BinaryFixture.ascii("key \($0)") }
    let firstName = UInt64(12)
    let table =
      BinaryFixture.marker(0xD0, 200) + (0..<200).flatMap { BinaryFixture.number(firstName + UInt64($0), 1) }
      + [UInt8](repeating: 11, count: 200)
    let array = BinaryFixture.marker(0xA0, 4_000_000) + [UInt8](repeating: 11, count: 4_000_000)
    let data = BinaryFixture.marker(0x40, 6_000_000) + [UInt8](repeating: 7, count: 6_000_000)
    let root: [UInt8] = [0xD5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    var file = BinaryFixture(
      objects: [root] + keys + [[0x09], array, data, BinaryFixture.ascii("here"), table, [0x10, 42]] + names)
    file.offsetSize = 4
    return file
  }()

  private func keys(_ list: PropertyList) -> [String] {
    (0..<list.count(of: list.root)).map { list.key(of: list.root, at: $0) }
  }

  @Test func fewBytesAreReadForFewValues() throws {
    let source = CountingSource(Self.long.bytes)
    let list = try PropertyList.open(source, file: "t")
    #expect(source.bytesRead < 40_000)
    #expect(keys(list) == ["a", "array", "data", "name", "table"])
    #expect(list.value(of: list.root, forKey: "a").map { list.boolean(of: $0) } == true)
    #expect(list.value(of: list.root, forKey: "name").map { list.string(of: $0) } == "here")
    let array = try #require(list.value(of: list.root, forKey: "array"))
    #expect(list.count(of: array) == 4_000_000)
    #expect(list.element(of: array, at: 3_999_999).map { list.integer(of: $0) } == .signed(42))
    let table = try #require(list.value(of: list.root, forKey: "table"))
    #expect(list.value(of: table, forKey: "key 150").map { list.integer(of: $0) } == .signed(42))
    #expect(list.value(of: list.root, forKey: "data").map { list.kind(of: $0) } == .data)
    #expect(source.bytesRead < 200_000, "\(source.bytesRead)")
    let data = try #require(list.value(of: list.root, forKey: "data"))
    #expect(list.data(of: data)?.last == 7)
    #expect(source.bytesRead > 6_000_000)
    try list.validate()
    #expect(list.failure == nil && list.diagnostics == [])
  }

  @Test func aDefectElsewhereIsNotNoticed() throws {
    var file = Self.long
    file.objects[9] = [0x70]
    let list = try PropertyList.open(ByteArray(file.bytes), file: "t")
    #expect(list.value(of: list.root, forKey: "a").map { list.boolean(of: $0) } == true)
    #expect(list.value(of: list.root, forKey: "name") != nil && list.failure == nil)
    let error = #expect(throws: PropertyListError.self) { try list.validate() }
    #expect(error?.code == "binary.marker" && list.failure == error)
    #expect(list.takeFailure() == error && list.diagnostics == [])
    let other = try PropertyList.open(ByteArray(file.bytes), file: "t")
    #expect(other.value(of: other.root, forKey: "name").map { other.kind(of: $0) } == .null)
    #expect(other.failure == error)
  }

  @Test func aFileThatBecomesShorter() throws {
    let source = CountingSource(Self.long.bytes)
    let list = try PropertyList.open(source, file: "t")
    let data = try #require(list.value(of: list.root, forKey: "data"))
    #expect(list.kind(of: data) == .data)
    source.breakOff(at: 5_000_000)
    #expect(list.data(of: data) == nil && list.kind(of: data) == .null)
    #expect(
      list.failure?.description == "t: error: the file can't be read: t has become shorter"
        && list.failure?.code == "file.unreadable")
    #expect(throws: PropertyListError.self) { try list.validate() }
    #expect(throws: PropertyListError.self) { try PropertyList.open(source, file: "t") }
  }

  @Test func severalThreads() async throws {
    for seed in 0..<60 as Range<UInt64> {
      var generator = BinaryGenerator(seed)
      let bytes = generator.file().bytes
      guard let whole = try? PropertyList.parse(bytes, file: "t") else { continue }
      let expected = render(whole)
      let list = try PropertyList.lazily(bytes)
      let texts = await withTaskGroup(of: String.self) { group in
        for task in 0..<4 {
          group.addTask {
            if task == 3 { _ = list.diagnostics }
            return task % 2 == 0 ? render(list) : Self.backwards(list, list.root)
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(texts.allSatisfy { $0 == expected })
    }
  }

  /// Touches everything from the end before it is rendered.
  private static func backwards(_ list: PropertyList, _ node: PropertyList.Node) -> String {
    for position in (0..<list.count(of: node)).reversed() {
      if let child = list.element(of: node, at: position) { _ = backwards(list, child) }
    }
    return node == list.root ? render(list) : ""
  }
}
