import PolicyTesting
import PolicyEngine
import Bundles
import LuaRuntime
import PropertyLists

/// Changes of bundles that break what a clause asks: the suggestions for tests are looked for among them.
enum RuleViolations {
  /// The steps of a key or pointer.
  static func path(_ key: String) -> [String] {
    JSONPointer.isPointer(key) ? JSONPointer.tokens(key) ?? [key] : [key]
  }

  static func require(_ key: String) -> [FixtureEdit] { [{ $0.set(nil, at: path(key)) }] }

  static func blank(_ key: String) -> FixtureEdit { { $0.set(.string(" "), at: path(key)) } }

  static func forbid(_ key: String) -> [FixtureEdit] {
    [{ $0.set(.string("x"), at: path(key)) }, { $0.set(.boolean(true), at: path(key)) }]
  }

  static func forbidVariant(_ key: String) -> FixtureEdit {
    { fixture in
      var steps = path(key)
      if let top = steps.first { steps[0] = top + "~ipad" }
      fixture.set(.string("x"), at: steps)
    }
  }

  static func custom(_ key: String) -> FixtureEdit { { $0.set(.string("x"), at: [key]) } }

  static func qualified(_ key: String) -> FixtureEdit { { $0.set(.string("Main"), at: [key]) } }

  static func language(missing language: String, _ clause: LocalizeClause) -> FixtureEdit {
    { fixture in
      complete(&fixture, clause, clause.languages)
      fixture.localizations.removeAll { $0.language == language }
    }
  }

  static func localized(missing key: String, _ clause: LocalizeClause) -> [FixtureEdit] {
    let languages = clause.languages.isEmpty ? ["fr"] : clause.languages
    return languages.map { language in
      { fixture in
        complete(&fixture, clause, languages)
        fixture.change(language, "InfoPlist") { strings in strings.removeAll { $0.key == key } }
      }
    }
  }

  static func table(incomplete table: String, _ clause: LocalizeClause) -> [FixtureEdit] {
    let languages = clause.languages.isEmpty ? ["en", "fr"] : clause.languages
    return languages.map { language in
      { fixture in
        complete(&fixture, clause, languages)
        fixture.change(language, table) { strings in strings.append(("Farewell", .string("x"))) }
      }
    }
  }

  static func file(missing pattern: String) -> FixtureEdit {
    { fixture in
      guard let glob = Glob(pattern) else { return }
      var steps: UInt64 = 0
      for path in fixture.filePaths where glob.matches(path, steps: &steps) { fixture.remove(file: path) }
    }
  }

  /// A file that the pattern matches, below a directory where it may be at any depth.
  static func file(present pattern: String) -> FixtureEdit {
    { fixture in
      let base = fixture.platform == .macos && fixture.kind != .framework ? "Contents/Resources" : "Data"
      let parts = pattern.split(separator: "/").map { part in
        part == "**" ? base : String(part.map { $0 == "*" || $0 == "?" ? "x" : $0 })
      }
      fixture.add(file: parts.joined(separator: "/"))
    }
  }

  /// Every clause of a rule broken in turn.
  static func all(of rule: Rule) -> [FixtureEdit] {
    rule.clauses.flatMap { clause -> [FixtureEdit] in
      switch clause {
      case .require(let keys): keys.flatMap(require)
      case .forbid(let keys): keys.flatMap(forbid)
      case .shape(let shape): shape.fields.map { field in { $0.set(.list([.boolean(true)]), at: [field.key]) } }
      case .increases(let clause):
        [
          { fixture in
            fixture.set(.string("42"), at: path(clause.key))
            let same = Fixture()
            fixture.history = [EarlierBuild(fixture: same, fields: [])]
          }
        ]
      case .customKeys: [custom("OurHost")]
      case .qualifiedKeys: [qualified("UIMainStoryboardFile~ipad")]
      case .localize(let clause):
        clause.languages.map { language(missing: $0, clause) } + clause.keys.flatMap { localized(missing: $0, clause) }
          + clause.tables.flatMap { table(incomplete: $0, clause) }
      case .files(let clause):
        clause.require.map { file(missing: $0.pattern) } + clause.forbid.map { file(present: $0.pattern) }
      case .check, .checker: []
      }
    }
  }

  // MARK: Other bundles

