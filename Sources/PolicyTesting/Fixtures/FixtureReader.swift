package import PolicySchema
package import LuaRuntime
import PolicyEngine

/// Reads descriptions of bundles: `{ info = { … }, files = { … } }`, or the result of `fixture.application { … }`.
package struct FixtureReader {
  let table: FixtureTable

  /// An example of a rule: a bundle, or a list of bundles that are checked together, with the conditions of the check.
  package func example(
    _ value: LuaValue, kind: Fixture.Kind, platform: Fixture.Platform, in place: String
  ) throws(DeclarationError) -> Fixture {
    try each(of: value, place) { (value, place) throws(DeclarationError) in
      try oneExample(value, kind: kind, platform: platform, in: place)
    }
  }

  /// Reads the `given` of a test: a bundle, or a list of bundles that are checked together.
  package func given(_ value: LuaValue, in place: String) throws(DeclarationError) -> Fixture {
    try each(of: value, place) { (value, place) throws(DeclarationError) in try fixture(value, in: place) }
  }

  /// The first of a list contains the others.
  private func each(
    of value: LuaValue, _ place: String, _ read: (LuaValue, String) throws(DeclarationError) -> Fixture
  ) throws(DeclarationError) -> Fixture {
    // An empty table describes the default bundle.
    guard let list = value.table?.list, !list.isEmpty else { return try read(value, place) }
    var first = try read(list[0], "\(place), bundle 1")
    for (number, value) in list.enumerated().dropFirst() {
      let other = try read(value, "\(place), bundle \(number + 1)")
      if !other.conditions.isDefault {
        throw DeclarationError(
          "\(place), bundle \(number + 1): 'as_of' and 'params' are those of the whole check; put them into the first bundle"
        )
      }
      first.others.append(other)
    }
    try Self.count(&first, place)
    return first
  }

  private func oneExample(
    _ value: LuaValue, kind: Fixture.Kind, platform: Fixture.Platform, in place: String
  ) throws(DeclarationError) -> Fixture {
    guard case .table(let table) = value else { return try fixture(value, kind: kind, platform: platform, in: place) }
    let conditions = Set(TestConditions.fields.map(\.name))
    let description = LuaTable(entries: table.entries.filter { !conditions.contains($0.key.string ?? "") })
    var fixture = try fixture(.table(description), kind: kind, platform: platform, in: place)
    let fields = LuaTable(entries: table.entries.filter { conditions.contains($0.key.string ?? "") })
    fixture.conditions = try TestConditions(
      DeclarationReader(.table(fields), place: place, known: TestConditions.fields.map(\.name)))
    return fixture
  }

  package func fixture(
    _ value: LuaValue, kind: Fixture.Kind = .application, platform: Fixture.Platform = .macos, in place: String,
    depth: Int = 1
  ) throws(DeclarationError) -> Fixture {
    let known: Fixture? = if case .node(let node) = value { table[node] } else { nil }
    guard depth - 1 + (known?.depth ?? 1) <= Fixture.maximumDepth else {
      throw DeclarationError("\(place): bundles are nested more than \(Fixture.maximumDepth) levels deep")
    }
    if let known { return known }
    if let table = value.table, let field = TestConditions.fields.first(where: { table[$0.name] != nil }) {
      throw DeclarationError(
        "\(place): '\(field.name)' is not a property of a bundle; put it beside 'given' in the test, or into the example itself"
      )
    }
    let reader = try DeclarationReader(value, place: place, of: ExampleReader.description)
    var fixture = Fixture()
    fixture.kind = try reader.word("kind", Fixture.Kind.self) ?? kind
    fixture.platform = try reader.word("platform", Fixture.Platform.self) ?? platform
    fixture.isPlatformGiven = reader.has("platform")
    if fixture.isPlatformGiven, fixture.kind == .plist {
      throw DeclarationError(
        "\(place): the platform of a bare property list comes from its keys, such as CFBundleSupportedPlatforms; remove 'platform'"
      )
    }
    if fixture.isPlatformGiven, fixture.kind == .settings {
      throw DeclarationError(
        "\(place): a settings bundle has the platform of the application that contains it; remove 'platform'")
    }
    fixture.name = try reader.text("name")
    if let name = fixture.name, name.isEmpty || name.contains("/") || name == "." || name == ".." {
      throw DeclarationError("\(place): 'name' must be the last part of a path, such as \"App.app\"")
    }
    fixture.info = try reader.entries("info")
    fixture.without = try reader.texts("without") ?? []
    for (path, value) in try reader.entries("files") {
      let filePlace = "\(place), files, \(path)"
      fixture.files.append((path, try FixtureFileReader.file(value, in: filePlace)))
      let attributes = try FixtureFileReader.attributes(value, in: filePlace)
      if !attributes.isEmpty { fixture.attributes.append((path, attributes)) }
    }
    if let key = fixture.without.first(where: { key in fixture.info.contains { $0.key == key } }) {
      throw DeclarationError("\(place): '\(key)' is in both 'info' and 'without'; remove one of the two")
    }
    fixture.localizations = try localizations(reader)
    if reader.has("entitlements") {
      guard fixture.kind.hasExecutable else {
        throw DeclarationError(
          "\(place): a bundle of kind \(fixture.kind.rawValue) has no executable with 'entitlements'")
      }
      fixture.entitlements = try reader.entries("entitlements")
    }
    if reader.has("signed") {
      fixture.signing = try FixtureSigning.read(reader.value("signed"), in: "\(place), signed")
      guard fixture.signing == nil || fixture.kind.hasExecutable else {
        throw DeclarationError("\(place): a bundle of kind \(fixture.kind.rawValue) has no executable to be signed")
      }
    }
    for (path, value) in try reader.entries("bundles") {
      let nested = try self.fixture(
        value, kind: Fixture.Kind(path: path) ?? .framework, platform: fixture.platform,
        in: "\(place), bundles, \(path)", depth: depth + 1)
      fixture.bundles.append(NestedFixture(path: path, fixture: nested))
      fixture.depth = max(fixture.depth, nested.depth + 1)
    }
    if reader.has("delivery") {
      guard depth == 1 else { throw DeclarationError("\(place): a bundle inside another has no 'delivery' of its own") }
      fixture.delivery = try FixtureDelivery(reader.value("delivery"), in: "\(place), delivery")
    }
    fixture.isShipped = try reader.boolean("shipped")
    if reader.has("history") {
      guard let builds = reader.value("history").table?.list else {
        throw reader.mismatch(
          "history", expected: "a list of earlier builds, newest first", found: reader.value("history"))
      }
      var history: [EarlierBuild] = []
      for build in builds {
        let other = try self.fixture(
          build, kind: fixture.kind, platform: fixture.platform, in: "\(place), history", depth: depth + 1)
        let fields = build.table?.entries.compactMap(\.key.string) ?? ["platform", "name"]
        history.append(EarlierBuild(fixture: other, fields: Set(fields).subtracting(["history"])))
        fixture.depth = max(fixture.depth, other.depth + 1)
      }
      fixture.history = history
    }
    try Self.count(&fixture, place)
    return fixture
  }

  static func entries(_ value: LuaValue, _ place: String) throws(DeclarationError) -> [(key: String, value: LuaValue)] {
    if value == .nil { return [] }
    guard case .table(let table) = value else {
      throw DeclarationError("\(place): expected a table with names, found \(value.typeName)")
    }
    if let named = table.named { return named }
    throw DeclarationError("\(place): entries must have names (write name = value)")
  }

  private func localizations(_ reader: DeclarationReader) throws(DeclarationError)
    -> [(language: String, tables: [(name: String, strings: [(key: String, value: LuaValue)])])]
  {
    var result: [(language: String, tables: [(name: String, strings: [(key: String, value: LuaValue)])])] = []
    for (language, value) in try reader.entries("localizations") {
      let place = "\(reader.place), localizations, \(language)"
      var tables: [(name: String, strings: [(key: String, value: LuaValue)])] = []
      for (name, strings) in try Self.entries(value, place) {
        tables.append((name, try Self.entries(strings, "\(place), \(name)")))
      }
      result.append((language, tables))
    }
    return result
  }

  /// Limits the number of bundles that a description multiplies to.
  static func count(_ fixture: inout Fixture, _ place: String) throws(DeclarationError) {
    fixture.total = fixture.count
    guard fixture.total <= Fixture.maximumCount else {
      throw DeclarationError("\(place): describes more than \(Fixture.maximumCount) bundles")
    }
  }
}

extension DeclarationReader {
  func entries(_ field: String) throws(DeclarationError) -> [(key: String, value: LuaValue)] {
    try FixtureReader.entries(value(field), "\(place), \(field)")
  }

  /// The elements of a list of at most `limit` tables, with their places in messages; none if the field is absent.
  func tables(_ field: String, limit: Int) throws(DeclarationError) -> [(value: LuaValue, place: String)] {
    guard has(field) else { return [] }
    guard let list = value(field).table?.list, list.count <= limit else {
      throw mismatch(field, expected: "a list of at most \(limit) tables", found: value(field))
    }
    return list.enumerated().map { ($1, "\(place), \(field)[\($0 + 1)]") }
  }
}
