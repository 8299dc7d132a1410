import Basics
import Bundles
import KeyRegistry
import PolicySchema
import LuaRuntime
import PropertyLists

/// A place where an information property list is not what the platform's definitions of its keys say.
struct KeyDeparture {
  enum Kind: String, Sendable {
    /// The value has another type.
    case type
    /// The value is none of those that the platform knows.
    case value
    /// A required field is not there.
    case missingField = "missing_field"
    /// The definition has no such field.
    case unknownField = "unknown_field"
  }

  let kind: Kind
  /// The key at the top level that it lies under.
  let under: String
  let container: PropertyList.Node
  let key: LuaValue
  var expected: KeyType?
  /// The values, or the fields, that there could be.
  var allowed: [String] = []
}

/// Holds an information property list against the registry of keys, from the outside in. What has another type is not looked into.
struct KeyDepartureSearch {
  let list: PropertyList
  private(set) var found: [KeyDeparture] = []
  /// Values that were looked at.
  private(set) var steps = 0
  private var top = ""

  init(_ list: PropertyList) { self.list = list }

  /// How many departures are listed: a list of millions of numbers may be wrong in each.
  static let limit = 100_000

  mutating func run(_ schema: (String) -> KeySchema?) {
    guard list.kind(of: list.root) == .dictionary else { return }
    for position in 0..<list.count(of: list.root) {
      top = list.key(of: list.root, at: position)
      steps += 1
      guard let value = list.element(of: list.root, at: position), let schema = schema(QualifiedKey.split(top).base)
      else { continue }
      look(at: value, in: list.root, .string(top), schema)
    }
  }

  private mutating func look(
    at value: PropertyList.Node, in container: PropertyList.Node, _ key: LuaValue, _ schema: KeySchema
  ) {
    steps += 1
    guard found.count < Self.limit else { return }
    guard accepts(schema.type, value) else { return add(.type, container, key, expected: schema.type) }
    if !schema.values.isEmpty, !isKnown(value, schema.values) { add(.value, container, key, allowed: schema.values) }
    switch list.kind(of: value) {
    case .array:
      guard let items = schema.items else { return }
      for position in 0..<list.count(of: value) {
        guard let item = list.element(of: value, at: position) else { continue }
        look(at: item, in: value, .integer(Int64(position) + 1), items)
      }
    case .dictionary:
      for field in schema.fields where field.isRequired && list.value(of: value, forKey: field.name) == nil {
        add(.missingField, value, .string(field.name))
      }
      for position in 0..<list.count(of: value) {
        let name = list.key(of: value, at: position)
        guard let child = list.element(of: value, at: position) else { continue }
        if let form = schema.field(name)?.schema ?? schema.others {
          look(at: child, in: value, .string(name), form)
        } else if !schema.fields.isEmpty {
          steps += 1
          add(.unknownField, value, .string(name), allowed: schema.fields.map(\.name))
        }
      }
    default: return
    }
  }

  private mutating func add(
    _ kind: KeyDeparture.Kind, _ container: PropertyList.Node, _ key: LuaValue, expected: KeyType? = nil,
    allowed: [String] = []
  ) {
    found.append(
      KeyDeparture(kind: kind, under: top, container: container, key: key, expected: expected, allowed: allowed))
  }

  private func accepts(_ type: KeyType, _ value: PropertyList.Node) -> Bool {
    switch list.kind(of: value) {
    case .dictionary: type.accepts(.dictionary)
    case .array: type.accepts(.array)
    case .string: type.accepts(.string)
    case .integer: type.accepts(.integer)
    case .real: type.accepts(.real)
    case .boolean: type.accepts(.boolean)
    case .date: type.accepts(.date)
    case .data: type.accepts(.data)
    case .set, .uid, .null: type == .any
    }
  }

  /// Whether a value is one of those that the platform knows, as the registry writes them. An empty text is none, and one with a variable of
  /// the build may become any.
  private func isKnown(_ value: PropertyList.Node, _ values: [String]) -> Bool {
    switch list.kind(of: value) {
    case .string:
      let text = list.string(of: value) ?? ""
      return text.isEmpty || TextForms.hasVariable(list.utf8(of: value)) || values.contains(text)
    case .boolean: return values.contains(list.boolean(of: value) == true ? "true" : "false")
    case .integer: return list.integer(of: value).map { values.contains($0.text) } ?? false
    case .real:
      guard let number = list.real(of: value) else { return false }
      return values.contains(Int64(exactly: number).map { String($0) } ?? "\(number)")
    default: return false
    }
  }
}

extension PropertyList.Integer {
  fileprivate var text: String {
    switch self {
    case .signed(let number): String(number)
    case .unsigned(let number): String(number)
    }
  }
}

extension HostLibrary {
  /// Functions that pick from a whole property list what few rules are about, so that those do not go through all of it.
  static let departures: [HostFunction] = [
    HostFunction(
      "departures(info: table): Departure[]",
      """
      Returns where an information property list is not what the platform's definitions say: a list of \
      `{ kind, under, node, key }`. Values of the wrong type are not looked into.
      """
    ) { host, call, answer in
      let usage = "keys.departures(info)"
      guard let (owner, document) = topLevel(host, call[0], usage, answer) else { return }
      host.reads?.passage(of: document.list.root, in: document)
      let search = host.departures(in: owner)
      answer.charge(UInt64(search.steps) * 20)
      guard search.found.count < KeyDepartureSearch.limit else {
        return host.exceed(
          "limit.results", "\(usage): there are more than \(KeyDepartureSearch.limit) places", answer)
      }
      answer.set(
        .list(
          search.found.map {
            departure.record(of: ($0, host.objects.node(value: $0.container, document: owner)))
          }))
    },
    picking(
      "custom", "Returns the custom keys of an information property list: those that the platform does not define."
    ) { key in
      !KeyRegistry.contains(key) && !KeyRegistry.contains(QualifiedKey.split(key).base)
    },
    picking(
      "unprefixed",
      "Returns the custom keys of an information property list that do not have a prefix of their own, such as `com.example.`, or that resemble a key of the platform in spite of it."
    ) { key in
      !KeyRegistry.contains(key) && !KeyRegistry.contains(QualifiedKey.split(key).base) && !isPrefixed(key)
    },
    picking(
      "qualified", "Returns the keys of an information property list that are qualified with a platform or device."
    ) { key in
      key.utf8.contains { $0 == 0x2D || $0 == 0x7E } && QualifiedKey.split(key).base != key
    },
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

  /// Whether nobody can take a key for one of the platform: it begins with the reversed name of a domain.
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
      ) {
        $0.departure.allowed.isEmpty ? .nil : .list($0.departure.allowed.map { .string($0) })
      },
    ])
}

extension PolicyHost {
  /// The departures of a document's list. Several rules ask for them.
  func departures(in document: Int) -> KeyDepartureSearch {
    if let known = objects.departures[document] { return known }
    var search = KeyDepartureSearch(objects.documents[document].list)
    search.run { keySchema($0) }
    objects.departures[document] = search
    return search
  }
}
