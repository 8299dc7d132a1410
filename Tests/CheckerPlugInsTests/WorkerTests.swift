import CheckerPlugIns
import PolicyTestSupport
import Testing

extension CheckerSuite {
  /// The process of checkers: whether it is one, and who may start it.
  @Suite struct WorkerTests {
    @Test(
      arguments: [
        ("/nonexistent", "cannot be started"), ("/usr/bin/true", "does not answer"), ("/bin/cat", "does not answer"),
        ("silent", "does not answer"), ("noisy", "does not answer"), ("/", "cannot be started"),
      ])
    func isNoProcessOfCheckers(_ worker: String, _ message: String) throws {
      let workshop = try CheckerWorkshop([.good()])
      try workshop.folder.write("silent", Array("#!/bin/sh\nexec sleep 100\n".utf8), mode: 0o755)
      try workshop.folder.write("noisy", Array("#!/bin/sh\nyes >&3 & yes\n".utf8), mode: 0o755)
      var settings = workshop.settings()
      settings.limits.start = 1
      settings.worker = worker.hasPrefix("/") ? worker : workshop.folder(worker)
      do {
        _ = try Checkers(settings).description(of: "com.example.good")
        Issue.record("it was asked")
      } catch {
        #expect(error.code == .process)
        #expect(error.message.contains(message), "\(error.message)")
        #expect(error.file == settings.worker)
        #expect(error.hint != nil)
      }
      #expect(ProcessCensus.left(with: workshop.folder.path).isEmpty)
    }

    @Test func peopleDoNotStartIt() throws {
      let process = try ChildProcess.run(BuiltProgram.path, [CheckerWorker.argument])
      #expect(process.status == 64)
      #expect(process.errorText.contains("uses this argument internally"))
    }

    #if os(Linux)
      /// In a container, the program's group and session may be outside, where they have no number.
      @Test(arguments: ["--mount-proc", "--pid"])
      func worksInANamespaceOfItsOwn(_ option: String) throws {
        let words = ["--user", "--map-root-user", "--pid", "--fork", option]
        guard try ChildProcess.run("/usr/bin/unshare", words + ["/bin/true"]).status == 0 else {
          return print("skipped: this system gives no namespaces")
        }
        let workshop = try CheckerWorkshop([.fault(), .good()])
        let script = "#!/bin/sh\nexec /usr/bin/unshare \(words.joined(separator: " ")) '\(workshop.worker)' \"$@\"\n"
        try workshop.folder.write("inside", Array(script.utf8), mode: 0o755)
        var settings = workshop.settings(seconds: 600)
        settings.worker = workshop.folder("inside")
        let outcome = try workshop.check(Checkers(settings), "limits")
        #expect(outcome.failure == nil)
        let core = outcome.findings.map(\.message).filter { $0.hasPrefix("core ") }
        #expect(core == ["core 0"])
      }
    #endif

    /// All checks use one worker with its supervisor, which gets a graph's bundles once.
    @Test func oneProcessForManyChecks() throws {
      let workshop = try CheckerWorkshop([.fault(), .good()])
      try workshop.folder.write("Other.app/Contents/Info.plist", PropertyListText.document(""))
      let checkers = Checkers(workshop.settings())
      let graphs = [try workshop.graph(), try workshop.graph("Other.app")]
      for round in 0..<10 {
        let outcome = try workshop.check(checkers, "read", path: "Contents/Info.plist", of: graphs[round % 2])
        #expect(outcome.findings.map(\.message) == ["read 0"])
        #expect(ProcessCensus.all.filter { $0.words.contains(workshop.worker) && !$0.isZombie }.count == 2)
      }
      let size = try workshop.folder.bytes("Other.app/Contents/Info.plist").count
      #expect(try workshop.check(checkers, "read", path: "Contents/Info.plist", of: graphs[1]).bytes == size)
    }
  }
}
