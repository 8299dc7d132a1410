import Basics
import Bundles
import PolicyTestSupport
import Testing

@testable import CheckerPlugIns

extension CheckerSuite {
  /// Checkers cannot affect each other, and leave nothing behind.
  @Suite struct IsolationTests {
    /// The state of its process that a checker reports.
    private func state(_ checkers: Checkers, _ workshop: CheckerWorkshop) throws -> [String] {
      let outcome = checkers.check(
        "com.example.state", bundle: 0, of: try workshop.graph(), options: try CheckerWorkshop.options(),
        isExplaining: false)
      #expect(outcome.failure == nil)
      return outcome.findings.map(\.message)
    }

    /// Without what differs from process to process.
    private func comparable(_ state: [String]) -> [String] {
      state.filter { message in
        !["directory ", "variable TMPDIR=", "variable HOME="].contains { message.hasPrefix($0) }
      }
    }

    /// Whether they are in one bundle or in two.
    @Test(arguments: [true, false])
    func oneCheckerDoesNotReachAnother(_ beside: Bool) throws {
      let workshop = try CheckerWorkshop(beside ? [.state(beside: true)] : [.state(), .fault()])
      let untouched = comparable(try state(Checkers(workshop.settings()), workshop))
      for first in [true, false] {
        let checkers = Checkers(workshop.settings())
        if first { _ = try state(checkers, workshop) }
        #expect(try workshop.check(checkers, "meddle").failure == nil)
        #expect(comparable(try state(checkers, workshop)) == untouched)
        #expect(checkers.finish() == [])
      }
    }

    @Test func theProcessOfAChecker() throws {
      let workshop = try CheckerWorkshop([.state()])
      // One that is not marked to be closed.
      let inherited = fcntl(2, F_DUPFD, 100)
      defer { close(inherited) }
      setenv("CI_JOB_TOKEN", "secret", 1)
      defer { unsetenv("CI_JOB_TOKEN") }
      var directory: String?
      do {
        let checkers = Checkers(workshop.settings())
        let state = try state(checkers, workshop)
        directory = state.first { $0.hasPrefix("directory ") }.map { String($0.dropFirst(10)) }
        let shown = try #require(directory)
        #expect(state.contains("empty 1") && state.contains("mode \(0o700)") && state.contains("umask \(0o22)"))
        #expect(state.filter { $0.hasPrefix("open ") } == ["open 0", "open 1", "open 2", "open 3"])
        #expect(!state.contains { $0.hasPrefix("signal ") || $0.hasPrefix("blocked ") })
        #expect(state.contains("session 1"))
        let variables = state.filter { $0.hasPrefix("variable ") }.map { String($0.dropFirst(9)) }.sorted()
        #expect(
          variables == [
            "HOME=\(shown)", "LANG=C.UTF-8", "PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=enable=no", "TMPDIR=\(shown)",
            "TZ=UTC",
          ])
        #expect(!state.contains("token of parent 0"))
        // Two runs have two.
        #expect(try self.state(Checkers(workshop.settings()), workshop).first != "directory \(shown)")
      }
      #expect(access(try #require(directory), F_OK) != 0, "the directory is left")
    }

    /// Files, and folders that are closed to their owner.
    @Test func theDirectoryIsRemovedWithAllInIt() throws {
      let workshop = try CheckerWorkshop([.fault(), .state()])
      let folder = try TemporaryFolder()
      try folder.makeDirectory("tmp")
      try folder.write(
        "policy.lua",
        """
        policy "test" { summary = "for a test" }
        rule "r" { summary = "s", checker = "com.example.fault", with = { fault = "litter" } }
        """)
      let run = try ChildProcess.run(
        BuiltProgram.path,
        [
          "check", "--policy", folder("policy.lua"), "--plugins", workshop.folder("Plugins"),
          workshop.folder("App.app"),
        ], environment: ["TMPDIR": folder("tmp")])
      #expect(run.status == 0, "\(run.errorText)")
      #expect(rmdir(folder("tmp")) == 0, "something is left")
    }

