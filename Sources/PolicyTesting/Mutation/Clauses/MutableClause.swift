import Bundles
import LuaRuntime
import PolicyEngine

/// A clause with its own mutants. A clause without them is only removed as a whole.
protocol MutableClause: Clause {
  /// Adds the mutants of the clause. Each is the smallest change that its field allows: tests that kill it kill larger ones, too.
  func addMutants(to mutants: inout RuleMutants, at position: Int)

  /// Changes of bundles that violate the clause; suggestions for tests are chosen from these.
  var violations: [FixtureEdit] { get }

  /// Adds the mutants of a passing bundle for the keys and files that the clause names.
  func addFaults(to mutants: inout DataMutants)

  /// Adds the keys that the clause requires to a bundle.
  func complete(_ fixture: inout Fixture)
}

extension MutableClause {
  var violations: [FixtureEdit] { [] }

  func addFaults(to mutants: inout DataMutants) {}

  func complete(_ fixture: inout Fixture) {}

  /// A copy with a change.
  func with(_ change: (inout Self) -> Void) -> Self {
    var clause = self
    change(&clause)
    return clause
  }
}

extension CheckerClause: MutableClause {
  func addMutants(to mutants: inout RuleMutants, at position: Int) {
    mutants.add("the checker is removed", name, at: position, RequireClause([]), hints: [])
  }

  func addFaults(to mutants: inout DataMutants) { mutants.mutateWhatIsRead() }
}

extension CheckClause: MutableClause {
  func addMutants(to mutants: inout RuleMutants, at position: Int) {
    // If the source of the function is available, each report is removed in turn.
    if mutants.hasSource { return }
    mutants.add("'check' is removed", name, at: position, RequireClause([]), hints: [])
  }

  func addFaults(to mutants: inout DataMutants) { mutants.mutateWhatIsRead() }
}

extension FilesClause: MutableClause {
  func addMutants(to mutants: inout RuleMutants, at position: Int) {
    for (number, entry) in required.enumerated() {
      mutants.add(
        "the file \(entry.pattern) is not required", name, entry.pattern, at: position,
        with { $0.required.remove(at: number) }, hints: [Self.file(missing: entry.pattern)])
    }
    for (number, entry) in forbidden.enumerated() {
      let top = String(entry.pattern.dropFirst(3))
      let atTop = entry.pattern.hasPrefix("**/") ? Glob(top) : nil
      mutants.add(
        atTop == nil
          ? "\(entry.pattern) is not forbidden" : "\(entry.pattern) is forbidden only at the top, as \(top)",
        name, entry.pattern, at: position,
        with { clause in
          clause.forbidden.remove(at: number)
          if let atTop { clause.forbidden.insert((top, atTop), at: number) }
        }, hints: [Self.file(present: entry.pattern)])
    }
  }

  private static func file(missing pattern: String) -> FixtureEdit {
    { fixture in
      guard let glob = Glob(pattern) else { return }
      var steps: UInt64 = 0
      for path in fixture.filePaths where glob.matches(path, steps: &steps) { fixture.remove(file: path) }
    }
  }

  /// A file that the pattern matches, below a directory where it may be at any depth.
  private static func file(present pattern: String) -> FixtureEdit {
    { fixture in
      let base = fixture.platform == .macos && fixture.kind != .framework ? "Contents/Resources" : "Data"
      let parts = pattern.split(separator: "/").map { part in
        part == "**" ? base : String(part.map { $0 == "*" || $0 == "?" ? "x" : $0 })
      }
      fixture.add(file: parts.joined(separator: "/"))
    }
  }

  var violations: [FixtureEdit] {
    required.map { Self.file(missing: $0.pattern) } + forbidden.map { Self.file(present: $0.pattern) }
  }

  func addFaults(to mutants: inout DataMutants) {
    for entry in required { mutants.misplace(entry.glob, called: entry.pattern) }
  }
}
