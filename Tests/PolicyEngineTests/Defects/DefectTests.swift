import Basics
import Bundles
import FileFacts
import KeyRegistry
import LuaRuntime
import PolicyTestSupport
import PropertyLists
import Reports
import Testing

@testable import PolicyEngine
@testable import PolicyTesting

/// Whatever is wrong with a bundle, the rules of the standard policies report it: none of them fails itself.
///
/// By default some of all cases are tried; with `BUNDLEPOLICY_EXHAUSTIVE_TESTS=1` all, and with `BUNDLEPOLICY_DEFECTS=7` one of 7.
@Suite(.largeStack) struct DefectTests {
  private static let policies = [
    "recommended", "strict", "app_store.ios", "app_store.macos", "developer_id", "framework", "history", "legacy",
    "secrets", "suite",
  ].map { "apple." + $0 }

  /// Of so many cases, one is tried.
  private static func stride(_ usual: UInt64) -> UInt64 {
    if let text = getenv("BUNDLEPOLICY_DEFECTS"), let given = UInt64(String(cString: text)), given > 0 { return given }
    return Exhaustiveness.isOn ? 1 : usual
  }

  private static func program() throws -> PolicyProgram {
    var options = PolicyProgram.Options(policies: policies, standardPolicies: "Policies")
    options.limits.seconds = 600
    return try PolicyProgram(options)
  }

  /// Runs rules on bundles and keeps what fails, once for each rule and message.
  private struct Trial {
    let program: PolicyProgram
    private var random: SmallGenerator
    private let stride: UInt64
    /// How often each case has come up.
    private var tried: [String: Int] = [:]
    private(set) var count = 0
    private(set) var failures: [String: String] = [:]

    init(_ program: PolicyProgram, shard: Int, stride: UInt64) {
      (self.program, self.stride) = (program, stride)
      random = SmallGenerator(seed: UInt64(shard) &+ 1)
    }

    /// Whether a case is one of those that are tried. Examples of a rule are alike: of the same case, two are enough.
    mutating func isNext(_ rule: Rule, _ place: String, _ defect: String) -> Bool {
      let times = tried[[rule.id, place, defect].joined(separator: "\n"), default: 0] + 1
      tried[[rule.id, place, defect].joined(separator: "\n")] = times
      return times <= 2 && random.next() % stride == 0
    }

    mutating func check(
      _ graph: BundleGraph, _ previous: [BundleGraph]?, rules: [String], _ what: @autoclosure () -> String
    ) {
      count += 1
      var options = Check.Options(asOf: .today(), previous: previous, rules: rules, allowsEmpty: true)
      options.evaluatesBare = !rules.isEmpty
      var check = Check(program, options)
      check.run(on: graph, path: "x")
      let report = check.report()
      for error in report.errors + report.bundles.flatMap(\.errors) {
        // A comparison of bundles says that one could not be checked; why is an error without a rule.
        guard let rule = error.rule, error.code != "across.incomplete" else { continue }
        let place = error.line.map { "\(error.file ?? ""):\($0)" } ?? ""
        // Digits and quoted texts differ from one case to the next.
        let key = "\(rule) \(error.code.rawValue) \(place)"
        if failures[key] == nil { failures[key] = "\(key): \(error.message.shortened(to: 200)) [\(what())]" }
      }
    }

    func conclude(_ least: Int) {
      #expect(count >= least)
      for failure in failures.values.sorted() { Issue.record("\(failure)") }
      if Exhaustiveness.isOn { print("cases tried: \(count)") }
    }
  }

  /// A rule's example as it is, and what the rule reads of it.
  private struct Example {
    let rule: Rule
    let name: String
    let fixture: Fixture
    let built: BuiltFixture
    let reads: [Read]

