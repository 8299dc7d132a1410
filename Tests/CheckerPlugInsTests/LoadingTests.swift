import Bundles
import PolicyTestSupport
import Testing

@testable import CheckerPlugIns

extension CheckerSuite {
  /// Code that can't be loaded, that registers itself, and that is let go.
  @Suite struct LoadingTests {
    static let identifier = "com.example.loading"

    private static func sample(_ flags: String..., function: String = "LoadingFactory") throws -> CheckerSample {
      CheckerSample("Loading", identifier, function, library: try CheckerCompiler.library("loading.c", flags))
    }

    private static func dynamic(_ function: String?, _ flags: String...) throws -> CheckerSample {
      CheckerSample(
        "Loading", identifier, registering: function, library: try CheckerCompiler.library("loading.c", flags))
    }

    private func trouble(_ checkers: Checkers, _ identifier: String = identifier) -> PlugInError? {
      do {
        _ = try checkers.description(of: identifier)
        return nil
      } catch {
        return error
      }
    }

    private func expectFailure(
      _ sample: CheckerSample, _ code: PlugInCode, _ message: String, isolated: Bool, seconds: Int = 600,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let workshop = try CheckerWorkshop([sample, .good()])
      do {
        let checkers = Checkers(workshop.settings(isolated: isolated, seconds: seconds))
        let failure = try #require(trouble(checkers), sourceLocation: sourceLocation)
        #expect(failure.code == code, sourceLocation: sourceLocation)
        #expect(failure.message.contains(message), "\(failure.message)", sourceLocation: sourceLocation)
        #expect(
          failure.file?.contains("Loading.checker") == true, "\(failure.file ?? "")", sourceLocation: sourceLocation)
        #expect(failure.hint != nil, sourceLocation: sourceLocation)
        try workshop.expectGood(checkers, sourceLocation: sourceLocation)
      }
      #expect(ProcessCensus.left(with: workshop.worker).isEmpty, sourceLocation: sourceLocation)
    }

    // MARK: Loading

    @Test(
      arguments: [
        ("LOADING_LOOP", .time, "longer than 1 second"), ("LOADING_CRASH", .crashed, "SIGABRT"),
        ("LOADING_EXIT", .crashed, "status 0"),
      ] as [(String, PlugInCode, String)])
    func aConstructorGoesWrong(_ define: String, _ code: PlugInCode, _ message: String) throws {
      try expectFailure(Self.sample("-D\(define)"), code, message, isolated: true, seconds: code == .time ? 1 : 600)
    }

    /// The one whose code ran is named, whichever was looked for.
    @Test(arguments: ["com.example.unknown", "com.example.loading", "com.example.loading.second", nil])
    func theRightOneIsBlamed(_ asked: String?) throws {
      let workshop = try CheckerWorkshop([Self.sample("-DLOADING_CRASH"), .good()])
      let checkers = Checkers(workshop.settings())
      do throws(PlugInError) {
        if let asked { _ = try checkers.description(of: asked) } else { _ = try checkers.all() }
        Issue.record("it did not crash")
      } catch {
        #expect(error.code == .crashed)
        let named = asked?.hasPrefix(Self.identifier) == true ? asked ?? "" : Self.identifier
        #expect(error.message.hasPrefix("checker '\(named)' crashed"), "\(error.message)")
        #expect(error.file == workshop.folder("Plugins/Loading.checker"))
      }
    }

    @Test(arguments: [true, false])
    func aSymbolIsMissing(_ isolated: Bool) throws {
      try expectFailure(Self.sample("-DLOADING_UNDEFINED"), .load, "nobody_has_this", isolated: isolated)
      try expectFailure(Self.sample(function: "NoFactory"), .load, "'NoFactory'", isolated: isolated)
    }

    @Test(arguments: [true, false])
    func itLoadsItself(_ isolated: Bool) throws {
      let workshop = try CheckerWorkshop([Self.sample("-DLOADING_SELF")])
      #expect(trouble(Checkers(workshop.settings(isolated: isolated))) == nil)
    }

    #if os(Linux)
      @Test(arguments: [true, false])
      func librariesOfItsOwn(_ isolated: Bool) throws {
        let folder = try TemporaryFolder()
        // Each needs the other; the linker wants one of them first.
        try CheckerCompiler.compile("loading.c", to: folder("libone.so"), ["-Wl,-soname,libone.so"])
        try CheckerCompiler.compile(
          "loading.c", to: folder("libother.so"), ["-DLOADING_OTHER_SIDE", "-L\(folder.path)", "-l:libone.so"])
        try CheckerCompiler.compile(
          "loading.c", to: folder("libone.so"),
          [
            "-DLOADING_OTHER", "-L\(folder.path)", "-l:libother.so", "-Wl,-rpath,\(folder.path)",
            "-Wl,-soname,libone.so",
          ])
        let sample = CheckerSample(
          "Loading", Self.identifier, "LoadingFactory", library: try folder.bytes("libone.so"))
        let workshop = try CheckerWorkshop([sample])
        #expect(trouble(Checkers(workshop.settings(isolated: isolated))) == nil)
        try folder.write("libother.so", "gone")
        try expectFailure(sample, .load, "libother.so", isolated: isolated)
      }

