import PolicyEngine
import Basics
import Bundles
import KeyRegistry
import LuaRuntime

struct DataMutant {
  let change: String
  let edit: FixtureEdit
  /// Whether another passing bundle has the same property, which shows that it is intended.
  let isShown: (Fixture) -> Bool
}

/// Mutates the parts of a bundle that matter to a rule: the keys, files and languages that its clauses and functions name.
struct DataMutants {
  let fixture: Fixture
  let vocabulary: Vocabulary
  private var mutants: [DataMutant] = []

  static func all(of rule: Rule, _ fixture: Fixture, _ vocabulary: Vocabulary) -> [DataMutant] {
    var maker = DataMutants(fixture: fixture, vocabulary: vocabulary)
    for clause in rule.clauses {
      if let clause = clause as? any MutableClause {
        clause.addFaults(to: &maker)
      } else {
        maker.mutateWhatIsRead()
      }
    }
    return maker.mutants.unique(by: \.change)
  }

  mutating func add(
    _ change: String, isShown: @escaping (Fixture) -> Bool = { _ in false }, _ edit: @escaping FixtureEdit
  ) {
    mutants.append(DataMutant(change: change, edit: edit, isShown: isShown))
  }

  // MARK: Keys

  private func pointer(_ path: [String]) -> String {
    path.count == 1 ? path[0] : "/" + path.joined(separator: "/")
  }

  mutating func drop(_ path: [String]) {
    guard fixture.value(at: path) != nil else { return }
    add("\(pointer(path)) is missing", isShown: { $0.value(at: path) == nil }) { $0.set(nil, at: path) }
  }

  mutating func retype(_ path: [String]) {
    guard let value = fixture.value(at: path) else { return }
    let isContainer = value.table != nil
    let other: LuaValue = isContainer ? .string("x") : .list([.boolean(true)])
    add(
      "\(pointer(path)) is changed to \(isContainer ? "a string" : "a list")",
      isShown: { other in other.value(at: path).map { $0.typeName != value.typeName } ?? false }
    ) { $0.set(other, at: path) }
  }

  // MARK: What functions read

  mutating func mutateWhatIsRead() {
    for path in fixture.namedPaths(vocabulary) {
      drop(path)
      retype(path)
      guard vocabulary.words.contains("version"), let text = fixture.value(at: path)?.string,
        let version = Version(text, dialect: .apple), let none = Version("0", dialect: .apple), version != none
      else { continue }
      add(
        "\(pointer(path)) is changed to 0",
        isShown: { other in
          other.value(at: path)?.string.flatMap { Version($0, dialect: .apple) }?.compare(to: version).map { $0 < 0 }
            ?? false
        }
      ) { $0.set(.string("0"), at: path) }
    }
    for text in vocabulary.strings.sorted() where text.contains("/") || text.contains(".") {
      if let glob = Glob(text) { misplace(glob, called: text) }
    }
    guard ["localizations", "localized_info", "strings", "resource"].contains(where: vocabulary.words.contains) else {
      return
    }
    for (language, _) in fixture.localizations {
      add(
        "the localization '\(language)' is missing",
        isShown: { other in !other.localizations.contains { $0.language == language } }
      ) { $0.localizations.removeAll { $0.language == language } }
    }
  }

  // MARK: Files

  mutating func misplace(_ glob: Glob, called pattern: String) {
    func matching(_ fixture: Fixture) -> [String] {
      fixture.filePaths.filter { path in
        var steps: UInt64 = 0
        return glob.matches(path, steps: &steps)
      }
    }
    let paths = matching(fixture).filter { path in
      fixture.files.first { $0.path == path }.map { !$0.file.isDirectory } ?? true
    }
    guard !paths.isEmpty else { return }
    add("\(pattern) is missing", isShown: { matching($0).isEmpty }) { fixture in
      for path in paths { fixture.remove(file: path) }
    }
    var steps: UInt64 = 0
    if paths.contains(where: { glob.matches("Moved/" + $0, steps: &steps) }) { return }
    add("\(pattern) is moved", isShown: { matching($0).isEmpty }) { fixture in
      for path in paths {
        fixture.remove(file: path)
        fixture.add(file: "Moved/" + path)
      }
    }
  }
}

extension Fixture.File {
  fileprivate var isDirectory: Bool { if case .directory = self { true } else { false } }
}
