import Basics
@testable import BuildHistory
import Bundles
import PolicyTestSupport
import ReleaseLedger
import Reports
import Testing

@testable import PolicyEngine

/// The recorded and attested contents are the contents that the rules saw.
@Suite struct ContentWitnessTests {
  private static let file = "A.app/Contents/Resources/content.txt"

  private static func app(_ content: String = "aaaa") throws -> TemporaryFolder {
    let folder = try TemporaryFolder([
      "policy.lua": PolicyRun.header + "rule \"r\" { summary = \"s\", require = \"CFBundleIdentifier\" }\n",
      file: content,
    ])
    for (place, identifier) in [("A.app", "com.x.app"), ("A.app/Contents/PlugIns/B.appex", "com.x.app.b")] {
      try folder.write(
        "\(place)/Contents/Info.plist",
        PropertyListText.document(
          "<key>CFBundleIdentifier</key><string>\(identifier)</string><key>CFBundleVersion</key><string>41</string>"))
    }
    return folder
  }

  /// Judges the bundle at `path`, with a change after it was read first, and records it.
  private func judge(_ folder: TemporaryFolder, _ path: String, _ change: String, attests: Bool = false) throws
    -> Report
  {
    let location = LedgerLocation(.file(folder("builds.db")))
    var options = Check.Options(asOf: try #require(CalendarDate("2026-06-15")))
    if attests {
      options.takesDigests = true
    } else {
      options.ledger = try Ledger.prepare(location, time: 1).0
      options.recording = Recording(tool: "test", labels: [], keepsFailures: false, now: { 1 })
    }
    var check = Check(try PolicyProgram(.init(policies: [folder("policy.lua")])), options)
    #expect(check.readsContents)
    let witness = try ContentWitness(path: folder(path))
    let graph = try BundleGraph.open(path: folder(path))
    // Times of files have the resolution of a clock tick.
    let run = try ChildProcess.run("/bin/sh", ["-e", "-c", "sleep 0.05; F=\(Self.file); \(change)"], in: folder.path)
    try #require(run.status == 0, "\(run.errorText)")
    check.run(on: graph, path: path, witness)
    var report = check.report()
    if !attests {
      _ = check.record(&report)
      let ledger = try Ledger.open(location)
      #expect(try ledger.end() == (change == ":" ? 3 : 1), "recorded though it was changed: \(change)")
    }
    return report
  }

  private static let changes = [
    "cp -p $F ref; printf bbbb > $F; touch -r ref $F", "printf bbbb > new; touch -r $F new; mv new $F",
    "cp -p $F ref; printf bbbb > $F; printf aaaa > $F; touch -r ref $F", "printf x > A.app/Contents/Resources/new.txt",
    "mkdir A.app/Contents/Resources/new", "rm $F", "chmod +x $F", "ln -s content.txt A.app/Contents/Resources/link",
    "mv $F A.app/Contents/Resources/other.txt",
    "cp -Rp A.app B.app; printf bbbb > B.app/Contents/Resources/content.txt; rm -r A.app; mv B.app A.app",
    "rm -r A.app", "rm -r A.app/Contents/PlugIns/B.appex",
    "mv A.app B.app; cp -R B.app A.app; rm -r A.app; mv B.app A.app",
    "sed s/41/40/ A.app/Contents/Info.plist > new; touch -r A.app/Contents/Info.plist new; mv new A.app/Contents/Info.plist",
  ]

  /// This includes a graph that the caller opened: directories that its storage has listed may have changed since.
  @Test func filesThatAppearAreNoticedInAnOpenedGraph() throws {
    let folder = try Self.app()
    let graph = try BundleGraph.open(path: folder("A.app"))
    let witness = ContentWitness(graph)
    try witness.confirm(graph)
    try folder.write("A.app/Contents/Resources/new.txt", "x")
    let error = try #require(throws: EngineError.self) { try witness.confirm(graph) }
    #expect(error.code.rawValue == "bundle.changed")
  }

  @Test(arguments: changes, [false, true]) func changesAreNoticed(_ change: String, _ attests: Bool) throws {
    let folder = try Self.app()
    let report = try judge(folder, "A.app", change, attests: attests)
    #expect(report.verdict == .error)
    let codes = report.bundles[0].errors.map(\.code.rawValue)
    #expect(codes.count == 1)
    #expect(["bundle.changed", "ledger.refused", "receipt.digest"].contains(codes.first ?? ""), "\(codes)")
    #expect(report.bundles[0].digests == nil || attests)
  }

  @Test(arguments: [false, true]) func whatStaysAsItIsPasses(_ attests: Bool) throws {
    let report = try judge(try Self.app(), "A.app", ":", attests: attests)
    #expect(report.verdict == .pass, "\(report.bundles[0].errors)")
  }

  @Test(arguments: [
    ":", "mv other.tar.gz A.tar.gz", "cat other.tar.gz > A.tar.gz",
    "cp A.tar.gz x; cat other.tar.gz > A.tar.gz; cat x > A.tar.gz",
    "rm A.tar.gz", "gunzip -c other.tar.gz > x; mv x A.tar.gz",
  ])
  func archives(_ change: String) throws {
    let folder = try Self.app()
    let pack = try ChildProcess.run(
      "/bin/sh",
      ["-e", "-c", "tar -czf A.tar.gz A.app; printf bbbb > \(Self.file); tar -czf other.tar.gz A.app"], in: folder.path)
    try #require(pack.status == 0, "\(pack.errorText)")
    let report = try judge(folder, "A.tar.gz", change)
    #expect(report.verdict == (change == ":" ? .pass : .error), "\(report.bundles[0].errors)")
  }

  /// A graph that was opened by someone else is looked at from there on.
  @Test func graphsThatAreOpenAlready() throws {
    let folder = try Self.app()
    var options = Check.Options(asOf: try #require(CalendarDate("2026-06-15")))
    options.takesDigests = true
    var check = Check(try PolicyProgram(.init(policies: [folder("policy.lua")])), options)
    check.run(on: try BundleGraph.open(path: folder("A.app")), path: "A.app")
    #expect(check.report().verdict == .pass)
  }
}
