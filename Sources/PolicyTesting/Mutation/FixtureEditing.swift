import LuaRuntime

typealias FixtureEdit = (inout Fixture) -> Void

// The Info.plist of a described bundle, including the default values, and edits of it.
extension Fixture {
  var wholeInfo: [(key: String, value: LuaValue)] { info(of: SoundBundle(kind, platform, stem: "App")) }

  /// The keys of the default bundle, as the description changes them.
  func info(of sound: SoundBundle) -> [(key: String, value: LuaValue)] {
    sound.info.filter { entry in
      !without.contains(entry.key) && !info.contains { $0.key == entry.key }
    } + info
  }

  /// The value at a path of keys and positions (from 0).
  func value(at path: [String]) -> LuaValue? {
    guard let top = path.first else { return nil }
    var value = wholeInfo.first { $0.key == top }?.value
    for step in path.dropFirst() { value = value?.table?.member(step) }
    return value
  }

  /// The path of each value whose key functions name; in a list, only the first element is used.
  func namedPaths(_ vocabulary: Vocabulary) -> [[String]] {
    var found: [[String]] = []
    var pending: [(path: [String], value: LuaValue)] = wholeInfo.reversed().map { ([$0.key], $0.value) }
    while let (path, value) = pending.popLast(), found.count < Self.pathLimit {
      if let key = path.last, Int(key) == nil, vocabulary.names(key) { found.append(path) }
      guard path.count < 8, let table = value.table else { continue }
      if let list = table.list {
        if let first = list.first { pending.append((path + ["0"], first)) }
      } else {
        for entry in table.entries.reversed() {
          if let key = entry.key.string { pending.append((path + [key], entry.value)) }
        }
      }
    }
    return found
  }

  private static let pathLimit = 100

  /// Sets or removes the value at a path. Missing containers are created.
  mutating func set(_ value: LuaValue?, at path: [String]) {
    guard let top = path.first else { return }
    let old = wholeInfo.first { $0.key == top }?.value
    let new = path.count == 1 ? value : (old?.table ?? LuaTable(entries: [])).setting(value, at: path.dropFirst())
    info.removeAll { $0.key == top }
    without.removeAll { $0 == top }
    if let new {
      info.append((top, new))
    } else if SoundBundle(kind, platform, stem: "App").info.contains(where: { $0.key == top }) {
      without.append(top)
    }
  }

  mutating func add(file path: String) {
    files.removeAll { $0.path == path }
    files.append((path, .text("x", mode: 0o644)))
  }

  mutating func remove(file path: String) {
    files.removeAll { $0.path == path }
    if SoundBundle(kind, platform, stem: "App").files.contains(where: { $0.path == path }) {
      files.append((path, .absent))
    }
  }
}

extension LuaTable {
  func member(_ step: String) -> LuaValue? {
    if let list, !list.isEmpty { return Int(step).flatMap { list.indices.contains($0) ? list[$0] : nil } }
    return self[step]
  }

  fileprivate func setting(_ value: LuaValue?, at path: ArraySlice<String>) -> LuaValue {
    guard let step = path.first else { return .table(self) }
    let old = member(step)
    let new = path.count == 1 ? value : (old?.table ?? LuaTable(entries: [])).setting(value, at: path.dropFirst())
    if var list, !list.isEmpty || Int(step) == 0, let position = Int(step) {
      if list.indices.contains(position) {
        if let new { list[position] = new } else { list.remove(at: position) }
      } else if let new {
        list.append(new)
      }
      return .list(list)
    }
    var entries = entries.filter { $0.key != .string(step) }
    if let new { entries.append(.init(key: .string(step), value: new)) }
    return .table(
      LuaTable(
        entries: entries.sorted { ($0.key.string ?? "").utf8.lexicographicallyPrecedes(($1.key.string ?? "").utf8) }))
  }
}
