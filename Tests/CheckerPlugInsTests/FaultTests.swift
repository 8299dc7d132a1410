import Basics
import Bundles
import CheckerPlugIns
import PolicyTestSupport
import Testing

extension CheckerSuite {
  /// A checker that goes wrong in each way that the program has to live with.
  @Suite struct FaultTests {
    struct Fault: CustomTestStringConvertible, Sendable {
      let name: String
      let code: PlugInCode
      let message: String
      var seconds = 600
      /// Whether it would also stop this process, or run forever.
      var isDeadly = true
      var testDescription: String { name }

      init(_ name: String, _ code: PlugInCode, _ message: String, seconds: Int = 600, isDeadly: Bool = true) {
        self.name = name
        self.code = code
        self.message = message
        self.seconds = seconds
        self.isDeadly = isDeadly
      }
    }

    /// The signal of a compiler's trap.
    #if arch(arm64)
      static let trap = "SIGTRAP"
    #else
      static let trap = "SIGILL"
    #endif

    /// The result of allocating too much memory: on Linux allocations fail, and this checker uses their result anyway.
    #if os(Linux)
      static let tooMuch = (code: PlugInCode.crashed, message: "SIGSEGV")
    #else
      static let tooMuch = (code: PlugInCode.limit, message: "MiB of memory")
    #endif

    static let faults = [
      Fault("segfault", .crashed, "SIGSEGV"), Fault("abort", .crashed, "SIGABRT"), Fault("trap", .crashed, trap),
      Fault("recursion", .crashed, "SIGSEGV"), Fault("kill", .crashed, "SIGKILL"),
      Fault("terminate", .crashed, "signal 15"),
      Fault("allocate", tooMuch.code, tooMuch.message), Fault("lift and allocate", tooMuch.code, tooMuch.message),
      Fault("xcpu", .time, "processor time"),
      Fault("loop", .time, "longer than 1 second", seconds: 1), Fault("sleep", .time, "longer than", seconds: 1),
      Fault("stop", .time, "longer than", seconds: 1), Fault("log", .time, "longer than", seconds: 1),
      Fault("findings", .limit, "the checker reported too much"), Fault("print", .limit, "printed more than 64 MiB"),
      Fault("exit 0", .crashed, "with status 0"), Fault("exit 3", .crashed, "with status 3"),
      Fault("_exit", .crashed, "with status 0"),
      Fault("close", .protocol, "closed the connection"), Fault("close all", .protocol, "closed the connection"),
      Fault("garbage", .protocol, "sent an invalid answer and was ended"),
      Fault("length", .protocol, "sent an invalid answer and was ended"),
      Fault("forged done", .protocol, "sent an invalid answer and was ended"),
      Fault("forged finding", .protocol, "sent an invalid answer and was ended"),
      Fault("fork and crash", .crashed, "SIGABRT"),
    ]

    static let refusals = [
      "finding null", "finding of size 8", "finding without message", "finding of blanks", "finding at null",
      "finding not UTF-8", "file not UTF-8", "key not UTF-8", "finding with zero", "finding of 5000 bytes",
      "finding of -1 bytes", "finding of severity 9", "finding of severity 256", "finding at no node",
      "finding past the nodes", "finding past the bundles", "finding in no bundle", "finding at option", "key of text",
      "key of bundle", "key of nothing",
    ]

    static let gentle =
      refusals.map { Fault($0, .failed, "the checker reported an invalid finding", isDeadly: false) } + [
        Fault("status 99", .failed, "status 99", isDeadly: false),
        Fault("failed", .failed, "the checker failed without giving a reason", isDeadly: false),
        Fault("failed with reason", .failed, "the image has no pixels", isDeadly: false),
        Fault("failed, but fine", .failed, "the first reason", isDeadly: false),
        Fault("failed without UTF-8", .failed, "the checker failed without giving a readable reason", isDeadly: false),
        Fault("failed at -1 bytes", .failed, "the checker failed without giving a readable reason", isDeadly: false),
        Fault("many findings", .limit, "the checker reported too much", isDeadly: false),
      ]

    private static func workshop() throws -> CheckerWorkshop { try CheckerWorkshop([.fault(), .good()]) }

    @Test(arguments: faults + gentle)
    func isTold(_ fault: Fault) throws {
      let workshop = try Self.workshop()
      do {
        let checkers = Checkers(workshop.settings(seconds: fault.seconds))
        // Before the clock runs: loading takes its time where much else is going on.
        _ = try workshop.unhurried { try workshop.check(checkers, "none") }
        let failure = try #require(try workshop.check(checkers, fault.name).failure)
        #expect(failure.code == fault.code)
        #expect(failure.message.contains(fault.message), "\(failure.message)")
        #expect(
          failure.file == (fault.isDeadly && fault.name != "findings" ? workshop.folder("Plugins/Fault.checker") : nil),
          "\(failure.file ?? "no file")")
        if failure.file != nil { #expect(failure.hint != nil) }
        try workshop.expectGood(checkers)
        #expect(try workshop.unhurried { try workshop.check(checkers, "none") }.failure == nil)
      }
      #expect(ProcessCensus.left(with: workshop.worker).isEmpty)
    }

    @Test(arguments: gentle)
    func isToldInThisProcess(_ fault: Fault) throws {
      let workshop = try Self.workshop()
      let checkers = Checkers(workshop.settings(isolated: false))
      let failure = try #require(try workshop.check(checkers, fault.name).failure)
      #expect(failure.code == fault.code)
      #expect(failure.message.contains(fault.message), "\(failure.message)")
      #expect(failure.file == nil)
      try workshop.expectGood(checkers)
      #expect(try workshop.check(checkers, "none").failure == nil)
    }

