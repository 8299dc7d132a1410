import PolicyEngine
import Bundles
import LuaRuntime
import PropertyLists

/// Changes of bundles that violate a clause; suggestions for tests are chosen from these.
enum RuleViolations {
  static func path(_ key: String) -> [String] {
    JSONPointer.isPointer(key) ? JSONPointer.tokens(key) ?? [key] : [key]
  }

  /// Edits that violate each clause of a rule in turn.
  static func all(of rule: Rule) -> [FixtureEdit] {
    rule.clauses.flatMap { ($0 as? any MutableClause)?.violations ?? [] }
  }

  // MARK: Other bundles

  /// Edits that make a bundle of another kind with the same keys, valid and with violations.
  static func of(_ kind: Fixture.Kind, _ edits: [FixtureEdit]) -> [FixtureEdit] {
    // A bare property list has no default keys. Try it with the keys of the default bundle, and with the described keys alone.
    return [true, false].flatMap { (isWhole: Bool) -> [FixtureEdit] in
      (edits + [{ _ in }]).map { edit in
        { fixture in
          if kind == .plist {
            if isWhole { fixture.info = fixture.wholeInfo }
            (fixture.without, fixture.files, fixture.localizations, fixture.bundles) = ([], [], [], [])
          }
          if !kind.hasExecutable { (fixture.entitlements, fixture.signing) = (nil, nil) }
          fixture.kind = kind
          edit(&fixture)
        }
      }
    }
  }

  /// Edits that make a bundle for another platform, with a minimum system that the rule applies to, valid and with violations.
  static func on(_ platform: String, _ applies: Applicability, _ edits: [FixtureEdit]) -> [FixtureEdit] {
    let minimum = applies.minimumOSFrom ?? applies.minimumOSBelow?.moved(by: -1)
    return (edits + [{ _ in }]).map { edit in
      { fixture in
        fixture.platform = platform == "macos" ? .macos : .ios
        if let name = platformNames[platform] {
          fixture.set(.list([.string(name)]), at: ["CFBundleSupportedPlatforms"])
        }
        if let minimum {
          fixture.set(.string(minimum.text), at: [platform == "macos" ? "LSMinimumSystemVersion" : "MinimumOSVersion"])
        }
        edit(&fixture)
      }
    }
  }

  /// Xcode's names of the platforms that fixtures cannot name.
  private static let platformNames = [
    "tvos": "AppleTVOS", "watchos": "WatchOS", "visionos": "XROS", "catalyst": "MacCatalyst",
  ]

  /// Edits that nest a broken bundle in a valid one.
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
}

extension Fixture {
  var filePaths: [String] {
    let own = files.map(\.path)
    return own + SoundBundle(kind, platform, stem: "App").files.map(\.path).filter { !own.contains($0) }
  }

  /// Changes a table of strings, which is created if it does not exist.
  mutating func change(_ language: String, _ table: String, _ body: (inout [(key: String, value: LuaValue)]) -> Void) {
    if !localizations.contains(where: { $0.language == language }) { localizations.append((language, [])) }
    guard let at = localizations.firstIndex(where: { $0.language == language }) else { return }
    if !localizations[at].tables.contains(where: { $0.name == table }) { localizations[at].tables.append((table, [])) }
    guard let position = localizations[at].tables.firstIndex(where: { $0.name == table }) else { return }
    body(&localizations[at].tables[position].strings)
  }
}