    /// Tokens are neither in the checker's variables nor in the variables of the program that started it.
    @Test func tokensAreKeptFromIt() throws {
      let workshop = try CheckerWorkshop([.state()])
      try workshop.folder.write(
        "policy.lua",
        """
        policy "test" { summary = "for a test" }
        rule "r" { summary = "s", checker = "com.example.state" }
        """)
      let run = try ChildProcess.run(
        BuiltProgram.path, ["check", "--policy", "policy.lua", "--plugins", "Plugins", "App.app"],
        in: workshop.folder.path, environment: ["CI_JOB_TOKEN": "secret"])
      #expect(run.status == 1 && run.outputText.contains("variable TZ=UTC"), "\(run.errorText)")
      #expect(!run.outputText.contains("token of parent") && !run.outputText.contains("TOKEN"))
    }

    @Test func withoutAPlaceForIt() throws {
      let workshop = try CheckerWorkshop([.good()])
      // The system's own is tried when what the variable names can't be used.
      setenv("TMPDIR", workshop.folder("absent"), 1)
      defer { if let given = Self.temporary { setenv("TMPDIR", given, 1) } else { unsetenv("TMPDIR") } }
      try workshop.expectGood(Checkers(workshop.settings()))
    }

    private static let temporary = getenv("TMPDIR").map { String(cString: $0) }

    #if os(Linux)
      /// In any session, with or without a parent, no matter how the check ends.
      @Test(
        arguments: [
          ("session", nil), ("daemon", nil), ("hopping daemon", nil), ("daemon and crash", .crashed),
          ("daemon and loop", .time), ("daemon and signals", nil),
        ] as [(String, PlugInCode?)])
      func daemonsEndWithTheirChecker(_ fault: String, _ code: PlugInCode?) throws {
        let workshop = try CheckerWorkshop([.fault(), .good()])
        do {
          let checkers = Checkers(workshop.settings(seconds: code == .time ? 1 : 600))
          // Before the clock runs: loading takes its time where much else is going on.
          _ = try workshop.unhurried { try workshop.check(checkers, "none") }
          let outcome = try workshop.check(checkers, fault)
          #expect(outcome.failure?.code == code)
          // Its findings list the ways in which it could affect others.
          #expect(outcome.findings.isEmpty, "\(outcome.findings)")
          try workshop.expectGood(checkers)
          #expect(checkers.finish() == [])
          #expect(ProcessCensus.all.filter { $0.words.contains(workshop.worker) } == [])
        }
        #expect(ProcessCensus.unreaped().isEmpty)
      }

      /// The program is killed; what its checkers started ends nevertheless.
      @Test func daemonsEndWithTheProgram() throws {
        let workshop = try CheckerWorkshop([.fault()])
        try workshop.folder.write(
          "policy.lua",
          """
          policy "test" { summary = "for a test" }
          rule "r" { summary = "s", checker = "com.example.fault", with = { fault = "daemon and loop" } }
          """)
        let process = try ChildProcess.run(
          "/bin/sh",
          [
            "-c",
            """
            count() { grep -ls "$3" /proc/[0-9]*/maps | wc -l; }
            until_is() { for i in $(seq 6000); do [ "$(count "$@")" -eq "$4" ] && break; sleep 0.1; done; count "$@"; }
            "$0" check --checker-time 3600 --policy "$1" --plugins "$2" "$3" &
            until_is "$1" "$2" "$2/Fault.checker" 2
            kill -9 $!
            wait $!
            until_is "$1" "$2" "$2/Fault.checker" 0
            """, workshop.worker, workshop.folder("policy.lua"), workshop.folder("Plugins"), workshop.folder("App.app"),
          ])
        #expect(process.outputText == "2\n0\n", "\(process.errorText)")
      }
    #endif

    // MARK: Unloading

    private static func unloading(_ flags: [String], _ function: String? = nil) throws -> CheckerSample {
      var sample = CheckerSample(
        "Loading", "com.example.loading", "LoadingFactory", library: try CheckerCompiler.library("loading.c", flags))
      if let function { sample.more = "<key>CFPlugInUnloadFunction</key><string>\(function)</string>" }
      return sample
    }