    static func all(_ program: PolicyProgram, shard: Int, of shards: Int) throws -> [Example] {
      var choice = SmallGenerator(seed: UInt64(shard) &+ 100)
      let stride = Exhaustiveness.isOn || getenv("BUNDLEPOLICY_DEFECTS") != nil ? 1 : DefectTests.exampleStride
      var seen: Set<String> = []
      var all: [Example] = []
      for (number, rule) in program.rules.enumerated()
      where seen.insert(rule.place).inserted && number % shards == shard {
        let examples = rule.examples.pass.map { ("pass", $0) } + rule.examples.fail.map { ("fail", $0.description) }
        for (number, (kind, value)) in examples.enumerated() where choice.next() % stride == 0 {
          let fixture = try FixtureReader(table: FixtureTable()).example(
            value, kind: rule.exampleKind, platform: rule.examplePlatform, in: "example")
          guard fixture.conditions.parameters.isEmpty else { continue }
          let built = try BuiltFixture(fixture, "example")
          var options = Check.Options(
            asOf: fixture.conditions.asOf ?? .today(), previous: built.previous, rules: [rule.id], allowsEmpty: true)
          options.evaluatesBare = true
          options.explains = true
          var check = Check(program, options)
          built.run(&check)
          let explanations = check.report().bundles.flatMap(\.rules).flatMap { $0.explanations ?? [] }
          all.append(
            Example(
              rule: rule, name: "\(kind) example \(number + 1)", fixture: fixture, built: built,
              reads: explanations.flatMap(\.reads)))
        }
      }
      return all
    }

    var isPropertyList: Bool { fixture.kind == .plist }
    var graph: BundleGraph { built.graphs[0] }
    var others: [BundleGraph] { Array(built.graphs.dropFirst()) }

    /// The property lists that the rule reads in the first bundle, by path, and the places in them.
    var places: [(file: String, pointer: String, isContainer: Bool)] {
      var seen: Set<[String]> = []
      return reads.compactMap { read in
        guard [.key, .entries].contains(read.kind) else { return nil }
        let file = [read.bundle, read.file ?? ""].filter { !$0.isEmpty }.joined(separator: "/")
        return seen.insert([file, read.name, "\(read.kind)"]).inserted ? (file, read.name, read.kind == .entries) : nil
      }
    }
  }

  private static let shards = 2
  /// Of so many examples, one is looked at.
  private static let exampleStride: UInt64 = 10

  /// Each place that a rule reads has each wrong value, or contains it.
  @Test(arguments: 0..<shards) func noValueEndsARule(_ shard: Int) throws {
    let program = try Self.program()
    var trial = Trial(program, shard: shard, stride: Self.stride(50))
    for example in try Example.all(program, shard: shard, of: Self.shards) {
      let contents = example.isPropertyList ? nil : try BundleContents(example.graph)
      var known: [String: PropertyListValue] = [:]
      for (file, pointer, isContainer) in example.places {
        let info = example.graph.outer.info
        let list = known[file] ?? (contents.map { $0.propertyList(file) } ?? PropertyListValue(info.root, in: info))
        guard let list else { continue }
        known[file] = list
        for edit in Self.edits(of: pointer, isContainer: isContainer)
        where trial.isNext(example.rule, file + pointer, edit.phrase.shortened(to: 300)) {
          guard let changed = list.applying(edit), case .dictionary = changed else { continue }
          let previous = example.built.previous
          let graph: BundleGraph?
          if let contents {
            graph = contents.with(.text(changed.document), at: file).graph()
          } else {
            graph = (try? PropertyList.parse(Array(changed.document.utf8), file: "Info.plist")).map {
              BundleGraph.propertyList($0, name: example.graph.displayPath, displayPath: example.graph.displayPath)
            }
          }
          guard let graph else { continue }
          trial.check(
            graph, previous, rules: [example.rule.id],
            "\(example.name), \(file): \(edit.phrase.shortened(to: 200))")
        }
      }
      // Earlier builds have had their own mistakes.
      for (position, earlier) in (example.built.previous ?? []).enumerated() where earlier.outer.infoPath != nil {
        let contents = try BundleContents(earlier)
        guard let path = earlier.outer.infoPath, let list = contents.propertyList(path) else { continue }
        for (_, pointer, isContainer) in example.places {
          for edit in Self.edits(of: pointer, isContainer: isContainer)
          where trial.isNext(example.rule, "earlier" + pointer, edit.phrase.shortened(to: 300)) {
            guard let changed = list.applying(edit),
              let graph = contents.with(.text(changed.document), at: path).graph()
            else { continue }
            var previous = example.built.previous ?? []
            previous[position] = graph
            trial.check(
              example.graph, previous, rules: [example.rule.id],
              "\(example.name), earlier build: \(edit.phrase.shortened(to: 200))")
          }
        }
      }
      try Self.tryEntitlements(example, &trial)
    }
    trial.conclude(200)
  }

