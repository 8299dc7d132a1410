import Bundles
import KeyRegistry
import LuaRuntime
import PolicyEngine

// Clauses about keys of Info.plist.

extension RequireClause: MutableClause {
  func addMutants(to mutants: inout RuleMutants, at position: Int) {
    for (number, key) in required.enumerated() {
      mutants.add(
        "\(key) is not required", name, key, at: position, RequireClause(required.removing(number)),
        hints: [Self.removal(of: key)])
    }
    mutants.add(
      "'require' accepts an empty value", name, at: position, with { $0.refusesBlank = false },
      hints: required.map { key in { $0.set(.string(" "), at: RuleViolations.path(key)) } })
  }

  private static func removal(of key: String) -> FixtureEdit { { $0.set(nil, at: RuleViolations.path(key)) } }

  var violations: [FixtureEdit] { required.map(Self.removal) }

  func addFaults(to mutants: inout DataMutants) {
    for key in required { mutants.drop(RuleViolations.path(key)) }
  }

  func complete(_ fixture: inout Fixture) {
    for path in required.map(RuleViolations.path) where fixture.value(at: path) == nil {
      fixture.set(.string("x"), at: path)
    }
  }
}

extension ForbidClause: MutableClause {
  func addMutants(to mutants: inout RuleMutants, at position: Int) {
    for (number, key) in forbidden.enumerated() {
      mutants.add(
        "\(key) is not forbidden", name, key, at: position, ForbidClause(forbidden.removing(number)),
        hints: Self.additions(of: key))
    }
    let variants: [FixtureEdit] = forbidden.map { key in
      { fixture in
        var steps = RuleViolations.path(key)
        if let top = steps.first { steps[0] = top + "~ipad" }
        fixture.set(.string("x"), at: steps)
      }
    }
    mutants.add(
      "'forbid' ignores qualified keys such as \(forbidden.first ?? "")~ipad", name, at: position,
      with { $0.forbidsVariants = false }, hints: variants)
  }

  private static func additions(of key: String) -> [FixtureEdit] {
    let path = RuleViolations.path(key)
    return [{ $0.set(.string("x"), at: path) }, { $0.set(.boolean(true), at: path) }]
  }

  var violations: [FixtureEdit] { forbidden.flatMap(Self.additions) }
}

extension ShapeClause: MutableClause {
  func addMutants(to mutants: inout RuleMutants, at position: Int) {
    for variant in ShapeMutants.variants(of: shape, label: "", path: []) {
      mutants.add(variant.change, name, variant.key, at: position, ShapeClause(variant.shape), hints: variant.hints)
    }
  }

  var violations: [FixtureEdit] { keys.map { key in { $0.set(.list([.boolean(true)]), at: [key]) } } }

  func addFaults(to mutants: inout DataMutants) {
    for (key, field) in shape.fields {
      if case .optional = field {} else { mutants.drop([key]) }
      mutants.retype([key])
    }
  }

  func complete(_ fixture: inout Fixture) {
    for (key, field) in shape.requiredFields where fixture.value(at: [key]) == nil {
      fixture.set(ShapeWitness.value(of: field), at: [key])
    }
  }
}

extension EntitlementsClause: MutableClause {
  func addMutants(to mutants: inout RuleMutants, at position: Int) {
    for variant in ShapeMutants.variants(of: shape, label: "", path: []) {
      mutants.add(
        variant.change, name, variant.key, at: position, EntitlementsClause(variant.shape, of: programs),
        hints: variant.hints.map(Self.edit))
    }
    if programs == .programs {
      mutants.add(
        "only the entitlements of the executable are checked", "entitlements_of", at: position,
        EntitlementsClause(shape), hints: [])
    }
  }

  /// An edit of the entitlements, as of an Info.plist without default keys.
  private static func edit(_ edit: @escaping FixtureEdit) -> FixtureEdit {
    { fixture in
      var list = Fixture()
      list.kind = .plist
      list.info = fixture.entitlements ?? []
      edit(&list)
      fixture.entitlements = list.info
    }
  }

  private static func setting(_ key: String, _ value: LuaValue?) -> FixtureEdit { edit { $0.set(value, at: [key]) } }

