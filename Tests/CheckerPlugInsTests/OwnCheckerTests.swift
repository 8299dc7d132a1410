import Bundles
@testable import CheckerPlugIns
import PolicyTestSupport
import PropertyLists
import Testing

extension CheckerSuite {
  /// Checkers that are linked into the program, and what checkers are shown.
  @Suite struct OwnCheckerTests {
    private static let own = PlugInIdentifier("0DD00DD0-0000-4000-8000-000000000001")
    private static let content = """
      <key>CFBundleIdentifier</key><string>com.example.\u{E9}\u{1F600}</string>
      <key>CFBundleExecutable</key><string>App</string>
      <key>Text</key><string></string><key>Integer</key><integer>-9223372036854775808</integer>
      <key>Beyond</key><integer>18446744073709551615</integer><key>Real</key><real>2.5</real>
      <key>True</key><true/><key>False</key><false/><key>Date</key><date>1999-12-31T00:00:00Z</date>
      <key>Data</key><data>/wAB</data><key>NoData</key><data></data>
      <key>Array</key><array><string>a/~b</string><array/><dict><key>a/~b</key><integer>1</integer></dict></array>
      <key></key><dict/>
      """

    private static func workshop() throws -> CheckerWorkshop {
      let workshop = try CheckerWorkshop([
        CheckerSample(
          "Values", "com.example.values", "ValuesFactory", library: try CheckerCompiler.library("values.c"))
      ])
      let app = "Shown.app/Contents"
      try workshop.folder.write("\(app)/Info.plist", PropertyListText.document(content))
      try workshop.folder.write("\(app)/MacOS/App", Array("executable".utf8), mode: 0o755)
      try workshop.folder.write("\(app)/Resources/empty", "")
      try workshop.folder.write("\(app)/Resources/large", (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
      try workshop.folder.link("\(app)/Resources/link", to: "large")
      try workshop.folder.write(
        "\(app)/Frameworks/F.framework/Versions/A/Resources/Info.plist",
        PropertyListText.document(PropertyListText.strings(["CFBundleIdentifier": "com.example.f"])))
      try workshop.folder.link("\(app)/Frameworks/F.framework/Versions/Current", to: "A")
      try workshop.folder.link("\(app)/Frameworks/F.framework/Resources", to: "Versions/Current/Resources")
      // A reference, a set and null, which only the binary format has.
      try workshop.folder.write("Binary.app/Contents/Info.plist", binary)
      return workshop
    }

    /// `{ A = UID 5; B = set(true); C = null; }`.
    private static let binary: [UInt8] = {
      let objects: [[UInt8]] = [
        [0xD3, 1, 2, 3, 4, 5, 6], [0x51, 0x41], [0x51, 0x42], [0x51, 0x43], [0x80, 5], [0xC1, 7], [0x00], [0x09],
      ]
      var bytes = Array("bplist00".utf8)
      let offsets = objects.map { object in
        defer { bytes += object }
        return UInt8(bytes.count)
      }
      let table = UInt8(bytes.count)
      bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
      for number in [UInt8(objects.count), 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
      return bytes
    }()

    private static func registry() throws -> CheckerRegistry {
      let registry = CheckerRegistry()
      try registry.register(factory: #require(own), function: ValueChecker.factory)
      try registry.register(type: .checkerType, factory: #require(own))
      return registry
    }

    private static let options = """
      <key>flag</key><true/><key>count</key><integer>7</integer><key>ratio</key><real>0.5</real>
      <key>word</key><string>w\u{E9}</string><key>words</key><array><string>a</string><string>b</string></array>
      <key>choice</key><string>second</string>
      """

    private func run(
      _ checkers: Checkers, _ identifier: String, _ graph: BundleGraph, bundle: Int = 0, options: String = options,
      isExplaining: Bool = false
    ) throws -> CheckerOutcome {
      checkers.check(
        identifier, bundle: bundle, of: graph,
        options: try .parse(Array(PropertyListText.document(options).utf8), file: "options"),
        isExplaining: isExplaining)
    }

    /// One in Swift in this process, one in C in this process, one in C in its own: all see the same.
    @Test(arguments: [("Shown.app", 0), ("Shown.app", 1), ("Binary.app", 0)])
    func allSeeTheSame(_ name: String, _ bundle: Int) throws {
      let workshop = try Self.workshop()
      let graph = try workshop.graph(name)
      try #require(graph.bundles.indices.contains(bundle))
      let here = Checkers(workshop.settings(isolated: false), own: try Self.registry())
      let there = Checkers(workshop.settings())
      let outcomes = [
        try run(here, "com.example.values", graph, bundle: bundle, isExplaining: true),
        try run(there, "com.example.values", graph, bundle: bundle, isExplaining: true),
      ]
      let own = try run(here, "com.example.own-values", graph, bundle: bundle, isExplaining: true)
      for outcome in outcomes + [own] {
        #expect(outcome.failure == nil)
        #expect(outcome.log == ["begins"])
        #expect(outcome.findings.count > 15)
      }
      #expect(outcomes[0].findings == outcomes[1].findings)
      #expect(outcomes[0].reads == outcomes[1].reads)
      #expect(outcomes[0].calls == outcomes[1].calls)
      #expect(outcomes[0].bytes == outcomes[1].bytes && outcomes[0].bytes == own.bytes)
      #expect(own.findings.map(\.message) == outcomes[0].findings.map(\.message))
      #expect(own.findings.map(\.pointer) == outcomes[0].findings.map(\.pointer))
      #expect(own.findings.map(\.file) == outcomes[0].findings.map(\.file))
    }

    @Test func valuesAreShown() throws {
      let workshop = try Self.workshop()
      let checkers = Checkers(workshop.settings(), own: try Self.registry())
      let outcome = try run(checkers, "com.example.own-values", try workshop.graph("Shown.app"), isExplaining: true)
      let said = outcome.findings.map { "\($0.message) | \($0.pointer ?? "-")" }
      for expected in [
        "option flag | -", "option count | -", "option ratio | -", "option word | -", "option words | -",
        "option choice | -", "info.CFBundleIdentifier: text com.example.\u{E9}\u{1F600} | /CFBundleIdentifier",
        "info.Text: text  | /Text", "info.Integer: integer -9223372036854775808 | /Integer",
        "info.Beyond: integer beyond | /Beyond", "info.Real: real 2500 | /Real", "info.True: boolean 1 | /True",
        "info.False: boolean 0 | /False", "info.Date: date -31708800 | /Date", "info.Data: data of 3 from 255 | /Data",
        "info.NoData: data of 0 from 0 | /NoData", "info.Array: kind 2 of 3 | /Array",
        "info.Array.0: text a/~b | /Array/0", "info.Array.1: kind 2 of 0 | /Array/1",
        "info.Array.2.a/~b: integer 1 | /Array/2/a~1~0b", "info.: kind 1 of 0 | /", "field 2: Shown.app | -",
        "field 3: application | -", "field 7: Contents/MacOS/App | -", "field 3: framework | -", "parent 0 | -",
        "parent 1 | -", "file of type 1, 10 bytes, executable 1 | -",
        "content of 0 bytes: 0 | -",
      ] { #expect(said.contains(expected), "\(expected)") }
      // The mode of a link, and the size of a directory, are the system's.
      #expect(
        said.contains { $0.hasPrefix("file of type 3, 5 bytes") } && said.contains { $0.hasPrefix("file of type 2") })
      let missing = try #require(outcome.findings.first { $0.message == "missing" })
      #expect(missing.key == "Absent" && missing.pointer == "" && missing.severity == .warning)
      #expect(missing.expected == "a key" && missing.fix == "add it" && missing.discriminator == "d")
      let reads = Set(outcome.reads)
      for read in [
        CheckerRead(kind: .key, bundle: 0, name: "/CFBundleIdentifier"),
        .init(kind: .entries, bundle: 0, name: "/Array"),
        .init(kind: .field, bundle: 1, name: "identifier"), .init(kind: .files, bundle: 0, name: "**"),
        .init(kind: .file, bundle: 0, name: "Contents/Resources/link"),
        .init(kind: .content, bundle: 0, name: "Contents/Resources/large"),
      ] { #expect(reads.contains(read), "\(read)") }
      #expect(!outcome.isReadsCut && outcome.reads.count == reads.count)
      let silent = try run(checkers, "com.example.own-values", try workshop.graph("Shown.app"))
      #expect(silent.reads.isEmpty && silent.findings == outcome.findings && silent.calls == outcome.calls)
    }

    @Test func theOnlyBinaryKinds() throws {
      let workshop = try Self.workshop()
      let said = try run(Checkers(workshop.settings()), "com.example.values", try workshop.graph("Binary.app")).findings
      let info = said.map(\.message).filter { $0.hasPrefix("info") }
      #expect(
        info == [
          "info: kind 1 of 3", "info.A: integer 5", "info.B: kind 10 of 1", "info.B.0: boolean 1", "info.C: kind 11",
        ])
    }

    @Test func readsAreCut() throws {
      let workshop = try Self.workshop()
      var content = ""
      for number in 0..<3000 { content += "<key>K\(number)</key><integer>\(number)</integer>" }
      try workshop.folder.write("Many.app/Contents/Info.plist", PropertyListText.document(content))
      for isolated in [true, false] {
        let outcome = try run(
          Checkers(workshop.settings(isolated: isolated)), "com.example.values", try workshop.graph("Many.app"),
          isExplaining: true)
        #expect(outcome.failure == nil)
        #expect(outcome.isReadsCut && outcome.reads.count == 2000)
      }
    }

    @Test func itsDescription() throws {
      let checkers = Checkers(CheckerSettings(worker: nil), own: try Self.registry())
      let description = try checkers.description(of: "com.example.own-values")
      #expect(description.help == "https://example.com")
      #expect(description.options.map(\.name) == ["flag", "count", "ratio", "word", "words", "choice"])
      #expect(description.options.map(\.kind) == [.boolean, .integer, .number, .text, .texts, .text])
      #expect(description.options[1].bounds == 0...10)
      #expect(description.options[5].choices == ["first", "second"])
      #expect(description.options.allSatisfy { !$0.isRequired })
    }

    /// A checker in Swift looks at its options itself.
    @Test func optionsOfTheWrongKind() throws {
      let workshop = try Self.workshop()
      let checkers = Checkers(workshop.settings(), own: try Self.registry())
      for (options, message) in [
        ("<key>flag</key><string>yes</string>", "option 'flag'"),
        ("<key>choice</key><string>third</string>", "'choice'"),
        ("<key>words</key><array><true/></array>", "option 'words'"),
      ] {
        let outcome = try run(checkers, "com.example.own-values", try workshop.graph(), options: options)
        #expect(outcome.failure?.code == .failed)
        #expect(outcome.failure?.message.contains(message) == true)
      }
    }

    @Test func registersOnce() throws {
      let registry = try Self.registry()
      let own = try #require(Self.own)
      #expect(throws: PlugInError.self) { try registry.register(factory: own, function: ValueChecker.factory) }
      #expect(throws: PlugInError.self) { try registry.register(type: .checkerType, factory: .random()) }
      try registry.register(type: .checkerType, factory: own)
      #expect(try registry.descriptions().count == 1)
    }

    /// A problem with a built-in checker is reported for every request, no matter which checker it is for.
    @Test func oneOfItsOwnIsWrong() throws {
      let workshop = try CheckerWorkshop([.good()])
      let registry = try Self.registry()
      let wrong = PlugInIdentifier.random()
      try registry.register(factory: wrong) { _, _ in nil }
      try registry.register(type: .checkerType, factory: wrong)
      let checkers = Checkers(workshop.settings(isolated: false), own: registry)
      for identifier in ["com.example.own-values", "com.example.good", "com.example.own-values"] {
        do {
          _ = try checkers.description(of: identifier)
          Issue.record("\(identifier) was found")
        } catch {
          #expect(error.code == .interface)
        }
      }
    }

    @Test func itsOwnComeFirstAndBundlesAreFound() throws {
      let workshop = try CheckerWorkshop([.good()])
      let checkers = Checkers(workshop.settings(), own: try Self.registry())
      try workshop.expectGood(checkers)
      do {
        _ = try checkers.description(of: "com.example.goood")
        Issue.record("it was found")
      } catch {
        #expect(error.code == .notFound)
        #expect(error.message == "there is no checker 'com.example.goood'; did you mean 'com.example.good'?")
      }
    }
  }
}