    /// Unusual results that are ignored and make no finding.
    @Test(arguments: ["null results", "garbage nodes", "none"], [true, false])
    func isRefusedToTheChecker(_ name: String, _ isolated: Bool) throws {
      let workshop = try Self.workshop()
      let checkers = Checkers(workshop.settings(isolated: isolated))
      let outcome = try workshop.check(checkers, name)
      #expect(outcome.failure == nil)
      #expect(outcome.findings.map(\.message) == [])
    }

    @Test(arguments: [true, false])
    func findingsBeforeAFaultStand(_ isolated: Bool) throws {
      let workshop = try Self.workshop()
      let checkers = Checkers(workshop.settings(isolated: isolated))
      let outcome = try workshop.check(checkers, "many findings")
      #expect(outcome.findings.count == 100_000)
      #expect(outcome.failure?.code == .limit)
    }

    @Test(arguments: [true, false])
    func linesAreHandedOn(_ isolated: Bool) throws {
      let workshop = try Self.workshop()
      let checkers = Checkers(workshop.settings(isolated: isolated))
      #expect(try workshop.check(checkers, "log once").log == ["a line", "\u{FFFD}"])
      // In this process it would be printed among what the tests print.
      if isolated {
        let log = try workshop.check(checkers, "print once").log
        #expect(log == ["printed", "and on standard error, without an end"])
      }
      #expect(try workshop.check(checkers, "none").log.isEmpty)
    }

    /// 40 KiB each time, of which 64 KiB a check are kept.
    @Test func linesAreCountedForEachCheck() throws {
      let workshop = try Self.workshop()
      let checkers = Checkers(workshop.settings())
      for _ in 0..<3 {
        let log = try workshop.check(checkers, "print 40 KiB").log
        #expect(log.reduce(0) { $0 + $1.utf8.count } == 40 << 10)
      }
    }

    /// A process that the checker started ends with the checker's.
    @Test(arguments: ["fork", "fork and both return"])
    func childrenEndWithIt(_ name: String) throws {
      let workshop = try Self.workshop()
      do {
        let checkers = Checkers(workshop.settings())
        _ = try workshop.check(checkers, name)
        // The next check gets an answer or an error, never an answer of the forked child, whose output may come at any time.
        let isAnswered = try Patience.wait {
          let next = checkers.check(
            "com.example.good", bundle: 0, of: try workshop.graph(), options: try CheckerWorkshop.options(),
            isExplaining: false)
          #expect(next.failure?.code == .protocol || next.findings.map(\.message) == ["good"])
          return next.failure == nil
        }
        #expect(isAnswered)
      }
      #expect(ProcessCensus.left(with: workshop.worker).isEmpty)
    }

    @Test(arguments: ["../../etc/passwd", "/etc/passwd", "Contents/../../secret", "Contents/link"])
    func nothingOutsideTheBundleIsRead(_ path: String) throws {
      for isolated in [true, false] {
        let workshop = try Self.workshop()
        try workshop.folder.write("secret", "secret")
        try workshop.folder.link("App.app/Contents/link", to: "../../secret")
        let outcome = try workshop.check(Checkers(workshop.settings(isolated: isolated)), "read", path: path)
        #expect(!outcome.findings.map(\.message).contains("read 0"))
        // A link that leads outside is neither a file of the bundle nor missing: CHECKER_MISMATCH.
        if path.hasSuffix("link") { #expect(outcome.findings.map(\.message) == ["read 2"]) }
      }
    }

    @Test func aPathWithAZeroIsNone() throws {
      let workshop = try Self.workshop()
      let outcome = try workshop.check(Checkers(workshop.settings()), "read with zero")
      #expect(outcome.findings.map(\.message) == ["read 4"])
    }

    @Test(arguments: [true, false])
    func anUnreadableFileFailsTheCheck(_ isolated: Bool) throws {
      let workshop = try Self.workshop()
      let broken = try BundleGraph.open(
        storage: try BrokenStorage(info: PropertyListText.document("")), name: "App.app")
      let checkers = Checkers(workshop.settings(isolated: isolated))
      let outcome = try workshop.check(checkers, "read and ignore", path: "Contents/broken", of: broken)
      #expect(outcome.failure?.code == .failed)
      #expect(outcome.log.count == 1 && outcome.log.first != "")
      // Other files can be read, and one that isn't there is no fault.
      #expect(try workshop.check(checkers, "read and ignore", path: "Contents/Info.plist").failure == nil)
      #expect(try workshop.check(checkers, "read", path: "absent").findings.map(\.message) == ["read 1"])
      #expect(try workshop.check(checkers, "read", path: "Contents").findings.map(\.message) == ["read 2"])
    }

    #if os(Linux)
      @Test func limitsAreSet() throws {
        let workshop = try Self.workshop()
        // A descriptor without close-on-exec, such as the program may have inherited.
        let inherited = fcntl(2, F_DUPFD, 200)
        defer { close(inherited) }
        let outcome = try workshop.check(Checkers(workshop.settings(seconds: 600)), "limits")
        #expect(outcome.failure == nil)
        var numbers: [String: Int] = [:]
        for message in outcome.findings.map(\.message) {
          let words = message.split(separator: " ")
          if words.count == 2 { numbers[String(words[0])] = Int(words[1]) }
        }
        #expect(numbers["core"] == 0)
        #expect(numbers["group"] == 1)
        #expect(numbers["input"] == 0)
        #expect((600...605).contains(numbers["processor"] ?? 0))
        #expect((256 << 20...4 << 30).contains(numbers["memory"] ?? 0))
        #expect(numbers["open"] == nil, "a descriptor of the program's is open")
      }
    #endif
  }
}