      @Test(
        arguments: [
          ("machine", "another architecture: "), ("class", "32 bits"), ("mach-o", "is a Mach-O file, for macOS"),
          ("fat", "is a Mach-O file, for macOS"), ("empty", "is not a library"), ("short", "is not a library"),
          ("text", "is not a library"), ("cut", ""),
        ])
      func isNoLibraryOfThisMachine(_ kind: String, _ message: String) throws {
        var sample = try Self.sample()
        var bytes = sample.library
        switch kind {
        case "machine": bytes.replaceSubrange(18..<20, with: bytes[18] == 183 ? [62, 0] : [183, 0])
        case "class": bytes[4] = 1
        case "mach-o": bytes.replaceSubrange(0..<4, with: [0xCF, 0xFA, 0xED, 0xFE])
        case "fat": bytes.replaceSubrange(0..<4, with: [0xCA, 0xFE, 0xBA, 0xBE])
        case "empty": bytes = []
        case "short": bytes = Array(bytes.prefix(10))
        case "text": bytes = Array("#!/bin/sh\necho no library at all\n".utf8)
        default: bytes = Array(bytes.prefix(64))
        }
        sample.library = bytes
        for isolated in [true, false] { try expectFailure(sample, .load, message, isolated: isolated) }
      }
    #endif

