import Basics
import Bundles
import KeyRegistry
import PolicySchema
import LuaRuntime
import PropertyLists

extension HostLibrary {
  /// Functions that select from a whole property list the few values that rules need, so that rules do not iterate over all of it.
  static let departures: [HostFunction] = [
    HostFunction(
      "departures(info: table): Departure[]",
      """
      Returns where an information property list is not what the platform's definitions say: a list of \
      `{ kind, under, node, key }`. Values of the wrong type are not searched.
      """
    ) { host, call, answer in
      let usage = "keys.departures(info)"
      guard let (owner, document) = topLevel(host, call[0], usage, answer) else { return }
      host.reads?.passage(of: document.list.root, in: document)
      let search = host.departures(in: owner)
      answer.charge(UInt64(search.steps) * 20)
      guard search.found.count < KeyDepartureSearch.limit else {
        return host.exceed("limit.results", "\(usage): there are more than \(KeyDepartureSearch.limit) places", answer)
      }
      answer.set(
        .list(
          search.found.map { departure.record(of: ($0, host.objects.node(value: $0.container, document: owner))) }))
    },
    picking(
      "custom", "Returns the custom keys of an information property list: those that the platform does not define."
    ) { key in !KeyRegistry.contains(key) && !KeyRegistry.contains(QualifiedKey.split(key).base) },
    picking(
      "unprefixed",
      "Returns the custom keys of an information property list that do not have a prefix of their own, such as `com.example.`, or that resemble a key of the platform in spite of it."
    ) { key in !KeyRegistry.contains(key) && !KeyRegistry.contains(QualifiedKey.split(key).base) && !isPrefixed(key) },
    picking(
      "qualified", "Returns the keys of an information property list that are qualified with a platform or device."
    ) { key in key.utf8.contains { $0 == 0x2D || $0 == 0x7E } && QualifiedKey.split(key).base != key },
    picking(
      "malformed",
      "Returns the keys of an information property list whose qualifiers are malformed, such as `K~ipad~iphone` and `K ~ipad`."
    ) { key in
      switch QualifiedKey.problem(of: key) {
      // A custom key may contain a hyphen and be looked up by its whole name.
      case nil, .unknownCombination: false
      default: true
      }
    },
    picking("superseded", "Returns the keys of an information property list that have a successor.") { key in
      KeyRegistry.hasSuccessor(key)
    },
  ]

  /// Whether a key cannot be mistaken for a platform's key: it begins with the reversed name of a domain.
  private static func isPrefixed(_ key: String) -> Bool {
    var key = key
    let hasDomain = key.withUTF8 { bytes in
      TextForms.isReverseDNS(bytes) && bytes.count(where: { $0 == UInt8(ascii: ".") }) > 1
        && !bytes.prefix { $0 != UInt8(ascii: ".") }.contains(UInt8(ascii: "-"))
    }
    guard hasDomain, !key.contains("UsageDescription"), KeyRegistry.applePrefix(of: key) == nil,
      !KeyRegistry.hasNearKey(withTheStartOf: key)
    else { return false }
    let base = QualifiedKey.split(key).base
    return base == key || !KeyRegistry.hasNearKey(withTheStartOf: base)
  }

  private static func picking(
    _ name: String, _ summary: String, _ isPicked: @escaping @Sendable (String) -> Bool
  ) -> HostFunction {
    HostFunction("\(name)(info: table): string[]", summary) { host, call, answer in
      guard let (_, document) = topLevel(host, call[0], "keys.\(name)(info)", answer) else { return }
      let list = document.list
      host.reads?.passage(of: list.root, in: document)
      var names: [LuaValue] = []
      for position in 0..<list.count(of: list.root) {
        let key = list.key(of: list.root, at: position)
        answer.charge(20 + UInt64(key.utf8.count) / 4)
        if isPicked(key) { names.append(.string(key)) }
      }
      answer.set(.list(names))
    }
  }

  static let departure = ObjectSchema<(departure: KeyDeparture, node: LuaNode)>(
    record: "Departure", "A place where a property list is not what the platform's definitions say.",
    [
      .text("kind", "`type`, `value`, `missing_field` or `unknown_field`.") { $0.departure.kind.rawValue },
      .text("under", "The key at the top level that it is under.") { $0.departure.under },
      .value("node", "table", "The dictionary or array that contains it.") { .node($0.node) },
      .value("key", "string|integer", "Its key or position.") { $0.departure.key },
      .text("expected?", "The type that the platform reads, of a `type`.") { $0.departure.expected?.rawValue },
      .value(
        "allowed?", "string[]", "The values of a `value`, or the fields of an `unknown_field`, that the platform knows."
      ) { $0.departure.allowed.isEmpty ? .nil : .list($0.departure.allowed.map { .string($0) }) },
    ])
}

extension PolicyHost {
  func departures(in document: Int) -> KeyDepartureSearch {
    if let known = objects.departures[document] { return known }
    var search = KeyDepartureSearch(objects.documents[document].list)
    search.run { keySchema($0) }
    objects.departures[document] = search
    return search
  }
}
