import PolicyTestSupport
import Testing

@testable import CheckerPlugIns

extension CheckerSuite {
  /// Programs and checkers of different versions of the interface.
  @Suite struct VersionTests {
    private static let second = PlugInIdentifier("00000000-0000-0000-0000-0000000000F2")

    private func registry(_ workshop: CheckerWorkshop, knowsSecond: Bool) throws -> CheckerRegistry {
      let registry = CheckerRegistry(interfaces: (knowsSecond ? [try #require(Self.second)] : []) + [.interface1])
      try registry.add([.named(workshop.folder("Plugins"))])
      return registry
    }

    private static func sample(_ flags: [String] = []) throws -> CheckerSample {
      CheckerSample(
        "Loading", "com.example.loading", "LoadingFactory",
        library: try CheckerCompiler.library("loading.c", flags))
    }

    private func findings(_ registry: CheckerRegistry, _ workshop: CheckerWorkshop) throws -> [String] {
      let session = CheckerSession(
        graph: LocalCheckerGraph(try workshop.graph()), subject: 0, options: try CheckerWorkshop.options(),
        isExplaining: false)
      try registry.check("com.example.loading", session)
      return session.outcome.findings.map(\.message)
    }

    @Test func anOldCheckerInANewProgram() throws {
      let workshop = try CheckerWorkshop([Self.sample()])
      #expect(try findings(try registry(workshop, knowsSecond: false), workshop) == ["version 1 of 224 bytes"])
      #expect(try findings(try registry(workshop, knowsSecond: true), workshop) == ["version 2 of 224 bytes"])
    }

    @Test func aNewCheckerInANewProgram() throws {
      let workshop = try CheckerWorkshop([Self.sample(["-DLOADING_VERSION_2"])])
      #expect(try findings(try registry(workshop, knowsSecond: true), workshop) == ["version 2 of 224 bytes"])
    }

    @Test func aNewCheckerInAnOldProgram() throws {
      let workshop = try CheckerWorkshop([Self.sample(["-DLOADING_VERSION_2"])])
      do {
        _ = try Checkers(workshop.settings()).description(of: "com.example.loading")
        Issue.record("it was taken")
      } catch {
        #expect(error.code == .interface)
        #expect(error.message.contains("without interface version 1"))
        #expect(error.hint?.contains("build the checker again with the CheckerABI.h of this program") == true)
        #expect(error.file == workshop.folder("Plugins/Loading.checker"))
      }
    }

    @Test func theHeaderNeedsNoMoreThanTheLanguage() throws {
      let folder = try TemporaryFolder(["c.c": "#include \"CheckerABI.h\"\nint size = sizeof(checker_host);\n"])
      for standard in ["c99", "c11", "gnu17"] {
        try CheckerCompiler.run(
          try #require(CheckerCompiler.path), ["-std=\(standard)", folder("c.c"), "-o", folder("o")] + Self.strict)
      }
    }

    @Test(.enabled(if: CheckerCompiler.cxxPath != nil, "no C++ compiler in PATH"))
    func theHeaderNeedsNoMoreThanCPlusPlus() throws {
      let folder = try TemporaryFolder([
        "cxx.cpp":
          "#include \"CheckerABI.h\"\nchecker_uuid type = CHECKER_TYPE_ID;\nint size = sizeof(checker_host);\n"
      ])
      for standard in ["c++11", "c++17"] {
        try CheckerCompiler.run(
          try #require(CheckerCompiler.cxxPath),
          ["-std=\(standard)", folder("cxx.cpp"), "-o", folder("o")] + Self.strict)
      }
    }

    private static let strict = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-I", CheckerCompiler.include, "-c"]

    @Test func theExampleInC() throws {
      let workshop = try CheckerWorkshop()
      let example = "\(BuiltProgram.packageRoot)/Examples/checkers/LargeFiles"
      let code = "Plugins/LargeFiles.checker/\(CheckerSample.codePath("LargeFiles"))"
      try workshop.folder.copy("\(example)/Info.plist", to: "Plugins/LargeFiles.checker/Contents/Info.plist")
      try workshop.folder.write(code, "")
      try CheckerCompiler.compile(
        "\(example)/large_files.c", to: workshop.folder(code), ["-Wall", "-Wextra", "-Werror"])
      try workshop.folder.write("App.app/Contents/Resources/large", [UInt8](repeating: 0, count: 5000))
      try workshop.folder.write("App.app/Contents/Resources/small", [UInt8](repeating: 0, count: 1000))
      for isolated in [true, false] {
        let checkers = Checkers(workshop.settings(isolated: isolated))
        #expect(try checkers.description(of: "com.example.large-files").options.map(\.name) == ["limit"])
        let outcome = checkers.check(
          "com.example.large-files", bundle: 0, of: try workshop.graph(),
          options: try .parse(Array("{ limit = 1; }".utf8), file: "options"), isExplaining: false)
        // Text is not an integer: the example then uses 0, and every file is larger.
        #expect(outcome.findings.map(\.file).contains("Contents/Resources/small"))
        let bounded = checkers.check(
          "com.example.large-files", bundle: 0, of: try workshop.graph(),
          options: try .parse(
            Array(PropertyListText.document("<key>limit</key><integer>4999</integer>").utf8), file: "options"),
          isExplaining: false)
        #expect(bounded.failure == nil)
        #expect(bounded.findings.map(\.file) == ["Contents/Resources/large"])
      }
    }
  }
}