  var violations: [FixtureEdit] { shape.fields.map { Self.setting($0.key, .list([.boolean(true)])) } }

  func addFaults(to mutants: inout DataMutants) {
    for entry in mutants.fixture.entitlements ?? [] where shape.fields.contains(where: { $0.key == entry.key }) {
      let isList = entry.value.table != nil
      mutants.add("the entitlement \(entry.key) is missing") { Self.setting(entry.key, nil)(&$0) }
      mutants.add("the entitlement \(entry.key) is \(isList ? "a string" : "a list")") {
        Self.setting(entry.key, isList ? .string("x") : .list([entry.value]))(&$0)
      }
    }
  }

  func complete(_ fixture: inout Fixture) {
    for (key, field) in shape.requiredFields where fixture.entitlements?.contains(where: { $0.key == key }) != true {
      Self.setting(key, ShapeWitness.value(of: field))(&fixture)
    }
  }
}

extension CustomKeysClause: MutableClause {
  func addMutants(to mutants: inout RuleMutants, at position: Int) {
    for (number, prefix) in prefixes.enumerated() {
      // Names of other owners often have the same beginning; the last character of the prefix distinguishes them.
      let shorter = String(prefix.dropLast())
      let shown = shorter.isEmpty ? "the empty prefix" : "'\(shorter)'"
      mutants.add(
        "the prefix '\(prefix)' is replaced by \(shown)", name, prefix, at: position,
        shorter.isEmpty ? RequireClause([]) : CustomKeysClause(prefixes: prefixes.replacing(number, with: shorter)),
        hints: [Self.addition(of: shorter + "sHost"), Self.addition(of: "OurHost")])
      mutants.add(
        "the prefix '\(prefix)' is removed", name, prefix, at: position,
        CustomKeysClause(prefixes: prefixes.removing(number)), hints: [Self.addition(of: prefix + "Host")])
    }
  }

  private static func addition(of key: String) -> FixtureEdit { { $0.set(.string("x"), at: [key]) } }

  var violations: [FixtureEdit] { [Self.addition(of: "OurHost")] }

  func addFaults(to mutants: inout DataMutants) {
    for (key, value) in mutants.fixture.wholeInfo {
      guard let prefix = prefixes.first(where: { key.utf8.starts(with: $0.utf8) }) else { continue }
      let bare = String(decoding: key.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
      if bare.isEmpty || KeyRegistry.contains(QualifiedKey.split(bare).base) || prefixes.contains(where: bare.hasPrefix)
      {
        continue
      }
      mutants.add("a key has lost the prefix '\(prefix)'") { fixture in
        fixture.set(nil, at: [key])
        fixture.set(value, at: [bare])
      }
    }
  }
}

extension QualifiedKeysClause: MutableClause {
  func addMutants(to mutants: inout RuleMutants, at position: Int) {
    mutants.add(
      "keys for a device, such as Key~ipad, do not need a default", name, at: position,
      with { $0.needsDefault = { $0.isQualified && $0.device == nil } },
      hints: [Self.addition(of: "UIMainStoryboardFile~ipad")])
    mutants.add(
      "keys for a platform, such as Key-macos, do not need a default", name, at: position,
      with { $0.needsDefault = { $0.isQualified && $0.platform == nil } },
      hints: [Self.addition(of: "UIMainStoryboardFile-macos")])
    let sound: FixtureEdit = { fixture in
      fixture.set(.string("Main"), at: ["UIMainStoryboardFile"])
      fixture.set(.string("Main-iPad"), at: ["UIMainStoryboardFile~ipad"])
    }
    mutants.add(
      "a qualified key is refused even with its default", name, at: position, with { $0.acceptsDefault = false },
      hints: [sound])
  }

  private static func addition(of key: String) -> FixtureEdit { { $0.set(.string("Main"), at: [key]) } }

  var violations: [FixtureEdit] { [Self.addition(of: "UIMainStoryboardFile~ipad")] }

  func addFaults(to mutants: inout DataMutants) {
    for (key, _) in mutants.fixture.wholeInfo {
      let parts = QualifiedKey.split(key)
      if parts.isQualified, mutants.fixture.value(at: [parts.base]) != nil { mutants.drop([parts.base]) }
    }
  }
}
