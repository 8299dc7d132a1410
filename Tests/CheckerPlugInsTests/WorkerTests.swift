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
      #expect(process.errorText.contains("this is how bundlepolicy starts the process of a checker"))
    }

    /// One worker with its supervisor for all checks, and a graph's bundles told once.
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