    @Test(
      arguments: [
        ([], "UnloadCrash", .crashed, "SIGABRT"), ([], "UnloadLoop", .time, "longer than"),
        (["-DLOADING_DESTRUCTOR_CRASH"], nil, .crashed, "SIGABRT"),
        (["-DLOADING_DESTRUCTOR_EXIT"], nil, .crashed, "status 7"),
        (["-DLOADING_DESTRUCTOR_LOOP"], nil, .time, "longer than"), (["-DLOADING_AT_EXIT"], nil, .crashed, "SIGABRT"),
        (["-DLOADING_AT_EXIT", "-DLOADING_STAYS"], nil, .crashed, "SIGABRT"), ([], nil, nil, ""),
      ] as [([String], String?, PlugInCode?, String)])
    func aFaultAtTheEndIsReported(
      _ flags: [String], _ function: String?, _ code: PlugInCode?, _ message: String
    ) throws {
      let workshop = try CheckerWorkshop([try Self.unloading(flags, function), .good()])
      let checkers = Checkers(workshop.settings(seconds: code == .time ? 2 : 600))
      // Before the clock runs.
      _ = try workshop.unhurried {
        checkers.check(
          "com.example.loading", bundle: 0, of: try workshop.graph(), options: try CheckerWorkshop.options(),
          isExplaining: false)
      }
      #expect(try checkers.description(of: "com.example.loading").version == "1.0")
      try workshop.expectGood(checkers)
      // Where the clock is short, the good one may be late, too.
      let failures = checkers.finish().filter { $0.code != .time || !$0.message.contains("com.example.good") }
      #expect(failures.map(\.code) == (code.map { [$0] } ?? []))
      if let failure = failures.first {
        #expect(failure.message.contains(message) && failure.message.hasSuffix(", while it was being unloaded"))
        #expect(failure.message.hasPrefix("checker 'com.example.loading'"), "\(failure.message)")
      }
      #expect(ProcessCensus.left(with: workshop.worker).isEmpty)
      // The error is reported once, and later checks start a new process.
      #expect(checkers.finish() == [])
      try workshop.expectGood(checkers)
    }

    // MARK: The report

    /// The rest of the report is complete, no matter where the fault is.
    @Test(
      arguments: [
        (["-DLOADING_CRASH"], nil, "plugin.crashed"), (["-DLOADING_UNDEFINED"], nil, "plugin.load"),
        (["-DLOADING_DESTRUCTOR_CRASH"], nil, "plugin.crashed"), ([], "RegisterNothing", "plugin.registration"),
      ] as [([String], String?, String)])
    func aFaultIsAnErrorOfItsCheckerAlone(_ flags: [String], _ register: String?, _ code: String) throws {
      let library = try CheckerCompiler.library("loading.c", flags)
      let sample =
        register.map { CheckerSample("Loading", "com.example.loading", registering: $0, library: library) }
        ?? CheckerSample("Loading", "com.example.loading", "LoadingFactory", library: library)
      let workshop = try CheckerWorkshop([sample, .good()])
      try workshop.folder.write("Plugins/Broken.checker/Contents/Info.plist", "broken")
      try workshop.folder.write(
        "policy.lua",
        """
        policy "test" { summary = "for a test" }
        rule "bad" { summary = "s", checker = "com.example.loading" }
        rule "good" { summary = "s", checker = "com.example.good" }
        rule "lua" { summary = "s", forbid = "CFBundleIdentifier" }
        """)
      for jobs in ["1", "4"] {
        let run = try ChildProcess.run(
          BuiltProgram.path,
          [
            "check", "--policy", "policy.lua", "--plugins", "Plugins", "--format", "json", "--jobs", jobs, "App.app",
            "./App.app",
          ], in: workshop.folder.path)
        #expect(run.status == 2)
        let text = run.outputText
        #expect(text.contains("\"code\": \"\(code)\""), "\(text) \(run.errorText)")
        // A malformed bundle is reported and does not stop the others either.
        #expect(text.contains("\"plugin.unreadable\""))
        #expect(text.contains("\"message\": \"good\"") && text.contains("\"rule\": \"test/lua\""))
        // Files are files.
        #expect(!text.contains("\"file\": \"com.example") && !text.contains(".checker\","))
        if !flags.contains("-DLOADING_DESTRUCTOR_CRASH") {
          #expect(text.contains("\"file\": \"policy.lua\""))
          #expect(text.contains("checker 'com.example.loading'"))
        }
      }
    }
  }
}