    @Test func bundlesThatAreNone() throws {
      let workshop = try CheckerWorkshop([.good()])
      let plugIns = workshop.folder("Plugins")
      func code(_ make: () throws -> Void) throws -> PlugInCode? {
        try make()
        defer { _ = try? ChildProcess.run("/bin/rm", ["-rf", plugIns + "/Loop.checker"]) }
        // The others are used all the same.
        let all = try Checkers(workshop.settings()).all()
        #expect(all.checkers.map(\.description.identifier) == ["com.example.good"])
        #expect(!all.refused.contains { !$0.isFault })
        return all.refused.first?.why.code
      }
      #expect(try code { try workshop.folder.link("Plugins/Loop.checker", to: "Loop.checker") } == .unreadable)
      #expect(try code { try workshop.folder.link("Plugins/Loop.checker", to: "nowhere") } == .unreadable)
      #expect(try code { try workshop.folder.write("Plugins/Loop.checker", "a file") } == .unreadable)
      #expect(try code { try workshop.folder.makeDirectory("Plugins/Loop.checker/Contents") } == .unreadable)
      #expect(
        try code { try workshop.folder.write("Plugins/Loop.checker/Contents/Info.plist", "<plist>") } == .unreadable)
      var sample = try Self.sample()
      sample.name = "Loop"
      #expect(
        try code {
          try workshop.folder.write("Plugins/Loop.checker/Contents/Info.plist", sample.info)
        } == .load)
      // Another name for the same counts once.
      #expect(try code { try workshop.folder.link("Plugins/Loop.checker", to: "Good.checker") } == nil)
    }

    // MARK: Registration

    @Test(arguments: [nil, "CFPlugInDynamicRegister", "RegisterAndKeep"], [true, false])
    func registersItself(_ function: String?, _ isolated: Bool) throws {
      let workshop = try CheckerWorkshop([Self.dynamic(function)])
      let checkers = Checkers(workshop.settings(isolated: isolated))
      for _ in 0..<2 {
        let outcome = checkers.check(
          Self.identifier, bundle: 0, of: try workshop.graph(), options: try CheckerWorkshop.options(),
          isExplaining: false)
        #expect(outcome.failure == nil)
        // CHECKER_INVALID and CHECKER_ABSENT: what comes late is refused.
        #expect(
          outcome.findings.map(\.message)
            == (function == "RegisterAndKeep" ? ["late 4 1"] : []) + ["version 1 of 224 bytes"])
      }
    }

    @Test(
      arguments: [
        ("RegisterNothing", "registered no factory"), ("RegisterNoType", "registered no factory"),
        ("RegisterNull", "registered no factory"), ("RegisterTwice", "is already registered by"),
        ("RegisterNoFactory", "there is no factory"),
      ])
    func registersWrongly(_ function: String, _ message: String) throws {
      for isolated in [true, false] {
        try expectFailure(Self.dynamic(function), .registration, message, isolated: isolated)
      }
    }

    @Test func theRegisterFunctionIsMissingOrLoops() throws {
      try expectFailure(Self.dynamic("RegisterNowhere"), .load, "'RegisterNowhere'", isolated: true)
      try expectFailure(Self.dynamic("RegisterLoop"), .time, "longer than", isolated: true, seconds: 1)
    }

    /// The error does not depend on the order of requests: the register function does not run twice.
    @Test func oneThatFailedIsNotTriedAgain() throws {
      let workshop = try CheckerWorkshop([Self.dynamic("RegisterNoType")])
      let registry = CheckerRegistry()
      try registry.add([.named(workshop.folder("Plugins"))])
      var messages: Set<String> = []
      for _ in 0..<3 {
        do { _ = try registry.description(of: Self.identifier) } catch { messages.insert(error.message) }
      }
      #expect(messages.count == 1)
    }

    @Test func oneFactoryInTwoBundles() throws {
      var twin = try CheckerSample.good()
      twin.name = "Twin"
      twin.identifier = "com.example.twin"
      let workshop = try CheckerWorkshop([.good(), twin])
      for isolated in [true, false] {
        let all = try Checkers(workshop.settings(isolated: isolated)).all()
        #expect(all.checkers.map(\.description.identifier) == ["com.example.good"])
        let refusal = try #require(all.refused.first)
        #expect(refusal.why.code == .registration && refusal.identifier == "com.example.twin" && refusal.isFault)
        #expect(
          refusal.why.message.contains(
            "already registered by \(workshop.folder("Plugins/Good.checker")); the first one is used"))
        #expect(refusal.why.file == workshop.folder("Plugins/Twin.checker"))
      }
    }

    @Test func aFactoryOfAnotherBundleIsRegisteredDynamically() throws {
      var dynamic = try Self.dynamic(nil)
      dynamic.name = "Dynamic"
      var fixed = try Self.sample()
      fixed.name = "Fixed"
      fixed.factories = [("AAAAAAAA-0000-0000-0000-000000000001", "LoadingFactory")]
      let workshop = try CheckerWorkshop([dynamic, fixed])
      do {
        _ = try Checkers(workshop.settings(isolated: false)).all()
        Issue.record("both were taken")
      } catch {
        #expect(error.code == .registration)
        #expect(error.message.contains("already registered by \(workshop.folder("Plugins/Fixed.checker"))"))
        #expect(error.file == workshop.folder("Plugins/Dynamic.checker"))
      }
    }

    // MARK: Unloading

    private func unloading(_ trace: TemporaryFolder, _ sample: CheckerSample) -> CheckerSample {
      var sample = sample
      sample.more += "<key>CFPlugInUnloadFunction</key><string>Unload</string>"
      return sample
    }

    @Test(arguments: [true, false])
    func codeGoesWithItsRegistry(_ isDynamic: Bool) throws {
      let trace = try TemporaryFolder()
      let flag = "-DTRACE=\"\(trace("trace"))\""
      var sample = unloading(trace, isDynamic ? try Self.dynamic(nil, flag) : try Self.sample(flag))
      if !isDynamic { sample.factories.append((CheckerSample.uuid(2), "SecondFactory")) }
      let workshop = try CheckerWorkshop([sample])
      for round in 1...3 {
        do {
          let registry = CheckerRegistry()
          try registry.add([.named(workshop.folder("Plugins"))])
          _ = try registry.descriptions()
        }
        // Registrations while it is unloaded are refused.
        #expect(try trace.text("trace") == String(repeating: "unload 4\n", count: round))
      }
    }

    @Test func theUnloadFunctionRunsAtTheEnd() throws {
      let trace = try TemporaryFolder()
      let sample = unloading(trace, try Self.sample("-DTRACE=\"\(trace("trace"))\""))
      let workshop = try CheckerWorkshop([sample])
      for isolated in [true, false] {
        do { _ = try Checkers(workshop.settings(isolated: isolated)).all() }
        #expect(try trace.text("trace") == (isolated ? "unload 4\n" : "unload 4\nunload 4\n"))
      }
      #expect(ProcessCensus.left(with: workshop.worker).isEmpty)
    }

    @Test func anUnloadFunctionThatIsMissingOrLoops() throws {
      var sample = try Self.sample()
      sample.more = "<key>CFPlugInUnloadFunction</key><string>UnloadNowhere</string>"
      try expectFailure(sample, .load, "'UnloadNowhere'", isolated: true)
      sample.more = "<key>CFPlugInUnloadFunction</key><string>UnloadLoop</string>"
      let workshop = try CheckerWorkshop([sample])
      #expect(trouble(Checkers(workshop.settings())) == nil)
      #expect(ProcessCensus.left(with: workshop.worker).isEmpty)
    }
  }
}