  private static func edits(of pointer: String, isContainer: Bool) -> [PropertyListEdit] {
    var edits: [PropertyListEdit] = []
    if !pointer.isEmpty {
      edits = WrongValue.all.map { PropertyListEdit(.set($0), at: pointer) } + [PropertyListEdit(.remove, at: pointer)]
    }
    if isContainer {
      edits += WrongValue.all.map { PropertyListEdit(.add($0), at: pointer + "/-") }
      edits += oddKeys.map { PropertyListEdit(.set(.string("x")), at: pointer + "/" + JSONPointer.escape($0)) }
    }
    return edits
  }

  private static func tryEntitlements(_ example: Example, _ trial: inout Trial) throws {
    guard let entitlements = example.fixture.entitlements else { return }
    let wrong: [LuaValue] =
      WrongValue.strings.map { .string($0) } + [
        .integer(7), .boolean(true), .boolean(false), .list([]), .list([.integer(1)]),
        .list([.string("*"), .string("")]),
        .record([("x", .list([]))]),
      ]
    for (position, entry) in entitlements.enumerated() {
      for (number, value) in wrong.enumerated() where trial.isNext(example.rule, entry.key, "\(number)") {
        var fixture = example.fixture
        fixture.entitlements?[position].value = value
        guard let built = try? BuiltFixture(fixture, "example") else { continue }
        trial.check(
          built.graphs[0], built.previous, rules: [example.rule.id],
          "\(example.name), entitlement \(entry.key): \(value.typeName)")
      }
    }
  }

  /// Each file of a rule's examples is damaged, in each way, and each directory is a file.
  @Test(arguments: 0..<shards) func noFileEndsARule(_ shard: Int) throws {
    let program = try Self.program()
    var trial = Trial(program, shard: shard, stride: Self.stride(50))
    for example in try Example.all(program, shard: shard, of: Self.shards) where !example.isPropertyList {
      let contents = try BundleContents(example.graph)
      let (rules, previous) = ([example.rule.id], example.built.previous)
      for directory in contents.directories {
        for node in [MemoryStorage.Node.text("x"), .link("/etc"), .other]
        where trial.isNext(example.rule, directory, "\(node)") {
          guard let graph = contents.with(node, at: directory).graph() else { continue }
          trial.check(graph, previous, rules: rules, "\(example.name), \(directory): a file")
        }
      }
      for (path, node) in contents.nodes {
        guard case .file(let bytes, _) = node else { continue }
        for (name, node) in damages(of: bytes) where trial.isNext(example.rule, path, name) {
          guard let graph = contents.with(node, at: path).graph() else { continue }
          trial.check(graph, previous, rules: rules, "\(example.name), \(path) \(name)")
        }
        // A file that cannot be searched may contain a secret, so that is an error of the rule.
        if example.rule.policy == "apple.secrets" || example.rule.localID == "must-not-ship" { continue }
        let ends = Set([0, 4, 16, bytes.count / 2, bytes.count - 1].filter { $0 >= 0 }).sorted()
        for fault in [FaultyStorage.Fault.refused] + ends.map({ .failing(at: $0) })
        where trial.isNext(example.rule, path, "\(fault)") {
          guard let graph = contents.graph({ FaultyStorage(inner: $0, path: path, fault: fault) }) else {
            continue
          }
          trial.check(graph, previous, rules: rules, "\(example.name), \(path): \(fault)")
        }
      }
    }
    trial.conclude(200)
  }

  /// The kinds and systems of bundles with an Info.plist that rules read.
  private static let shapes: [(Fixture.Kind, Fixture.Platform)] =
    [.application, .framework, .extension, .plugin, .plist].flatMap { (kind: Fixture.Kind) in
      [.macos, .ios, .watchos].map { (kind, $0) }
    }

