import Bundles
import CheckerPlugIns
import PolicyTestSupport
import PropertyLists
import Testing

/// A folder of checkers, and a bundle to check.
final class CheckerWorkshop {
  let folder: TemporaryFolder
  /// The program under a name that no other test uses, to distinguish its processes.
  let worker: String

  init(_ samples: [CheckerSample] = []) throws {
    folder = try TemporaryFolder()
    worker = folder("worker")
    try folder.link("worker", to: BuiltProgram.path)
    for sample in samples { try sample.write(to: folder) }
    try folder.write(
      "App.app/Contents/Info.plist", PropertyListText.document(PropertyListText.strings(["CFBundleIdentifier": "a.b"])))
  }

  func settings(
    isolated: Bool = true, seconds: Int = 600, memory: Int = 256 << 20, sources: [CheckerSource]? = nil,
    trustsLocked: Bool = true
  ) -> CheckerSettings {
    CheckerSettings(
      sources: sources ?? [.named(folder("Plugins"))], trustsLocked: trustsLocked,
      limits: CheckerLimits(seconds: seconds, memory: memory),
      worker: isolated ? worker : nil)
  }

  func graph(_ name: String = "App.app") throws -> BundleGraph { try BundleGraph.open(path: folder(name)) }

  /// A rule's options, all texts.
  static func options(_ texts: KeyValuePairs<String, String> = [:]) throws -> PropertyList {
    try PropertyList.parse(
      Array(PropertyListText.document(PropertyListText.strings(texts)).utf8), file: "options")
  }

  /// Checks the application with the faulty checker.
  func check(
    _ checkers: Checkers, _ fault: String, path: String = "", of graph: BundleGraph? = nil
  ) throws -> CheckerOutcome {
    checkers.check(
      "com.example.fault", bundle: 0, of: try graph ?? self.graph(),
      options: try Self.options(["fault": fault, "path": path]), isExplaining: false)
  }

  /// Asks again while the answer is that it took too long: where the time allowed is short, that says how busy the machine is.
  func unhurried(_ ask: () throws -> CheckerOutcome) throws -> CheckerOutcome {
    let patience = Patience()
    while true {
      let outcome = try ask()
      if outcome.failure?.code != .time || patience.isOver { return outcome }
    }
  }

  /// Expects that the good checker of the same checkers still works.
  func expectGood(_ checkers: Checkers, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let outcome = try unhurried {
      checkers.check("com.example.good", bundle: 0, of: try graph(), options: try Self.options(), isExplaining: false)
    }
    #expect(outcome.failure == nil, sourceLocation: sourceLocation)
    #expect(outcome.findings.map(\.message) == ["good"], sourceLocation: sourceLocation)
  }
}
