import PolicyTesting
import PolicyEngine
import Bundles
import KeyRegistry
import LuaRuntime
import Versions

/// One fault in a bundle that a rule passes.
struct DataMutant {
  /// What is different, in words that tell faults of one rule apart.
  let change: String
  let edit: FixtureEdit
  /// Whether another bundle that passes is of this sort: then whoever wrote the tests means it to pass.
  let isShown: (Fixture) -> Bool
}

/// Makes the faults of a bundle that concern what a rule judges: what its clauses name, and the keys, files and languages that
/// its functions do.
struct DataMutants {
  let rule: Rule
  let fixture: Fixture
  let vocabulary: Vocabulary
  private var mutants: [DataMutant] = []

  static func all(of rule: Rule, _ fixture: Fixture, _ vocabulary: Vocabulary) -> [DataMutant] {
    var maker = DataMutants(rule: rule, fixture: fixture, vocabulary: vocabulary)
    for clause in rule.clauses { maker.mutate(clause) }
    var seen: Set<String> = []
    return maker.mutants.filter { seen.insert($0.change).inserted }
  }

  private init(rule: Rule, fixture: Fixture, vocabulary: Vocabulary) {
    self.rule = rule
    self.fixture = fixture
    self.vocabulary = vocabulary
  }

  private mutating func add(
    _ change: String, isShown: @escaping (Fixture) -> Bool = { _ in false }, _ edit: @escaping FixtureEdit
  ) {
    mutants.append(DataMutant(change: change, edit: edit, isShown: isShown))
  }

  private mutating func mutate(_ clause: Clause) {
    switch clause {
    case .require(let keys): for key in keys { drop(RuleViolations.path(key)) }
    case .forbid: break
    case .shape(let shape):
      for (key, field) in shape.fields {
        if case .optional = field {} else { drop([key]) }
        retype([key])
      }
    case .increases(let clause):
      let path = RuleViolations.path(clause.key)
      retype(path)
      let earlier = (fixture.history ?? []).compactMap { $0.fixture.value(at: path) }
      if let old = earlier.first, old != fixture.value(at: path) {
        add("\(clause.key) is that of the earlier build") { $0.set(old, at: path) }
      }
    case .customKeys(let prefixes): unprefix(prefixes)
    case .qualifiedKeys:
      for (key, _) in fixture.wholeInfo {
        let parts = QualifiedKey.split(key)
        if parts.isQualified, fixture.value(at: [parts.base]) != nil { drop([parts.base]) }
      }
    case .localize(let clause): breakLocalizations(clause)
    case .files(let clause): for entry in clause.require { misplace(entry.glob, called: entry.pattern) }
    case .check, .checker: mutateWhatIsRead()
    }
  }

  // MARK: Keys

  private func pointer(_ path: [String]) -> String {
    path.count == 1 ? path[0] : "/" + path.joined(separator: "/")
  }

  private mutating func drop(_ path: [String]) {
    guard fixture.value(at: path) != nil else { return }
    add("\(pointer(path)) is missing", isShown: { $0.value(at: path) == nil }) { $0.set(nil, at: path) }
  }

  private mutating func retype(_ path: [String]) {
    guard let value = fixture.value(at: path) else { return }
    let isContainer = value.table != nil
    let other: LuaValue = isContainer ? .string("x") : .list([.boolean(true)])
    add(
      "\(pointer(path)) is \(isContainer ? "text" : "a list")",
      isShown: { other in other.value(at: path).map { $0.typeName != value.typeName } ?? false }
    ) { $0.set(other, at: path) }
  }

  private mutating func unprefix(_ prefixes: [String]) {
    for (key, value) in fixture.wholeInfo {
      guard let prefix = prefixes.first(where: { key.utf8.starts(with: $0.utf8) }) else { continue }
      let bare = String(decoding: key.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
      if bare.isEmpty || KeyRegistry.contains(QualifiedKey.split(bare).base) || prefixes.contains(where: bare.hasPrefix)
      {
        continue
      }
      add("a key has lost the prefix '\(prefix)'") { fixture in
        fixture.set(nil, at: [key])
        fixture.set(value, at: [bare])
      }
    }
  }

  // MARK: What functions read

  private mutating func mutateWhatIsRead() {
    for path in fixture.namedPaths(vocabulary) {
      drop(path)
      retype(path)
      guard vocabulary.words.contains("version"), let text = fixture.value(at: path)?.string,
        let version = Version(text, dialect: .apple), let none = Version("0", dialect: .apple), version != none
      else { continue }
      add(
        "\(pointer(path)) is 0",
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

  // MARK: Files and languages

  private mutating func misplace(_ glob: Glob, called pattern: String) {
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
    add("there is no \(pattern)", isShown: { matching($0).isEmpty }) { fixture in
      for path in paths { fixture.remove(file: path) }
    }
    var steps: UInt64 = 0
    if paths.contains(where: { glob.matches("Moved/" + $0, steps: &steps) }) { return }
    add("\(pattern) has moved", isShown: { matching($0).isEmpty }) { fixture in
      for path in paths {
        fixture.remove(file: path)
        fixture.add(file: "Moved/" + path)
      }
    }
  }

  private mutating func breakLocalizations(_ clause: LocalizeClause) {
    let region = fixture.value(at: ["CFBundleDevelopmentRegion"])?.string ?? "en"
    for (language, tables) in fixture.localizations {
      if clause.languages.contains(language) {
        add("the localization '\(language)' is missing") { $0.localizations.removeAll { $0.language == language } }
      }
      if !clause.languages.isEmpty, !clause.languages.contains(language) { continue }
      for key in clause.keys where language != region || fixture.value(at: [key]) == nil {
        guard tables.contains(where: { $0.name == "InfoPlist" && $0.strings.contains { $0.key == key } }) else {
          continue
        }
        add("\(key) is not localized in '\(language)'") { fixture in
          fixture.change(language, "InfoPlist") { strings in strings.removeAll { $0.key == key } }
        }
      }
      for table in clause.tables where language != region {
        let reference = fixture.localizations.first { $0.language == region }?.tables.first { $0.name == table }?
          .strings
        guard let key = reference?.first?.key else { continue }
        add("the table '\(table)' lacks an entry in '\(language)'") { fixture in
          fixture.change(language, table) { strings in strings.removeAll { $0.key == key } }
        }
      }
    }
  }
}

extension Fixture.File {
  fileprivate var isDirectory: Bool { if case .directory = self { true } else { false } }
}