  /// Every key of the registry has each wrong value, in Info.plists of every kind: all keys at once, and mixtures where that is asked for.
  @Test(arguments: 0..<shards) func noKeyEndsARule(_ shard: Int) throws {
    let program = try Self.program()
    var trial = Trial(program, shard: shard, stride: 1)
    let all = KeyRegistry.allKeys
    var choice = SmallGenerator(seed: 5)
    let stride = Self.stride(200)
    for (number, (kind, platform)) in Self.shapes.enumerated() where number % Self.shards == shard {
      var fixture = Fixture()
      (fixture.kind, fixture.platform) = (kind, platform)
      let graph = try FixtureBuilder.graph(fixture, in: "given")
      let contents = kind == .plist ? nil : try BundleContents(graph)
      guard let sound = PropertyListValue(graph.outer.info.root, in: graph.outer.info) else { continue }
      func tryKeys(_ what: String, _ values: [(key: String, value: PropertyListValue)], isInside: Bool) {
        var list: PropertyListValue? = sound
        for (key, value) in values {
          let schema = isInside ? KeyRegistry.schema(of: key) : nil
          // A list whose root is not a dictionary would not be read.
          let edit = PropertyListEdit(
            .set(schema.map { $0.filled(with: value) } ?? value), at: "/" + JSONPointer.escape(key))
          list = list?.applying(edit)
        }
        guard let text = list?.document else { return }
        let changed: BundleGraph?
        if let contents {
          changed = graph.outer.infoPath.flatMap { contents.with(.text(text), at: $0).graph() }
        } else {
          changed = (try? PropertyList.parse(Array(text.utf8), file: "Info.plist")).map {
            .propertyList($0, name: "Info.plist", displayPath: "Info.plist")
          }
        }
        guard let changed else { return }
        trial.check(changed, nil, rules: [], "\(kind) for \(platform)\(isInside ? ", inside" : ""): \(what)")
      }
      // The keys that identify a bundle do not change.
      let identity: Set = ["CFBundlePackageType", "CFBundleSupportedPlatforms", "DTPlatformName", "CFBundleExecutable"]
      let free = all.filter { !identity.contains($0) }
      for value in WrongValue.all where choice.next() % stride == 0 {
        for isInside in [false, true] {
          tryKeys(value.shown.shortened(to: 100), free.map { ($0, value) }, isInside: isInside)
        }
      }
      for seed in 0..<(stride == 1 ? 60 as UInt64 : 1) {
        var choice = SmallGenerator(seed: seed &* 64 &+ UInt64(number))
        let some = free.filter { _ in choice.next() % 3 == 0 }.map {
          ($0, WrongValue.all.randomElement(using: &choice) ?? .null)
        }
        tryKeys("mixture \(seed)", some, isInside: seed % 2 == 1)
      }
    }
    trial.conclude(5)
  }

  /// Many rules read the executable, and one reports that it cannot be read.
  @Test(arguments: [FaultyStorage.Fault.refused, .failing(at: 0)], [Fixture.Platform.macos, .ios])
  func anUnreadableExecutableIsOneFinding(_ fault: FaultyStorage.Fault, _ platform: Fixture.Platform) throws {
    var fixture = Fixture()
    fixture.platform = platform
    let sound = try FixtureBuilder.graph(fixture, in: "given")
    let path = try #require(sound.outer.executable)
    let contents = try BundleContents(sound)
    let graph = try #require(contents.graph { FaultyStorage(inner: $0, path: path, fault: fault) })
    let program = try PolicyProgram(.init(policies: ["apple.recommended"], standardPolicies: "Policies"))
    var check = Check(program, .init(asOf: .today()))
    check.run(on: graph, path: "x")
    let report = check.report()
    #expect(report.bundles.flatMap(\.errors) == [])
    #expect(report.bundles.flatMap(\.findings).map(\.rule) == ["apple.recommended/files-are-whole"])
  }

  /// Rules that recognize custom keys do not run out of fuel, for any names.
  @Test func manyCustomKeysEndNoRule() throws {
    let program = try Self.program()
    var trial = Trial(program, shard: 0, stride: 1)
    let rules = program.rules.map(\.id).filter { $0.contains("key") || $0.contains("qualif") }
    let names = (0..<1_000).flatMap { ["Our\($0)Key", "CFBundleNam\($0)", "\($0)UsageDescription"] }
    let keys = names.map { "<key>\($0)</key><string>x</string>" }.joined()
    trial.check(try .app(keys), nil, rules: rules, "3,000 keys")
    trial.conclude(1)
  }
}

extension KeySchema {
  /// A value of this form, with the wrong `value` as each item and field.
  fileprivate func filled(with value: PropertyListValue) -> PropertyListValue {
    if let items { return .array([items.filled(with: value), value]) }
    if fields.isEmpty, others == nil { return value }
    return .dictionary(
      fields.map { .init(key: $0.name, value: $0.schema.filled(with: value)) }
        + (others.map { [.init(key: "x", value: $0.filled(with: value))] } ?? []))
  }
}
