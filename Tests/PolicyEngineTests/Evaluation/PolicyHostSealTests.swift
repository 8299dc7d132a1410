import SampleFiles
import Basics
import Bundles
import FileFacts
import PolicyTestSupport
import PropertyLists
import Testing

@testable import PolicyEngine

/// The seal of a bundle and its signature, as policies see them.
@Suite struct PolicyHostSealTests {
  private typealias Files = [String: MemoryStorage.Node]

  private static func hash(_ text: String) -> [UInt8] { SignatureHash.sha256.hash(of: Array(text.utf8)) }

  private static func file(_ text: String, isOptional: Bool = false) -> SampleSeal.Entry {
    .file(hash(text), isOptional: isOptional)
  }

  /// An application for the Mac with these files in Contents, and these sealed.
  private static func app(
    _ files: Files = [:], sealed: [(path: String, entry: SampleSeal.Entry)] = [],
    rules: [(pattern: String, value: String)] = SampleSeal.macRules
  ) throws -> BundleGraph {
    var seal = SampleSeal(rules: rules)
    seal.entries = sealed
    var all: Files = [
      "Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app", "CFBundleExecutable": "App"]),
      "Contents/MacOS/App": .file(SampleMachO().bytes, mode: 0o755),
      "Contents/_CodeSignature/CodeResources": .text(seal.text),
    ]
    for (path, node) in files { all["Contents/" + path] = node }
    return try .fixture("App.app", all)
  }

  /// The findings of a rule with the seal as `seal`.
  private static func lines(_ graph: BundleGraph, _ value: String, fuel: UInt64 = 50_000_000) throws -> [String] {
    let run = try PolicyRun(
      """
      rule "r" { summary = "s", applies = { nested = false }, check = function(bundle, report)
        local seal = bundle.seal
        local function code(path) return bundle.files[path].mach_o.slices[1].signature end
        local function states(list, name)
          local result = {}
          for _, each in ipairs(list) do result[#result + 1] = each[name] .. "=" .. each.state end
          return table.concat(result, " ")
        end
        report("=" .. tostring(\(value)))
      end }
      """)
    return run.lines(try run.report(graph, fuel: fuel))
  }

  private static let difference =
    "table.concat(seal.missing, ' ') .. '|' .. table.concat(seal.changed, ' ') .. '|' .. table.concat(seal.added, ' ')"

  @Test func noSeal() throws {
    let graph = try BundleGraph.fixture(
      "App.app", ["Contents/Info.plist": .info(["CFBundleIdentifier": "com.x.app"])])
    #expect(try Self.lines(graph, "seal").last == "=nil")
  }

  @Test(
    arguments: [
      ([:], [], "||"), (["Resources/a": .text("a")], [("Resources/a", file("a"))], "||"),
      ([:], [("Resources/a", file("a"))], "Contents/Resources/a||"),
      ([:], [("Resources/a", file("a", isOptional: true))], "||"),
      (["Resources/a": .text("b")], [("Resources/a", file("a"))], "|Contents/Resources/a|"),
      (["Resources/a": .text("a")], [], "||Contents/Resources/a"),
      (["Resources/.DS_Store": .text("a"), "PkgInfo": .text("x")], [], "||"),
      (["_MASReceipt/receipt": .text("a"), "CodeResources": .link("x")], [], "||"),
      (["Resources/l": .link("a")], [("Resources/l", .link("a"))], "||"),
      (["Resources/l": .link("b")], [("Resources/l", .link("a"))], "|Contents/Resources/l|"),
      (["Resources/l": .text("a")], [("Resources/l", .link("a"))], "|Contents/Resources/l|"),
      (["Resources/l": .link("Info.plist")], [("Resources/l", file("a"))], "|Contents/Resources/l|"),
      (["Resources/l": .link("a")], [], "||Contents/Resources/l"),
      (["Resources/a/b": .text("a")], [("Resources/a", file("a"))], "|Contents/Resources/a|Contents/Resources/a/b"),
      (["Resources/pipe": .other], [], "||"), (["Resources/empty": .directory], [], "||"),
      // Paths that lead nowhere, and what the rules leave out.
      ([:], [("../../x", file("a"))], "Contents/../../x||"),
      ([:], [("/etc/passwd", file("a"))], "Contents//etc/passwd||"),
      ([:], [("Info.plist", file("a"))], "|Contents/Info.plist|"),
      // The same name with its characters composed otherwise.
      (["Resources/e\u{301}": .text("a")], [("Resources/\u{E9}", file("a"))], "||"),
      (["Resources/e\u{301}": .text("b")], [("Resources/\u{E9}", file("a"))], "|Contents/Resources/e\u{301}|"),
    ] as [([String: MemoryStorage.Node], [(path: String, entry: SampleSeal.Entry)], String)])
  func files(
    _ files: [String: MemoryStorage.Node], _ sealed: [(path: String, entry: SampleSeal.Entry)], _ expected: String
  ) throws {
    let graph = try Self.app(files, sealed: sealed)
    let found = try #require(try Self.lines(graph, Self.difference).last)
    #expect(Array(found.utf8) == Array("=\(expected)".utf8), "\(found)")
    let isIntact = try Self.lines(graph, "seal.is_intact").last
    #expect(isIntact == "=\(expected == "||")")
  }

  /// Each file is hashed and compared in every kind of place a bundle can have its seal.
  @Test(arguments: [
    ("App.app", "Info.plist", ""), ("Kit.framework", "Versions/A/Resources/Info.plist", "Versions/A/"),
    ("Kit.framework", "Resources/Info.plist", ""),
  ])
  func layouts(_ name: String, _ info: String, _ folder: String) throws {
    var seal = SampleSeal()
    seal.entries = [("Resources/Info.plist", Self.file("x", isOptional: true)), ("data", Self.file("a"))]
    let graph = try BundleGraph.fixture(
      name,
      [
        info: .info(["CFBundleIdentifier": "com.x", "CFBundleExecutable": "Kit"]),
        folder + "_CodeSignature/CodeResources": .text(seal.text), folder + "data": .text("b"),
      ])
    #expect(try Self.lines(graph, "seal.path").last == "=\(folder)_CodeSignature/CodeResources")
    #expect(try Self.lines(graph, "table.concat(seal.changed, ' ')").last?.contains("\(folder)data") == true)
  }

  @Test func aRuleThatCannotBeEvaluated() throws {
    let graph = try Self.app(rules: [(#"\d"#, "<true/>")])
    let lines = try Self.lines(graph, "seal.missing")
    #expect(lines.last?.contains(#"the rule '\d' in the list of sealed files cannot be evaluated"#) == true, "\(lines)")
    #expect(try Self.lines(graph, "#seal.rules").last == "=1")
  }

  // MARK: Nested code

  private static func signed(_ identifier: String = "com.x.k", certified: Bool = false) -> [UInt8] {
    SampleMachO { $0.fileType = 6 }.signed(
      with: SampleSignature { ($0.identifier, $0.isCertified) = (identifier, certified) })
  }

  private static func cdhash(_ bytes: [UInt8]) throws -> [UInt8] {
    let slice = try #require(try MachOFile.read(ByteArray(bytes), file: "")?.slices.first)
    return try #require(try slice.codeSignature(in: ByteArray(bytes), file: "")?.best?.cdhash)
  }

  @Test(arguments: [
    (signed(), "cdhash H\"HASH\"", "same"), (signed("other"), "cdhash H\"HASH\"", "changed"),
    (signed("other"), "cdhash H\"00\" or cdhash H\"OTHER\"", "same"), (SampleMachO().bytes, "always", "unsigned"),
    (Array("#!/bin/sh".utf8), "always", "unknown"),
    (signed("other"), "identifier other and anchor apple generic", "changed"),
    (signed("other", certified: true), "identifier \"other\" and anchor apple generic", "same"),
    (signed("other", certified: true), "identifier \"com.x.k\" and anchor apple generic", "changed"),
    (signed("other", certified: true), "identifier \"a\" or identifier \"other\"", "same"),
  ])
  func nestedCode(_ bytes: [UInt8], _ requirement: String, _ state: String) throws {
    let own = try Self.cdhash(Self.signed())
    let requirement = requirement.replacing("HASH", with: Hexadecimal.text(of: own))
      .replacing("OTHER", with: Hexadecimal.text(of: try Self.cdhash(Self.signed("other"))))
    let entry = SampleSeal.Entry.nested(cdhash: own, requirement: requirement)
    let tool = try Self.app(["MacOS/tool": .file(bytes, mode: 0o755)], sealed: [("MacOS/tool", entry)])
    #expect(try Self.lines(tool, "states(seal.nested, 'path')").last == "=Contents/MacOS/tool=\(state)")
    let kit = try Self.app(
      [
        "Frameworks/K.framework/Info.plist": .info(["CFBundleIdentifier": "com.x.k", "CFBundleExecutable": "K"]),
        "Frameworks/K.framework/K": .file(bytes, mode: 0o755), "Frameworks/K.framework/more": .text("x"),
      ], sealed: [("Frameworks/K.framework", entry)])
    #expect(try Self.lines(kit, "states(seal.nested, 'path')").last == "=Contents/Frameworks/K.framework=\(state)")
    #expect(try Self.lines(kit, Self.difference).last == "=||")
  }

  /// Each slice of a universal file must match the seal.
  @Test(
    arguments: [
      ("com.x.k", "com.x.k", "cdhash H\"ONE\" or cdhash H\"TWO\"", "same"),
      ("com.x.k", "com.x.k", "cdhash H\"ONE\"", "changed"), ("com.x.k", "com.x.k", "cdhash H\"TWO\"", "same"),
      ("com.x.k", "other", "cdhash H\"ONE\"", "changed"), ("com.x.k", nil, "cdhash H\"ONE\"", "unsigned"),
      ("com.x.k", "other", "identifier \"com.x.k\"", "changed"),
    ] as [(String, String?, String, String)])
  func eachSliceOfNestedCode(_ first: String, _ second: String?, _ requirement: String, _ state: String) throws {
    func slice(_ type: UInt32, _ subtype: UInt32, _ identifier: String?) -> [UInt8] {
      let code = SampleMachO { ($0.fileType, $0.cpuType, $0.cpuSubtype) = (6, type, subtype) }
      guard let identifier else { return code.bytes }
      return code.signed(with: SampleSignature { $0.identifier = identifier })
    }
    let (one, two) = (slice(0x0100_000C, 0, first), slice(0x0100_0007, 3, second))
    let own = try Self.cdhash(one)
    let words = requirement.replacing("ONE", with: Hexadecimal.text(of: own))
      .replacing("TWO", with: second == nil ? "" : Hexadecimal.text(of: try Self.cdhash(two)))
    // The sealed hash of the code is the hash of its first slice.
    let entry = SampleSeal.Entry.nested(cdhash: own, requirement: words)
    let bytes = SampleMachO.fat([(0x0100_000C, 0, one), (0x0100_0007, 3, two)])
    let tool = try Self.app(["MacOS/tool": .file(bytes, mode: 0o755)], sealed: [("MacOS/tool", entry)])
    #expect(try Self.lines(tool, "states(seal.nested, 'path')").last == "=Contents/MacOS/tool=\(state)")
  }

  // MARK: Work

  @Test func hashingIsCharged() throws {
    let sealed = (0..<200).map { (path: "Resources/\($0)", entry: Self.file("a")) }
    var files: Files = [:]
    for (path, _) in sealed { files[path] = .text("a") }
    let graph = try Self.app(files, sealed: sealed)
    #expect(try Self.lines(graph, "seal.is_intact").last == "=true")
    #expect(
      try Self.lines(graph, "seal.is_intact", fuel: 10_000).contains { $0.contains("fuel") || $0.contains("steps") })
  }

  /// A rule without a seal asks for nothing; lists of other sizes are limits of the reader of property lists.
  @Test func manyEntries() throws {
    let sealed = (0..<20_000).map { (path: "Resources/\($0)", entry: Self.file("a")) }
    let graph = try Self.app([:], sealed: sealed)
    #expect(try Self.lines(graph, "#seal.missing .. ' of ' .. seal.count").last == "=20000 of 20000")
  }

  // MARK: Signatures

  @Test func fieldsOfASignature() throws {
    let sample = SampleSignature {
      ($0.identifier, $0.team, $0.isCertified, $0.flags) = ("com.x.app", "TEAM", true, 0x1_0000)
      $0.partHashes = [1: [UInt8](repeating: 1, count: 32)]
    }
    let graph = try Self.app(["MacOS/App": .file(SampleMachO().signed(with: sample), mode: 0o755)])
    let s = "code('Contents/MacOS/App')"
    #expect(
      try Self.lines(
        graph,
        "\(s).identifier .. ' ' .. \(s).team .. ' ' .. table.concat(\(s).flags) .. ' ' .. \(s).certificate_size .. ' ' .. \(s).hash"
      ).last == "=com.x.app TEAM runtime 4 sha256")
    #expect(try Self.lines(graph, "states(\(s).parts, 'name')").last == "=info_plist=changed resources=unsigned")
    #expect(try Self.lines(graph, "\(s).changed_pages").last == "=0")
    #expect(try Self.lines(graph, "#\(s).cdhash .. #\(s).directories .. #\(s).requirements").last == "=4010")
    #expect(try Self.lines(graph, "\(s)").last == "=<signature of Contents/MacOS/App, arm64>")
    #expect(try Self.lines(graph, "seal").last == "=<seal Contents/_CodeSignature/CodeResources>")
    #expect(try Self.lines(graph, "\(s).colour").last?.contains("a signature has no field 'colour'") == true)
  }
}
