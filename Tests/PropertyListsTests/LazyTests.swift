import Basics
import PropertyLists
import Testing

/// Lists whose values are decoded when they are asked for.
@Suite struct LazyTests {
  @Test func generatedListsReadTheSame() {
    var good = 0
    for seed in 0..<150 as Range<UInt64> {
      var generator = BinaryGenerator(seed)
      let bytes = generator.file().bytes
      #expect(LazyAgreement.problem(bytes, seed: seed) == nil, "seed \(seed)")
      if (try? PropertyList.parse(bytes, file: "t")) != nil { good += 1 }
    }
    #expect(good > 130)
  }

  @Test func spoiledListsAreRefusedAlike() {
    var refused = 0
    for seed in 0..<150 as Range<UInt64> {
      var generator = BinaryGenerator(seed)
      let bytes = generator.file().bytes
      for round in 0..<15 as Range<UInt64> {
        let spoiled = generator.spoil(bytes)
        #expect(LazyAgreement.problem(spoiled, seed: round) == nil, "seed \(seed), round \(round)")
        if (try? PropertyList.parse(spoiled, file: "t")) == nil { refused += 1 }
      }
    }
    #expect(refused > 500)
  }

  @Test func boundsAreTheSame() {
    var refused: [String: Int] = [:]
    for seed in 0..<200 as Range<UInt64> {
      var generator = BinaryGenerator(seed)
      let bytes = generator.file().bytes
      for limits in [
        Limits(maximumNodes: generator.number(20..<60)), Limits(maximumDepth: generator.number(1..<6)),
        Limits(maximumExpandedSize: generator.number(10..<200)), Limits(maximumSharedNodes: generator.number(0..<20)),
      ] {
        #expect(LazyAgreement.problem(bytes, limits, seed: seed) == nil, "seed \(seed)")
        do throws(PropertyListError) {
          _ = try PropertyList.parse(bytes, file: "t", limits: limits)
        } catch {
          refused[error.code.rawValue, default: 0] += 1
        }
      }
    }
    for code in ["limit.nodes", "limit.depth", "limit.expanded-size", "limit.shared-nodes"] {
      #expect((refused[code] ?? 0) > 20, "\(code)")
    }
  }

  @Test func samplesReadTheSame() {
    for length in 0...HostileInputTests.binary.count {
      let bytes = Array(HostileInputTests.binary[..<length])
      if length >= 6 { #expect(LazyAgreement.problem(bytes) == nil, "\(length) bytes") }
    }
    for at in 8..<HostileInputTests.binary.count {
      for value in [0, 1, 0x0F, 0x10, 0x13, 0x5F, 0x6F, 0x7F, 0x80, 0xAF, 0xDF, 0xFE, 0xFF] as [UInt8] {
        var bytes = HostileInputTests.binary
        bytes[at] = value
        #expect(LazyAgreement.problem(bytes) == nil, "byte \(at) is \(value)")
      }
    }
  }

  @Test(.enabled(if: Corpus.root != nil, "no corpus beside the checkout (../shared/corpus)"))
  func corpusReadsTheSame() throws {
    let root = try #require(Corpus.root)
    var compared = 0
    for path in Corpus.files(root + "/plists") + Corpus.files(root + "/bundles") {
      guard let source = Corpus.bytes(path), source.starts(with: Array("bplist".utf8)) else { continue }
      #expect(LazyAgreement.problem(source) == nil, "\(path)")
      compared += 1
    }
    #expect(compared > 5)
  }

  @Test func cyclesAreFoundWhenTheyClose() throws {
    let file = BinaryFixture([0xD1, 1, 2], BinaryFixture.ascii("a"), [0xA2, 3, 0], [0x09])
    let list = try PropertyList.lazily(file.bytes)
    let array = try #require(list.value(of: list.root, forKey: "a"))
    #expect(list.element(of: array, at: 0).map { list.boolean(of: $0) } == true)
    #expect(list.failure == nil)
    let cycle = try #require(list.element(of: array, at: 1))
    #expect(list.kind(of: cycle) == .null && list.count(of: cycle) == 0)
    #expect(list.failure?.code == "binary.cycle")
  }

  @Test func failuresGoToWhoMeetsThem() throws {
    let file = BinaryFixture([0xA3, 1, 2, 3], [0x09], [0x70], [0xD1, 1, 1])
    let list = try PropertyList.lazily(file.bytes)
    let elements = (0..<3).compactMap { list.element(of: list.root, at: $0) }
    #expect(list.boolean(of: elements[0]) == true && list.takeFailure() == nil)
    #expect(list.kind(of: elements[1]) == .null)
    #expect(list.takeFailure()?.description == "t:byte 13: error: 0x70 begins no object of a property list")
    #expect(list.takeFailure() == nil && list.failure?.code == "binary.marker")
    #expect(list.boolean(of: elements[0]) == true && list.takeFailure() == nil)
    #expect(list.string(of: elements[1]) == nil && list.takeFailure()?.code == "binary.marker")
    // The kind of a container tells nothing about what it holds.
    #expect(list.kind(of: elements[2]) == .dictionary && list.takeFailure() == nil)
    #expect(list.count(of: elements[2]) == 0 && list.takeFailure()?.code == "binary.key")
    #expect(list.value(of: elements[2], forKey: "a") == nil && list.takeFailure()?.code == "binary.key")
    #expect(list.place(of: elements[1]) == Place(byteOffset: 13) && list.pointer(to: elements[1]) == "/1")
    #expect(list.failure?.code == "binary.marker")
  }

  @Test func defectsWithoutNumber() throws {
    let count = 1000
    let file = BinaryFixture(BinaryFixture.marker(0xA0, count) + [UInt8](repeating: 1, count: count), [0x70])
    let list = try PropertyList.lazily(file.bytes)
    for position in 0..<count {
      #expect(list.element(of: list.root, at: position).map { list.kind(of: $0) } == .null)
      #expect(list.takeFailure()?.code == "binary.marker")
    }
  }

  @Test func onlyLongBinaryListsAreOpenedLazily() throws {
    let binary = BinaryFixture(
      [0xA2, 1, 2], [0x09], BinaryFixture.marker(0x40, 300_000) + [UInt8](repeating: 7, count: 300_000))
    var file = binary
    file.offsetSize = 4
    #expect(try PropertyList.open(ByteArray(file.bytes), file: "t").isLazy)
    #expect(try !PropertyList.open(ByteArray(file.bytes), file: "t", limits: Limits(lazyThreshold: 400_000)).isLazy)
    #expect(try !PropertyList.open(SequentialSource(bytes: ByteArray(file.bytes)), file: "t").isLazy)
    let text = Array(plist("<string>\(String(repeating: "x", count: 300_000))</string>").utf8)
    let list = try PropertyList.open(ByteArray(text), file: "t")
    #expect(!list.isLazy && list.failure == nil && list.string(of: list.root)?.utf8.count == 300_000)
    try list.validate()
    #expect(throws: PropertyListError.self) { try PropertyList.open(ByteArray([]), file: "t") }
    let tooLarge = #expect(throws: PropertyListError.self) {
      try PropertyList.open(ByteArray(file.bytes), file: "t", limits: Limits(maximumFileSize: 300_000))
    }
    #expect(tooLarge?.code == "limit.file-size")
  }
}