  /// A bundle of another kind with the same keys, as it is and broken.
  static func of(_ kind: Fixture.Kind, _ edits: [FixtureEdit]) -> [FixtureEdit] {
    // A bare property list has no sound keys of its own: with those of the bundle, or with what is described alone.
    return [true, false].flatMap { (isWhole: Bool) -> [FixtureEdit] in
      (edits + [{ _ in }]).map { edit in
        { fixture in
          if kind == .plist {
            if isWhole { fixture.info = fixture.wholeInfo }
            (fixture.without, fixture.files, fixture.localizations, fixture.bundles) = ([], [], [], [])
          }
          if !kind.hasExecutable { fixture.entitlements = nil }
          fixture.kind = kind
          edit(&fixture)
        }
      }
    }
  }

  /// A bundle for another platform, with a minimum system that the rule is for, as it is and broken.
  static func on(_ platform: String, _ applies: Applicability, _ edits: [FixtureEdit]) -> [FixtureEdit] {
    let minimum = applies.minimumOSFrom ?? applies.minimumOSBelow?.moved(by: -1)
    return (edits + [{ _ in }]).map { edit in
      { fixture in
        fixture.platform = platform == "macos" ? .macos : .ios
        if let name = platformNames[platform] {
          fixture.set(.list([.string(name)]), at: ["CFBundleSupportedPlatforms"])
        }
        if let minimum {
          fixture.set(
            .string(minimum.text), at: [platform == "macos" ? "LSMinimumSystemVersion" : "MinimumOSVersion"])
        }
        edit(&fixture)
      }
    }
  }

  /// What Xcode calls those platforms that bundles are not described for by name.
  private static let platformNames = [
    "tvos": "AppleTVOS", "watchos": "WatchOS", "visionos": "XROS", "catalyst": "MacCatalyst",
  ]

  /// A sound bundle around a broken one.
  static func nested(_ edits: [FixtureEdit]) -> [FixtureEdit] {
    [Fixture.Kind.framework, .extension, .plugin].flatMap { kind in
      edits.map { edit in
        { fixture in
          var inner = Fixture()
          inner.kind = kind
          inner.platform = fixture.platform
          edit(&inner)
          if let history = inner.history, fixture.history == nil { fixture.history = history }
          inner.history = nil
          let contents = fixture.platform == .macos ? "Contents/" : ""
          let path =
            switch kind {
            case .extension: "PlugIns/Share.appex"
            case .plugin: "PlugIns/Plug.bundle"
            default: "Frameworks/Vendor.framework"
            }
          fixture.bundles = [NestedFixture(path: contents + path, fixture: inner)]
          fixture.depth = max(fixture.depth, 2)
        }
      }
    }
  }

  /// Gives the languages everything that the clause asks of them.
  private static func complete(_ fixture: inout Fixture, _ clause: LocalizeClause, _ languages: [String]) {
    for language in languages {
      if !fixture.localizations.contains(where: { $0.language == language }) {
        fixture.localizations.append((language, []))
      }
      if !clause.keys.isEmpty {
        fixture.change(language, "InfoPlist") { strings in
          for key in clause.keys where !strings.contains(where: { $0.key == key }) {
            strings.append((key, .string("x")))
          }
        }
      }
      for table in clause.tables {
        fixture.change(language, table) { strings in if strings.isEmpty { strings.append(("Greeting", .string("x"))) } }
      }
    }
  }
}

extension Fixture {
  /// The files that it has, those of the sound bundle included.
  var filePaths: [String] {
    let own = files.map(\.path)
    return own + SoundBundle(kind, platform, stem: "App").files.map(\.path).filter { !own.contains($0) }
  }

  /// Changes a table of strings, which is made if it isn't there.
  mutating func change(
    _ language: String, _ table: String, _ body: (inout [(key: String, value: LuaValue)]) -> Void
  ) {
    if !localizations.contains(where: { $0.language == language }) { localizations.append((language, [])) }
    guard let at = localizations.firstIndex(where: { $0.language == language }) else { return }
    if !localizations[at].tables.contains(where: { $0.name == table }) { localizations[at].tables.append((table, [])) }
    guard let position = localizations[at].tables.firstIndex(where: { $0.name == table }) else { return }
    body(&localizations[at].tables[position].strings)
  }
}
