import Basics
import StructuredText

enum CollectedText {
  static func write(_ bundle: CollectedBundle, _ json: inout JSONWriter) {
    json.object { json in
      json.members([
        "bundle": bundle.path, "name": bundle.name, "kind": bundle.kind, "platform": bundle.platform,
        "identifier": bundle.identifier, "version": bundle.version, "build": bundle.build, "file": bundle.infoFile,
      ])
      write(bundle.infoPlace, &json)
      json.array("keys") { json in
        for key in bundle.keys {
          json.shortObject {
            $0.member("key", key.name)
            $0.member("value", key.value)
            if let digest = key.digest { $0.member("digest", digest) }
            write(key.place, &$0)
          }
        }
      }
      if let source = bundle.infoSource { json.member("source", Base64.encode(source)) }
      json.objects("facts", bundle.facts) { facts, json in
        json.member("rule", facts.rule)
        guard let value = facts.value else { return }
        json.member("value", value, write)
      }
    }
  }

  private static func write(_ place: Place, _ json: inout JSONWriter) {
    json.member("line", place.line.map(Int.init))
    json.member("column", place.column.map(Int.init))
  }

  private static func write(_ value: CollectedValue, _ json: inout JSONWriter) {
    switch value {
    case .boolean(let truth): json.boolean(truth)
    case .integer(let number): json.number(number)
    case .number(let number): json.number(number)
    case .string(let text): json.string(text)
    case .list(let elements): json.array { for element in elements { write(element, &$0) } }
    case .mapping(let entries):
      json.object { json in
        for entry in entries { json.member(entry.name, entry.value, write) }
      }
    }
  }
}

extension StructuredValue {
  func pendingRules() throws(StructuredTextError) -> PendingRules {
    PendingRules(
      rules: try strings("rules", try list("rules")), asOf: try required("asOf", try day("asOf")),
      parameters: try requiredText("parameters"))
  }

  /// Reads the data collected from a bundle with the results `rules`. Throws unless it has data of exactly the pending rules: otherwise, a
  /// rule would pass without having seen the bundle.
  func collectedBundles(rules: [RuleResult]) throws(StructuredTextError) -> [CollectedBundle] {
    let bundles = try listIfAny("across").map { value throws(StructuredTextError) in try value.collectedBundle() }
    let waiting = Set(rules.lazy.filter { $0.status == .pending }.map(\.id))
    let found = Set(bundles.lazy.flatMap(\.facts).map(\.rule))
    if let rule = waiting.subtracting(found).sorted().first {
      throw StructuredTextError("rule '\(rule)' is pending, but 'across' has nothing for it", at: place)
    }
    if let rule = found.subtracting(waiting).sorted().first {
      throw StructuredTextError("'across' has facts for rule '\(rule)', which is not pending", at: place)
    }
    return bundles
  }

  private func collectedBundle() throws(StructuredTextError) -> CollectedBundle {
    let facts = try list("facts").map { value throws(StructuredTextError) in
      CollectedBundle.Facts(rule: try value.requiredText("rule"), value: try value["value"]?.collectedValue(depth: 0))
    }
    guard !facts.isEmpty, Set(facts.map(\.rule)).count == facts.count else {
      throw StructuredTextError("'facts' must list each rule once", at: place)
    }
    var collected = CollectedBundle(
      path: try requiredText("bundle"), name: try requiredText("name"), kind: try requiredText("kind"),
      platform: try text("platform"), identifier: try text("identifier"), version: try text("version"),
      build: try text("build"), infoFile: try text("file"), infoPlace: try writtenPlace(),
      keys: try list("keys").map { value throws(StructuredTextError) in
        CollectedBundle.Key(
          name: try value.requiredText("key"), value: try value.requiredText("value"), digest: try value.text("digest"),
          place: try value.writtenPlace())
      }, facts: facts)
    if let source = try text("source") {
      guard let bytes = Base64.decode(source.utf8) else {
        throw StructuredTextError("'source' is not Base64", at: place)
      }
      collected.infoSource = bytes
    }
    return collected
  }

  private func writtenPlace() throws(StructuredTextError) -> Place {
    Place(line: try coordinate("line"), column: try coordinate("column"))
  }

  private func coordinate(_ name: String) throws(StructuredTextError) -> UInt32? {
    guard let number = try count(name) else { return nil }
    guard let coordinate = UInt32(exactly: number) else {
      throw StructuredTextError("'\(name)' must be a smaller number", at: place)
    }
    return coordinate
  }

  private func collectedValue(depth: Int) throws(StructuredTextError) -> CollectedValue {
    guard depth <= CollectedValue.depthLimit else {
      throw StructuredTextError("the facts are nested more than \(CollectedValue.depthLimit) levels deep", at: place)
    }
    switch content {
    case .boolean(let truth): return .boolean(truth)
    case .integer(let number): return .integer(number)
    case .number(let number): return .number(number)
    case .string(let text): return .string(text)
    case .list(let elements):
      return .list(
        try elements.map { element throws(StructuredTextError) in try element.collectedValue(depth: depth + 1) })
    case .mapping(let entries):
      let read = try entries.map { entry throws(StructuredTextError) in
        CollectedValue.Entry(name: entry.key, value: try entry.value.collectedValue(depth: depth + 1))
      }
      return .mapping(read.sorted(byBytesOf: \.name))
    case .null, .foreign: throw StructuredTextError("\(phrase) is not a fact", at: place)
    }
  }
}
