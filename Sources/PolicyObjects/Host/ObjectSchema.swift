import PolicySchema
import LuaRuntime

/// The fields of one kind of object. Each field has its name, type, documentation and accessor in one place: reading, suggestions
/// in errors, definitions for editors and the reference of the language all use them.
struct ObjectSchema<Subject>: Sendable {
  let definition: APIClass
  /// How messages call one: `a bundle`.
  let noun: String
  let names: [String]
  private let fields: [ObjectField<Subject>]
  /// The bytes of the names, for comparison with Lua's. There are few short names, so a linear search is faster than a switch over
  /// strings.
  private let keys: [[UInt8]]
  /// The kind of records; 0 for objects.
  private let kind: UInt16

  init(
    _ name: String, _ noun: String, _ summary: String, hasLength: Bool = false, methods: [HostFunction] = [],
    _ fields: [ObjectField<Subject>]
  ) {
    self.init(
      APIClass(
        name, .object, summary, hasLength: hasLength, fields: fields.map(\.definition),
        methods: methods.compactMap(\.definition)), noun, fields)
  }

  /// A record: policies get a table with all fields, whose accessors only need the object itself.
  init(record name: String, _ summary: String, _ fields: [ObjectField<Subject>]) {
    let definition = APIClass(name, .record, summary, fields: fields.map(\.definition))
    self.init(definition, definition.noun, fields)
  }

  private init(_ definition: APIClass, _ noun: String, _ fields: [ObjectField<Subject>]) {
    (self.definition, self.noun) = (definition, noun)
    names = definition.fields.map(\.name)
    kind = definition.role == .record ? definition.recordKind : 0
    keys = names.map { Array($0.utf8) }
    self.fields = fields
  }

  func has(_ name: UnsafeBufferPointer<UInt8>) -> Bool { position(of: name) != nil }

  func read(_ name: UnsafeBufferPointer<UInt8>, of subject: Subject, _ host: PolicyHost, _ answer: LuaAnswer) {
    guard let position = position(of: name) else {
      let name = String(decoding: name, as: UTF8.self)
      return answer.fail("\(noun) has no field '\(name)'" + DeclarationError.suggestion(for: name, among: names))
    }
    if host.reads != nil { fields[position].note?(host, subject) }
    switch fields[position].accessor {
    case .value(let value): answer.set(value(subject))
    case .answer(let answering): answering(host, subject, answer)
    }
  }

  /// Records that a field is read, if reads are recorded; does nothing if there is no such field.
  func note(_ name: String, of subject: Subject, _ host: PolicyHost) {
    guard let position = names.firstIndex(of: name) else { return }
    fields[position].note?(host, subject)
  }

  func record(of subject: Subject) -> LuaValue { .record(entries(of: subject), kind: kind) }

  func entries(of subject: Subject) -> [(String, LuaValue)] {
    zip(names, fields).compactMap { name, field in
      guard case .value(let value) = field.accessor else { return nil }
      let found = value(subject)
      return found == .nil ? nil : (name, found)
    }
  }

  private func position(of name: UnsafeBufferPointer<UInt8>) -> Int? { keys.firstIndex { $0.elementsEqual(name) } }
}

struct ObjectField<Subject>: Sendable {
  enum Accessor: Sendable {
    /// Needs only the object itself.
    case value(@Sendable (Subject) -> LuaValue)
    /// Looks things up, costs fuel or can fail.
    case answer(@Sendable (PolicyHost, Subject, LuaAnswer) -> Void)
  }

  let definition: APIField
  var accessor: Accessor
  /// Records the read; nil if the accessor does so, or there is nothing to record.
  var note: (@Sendable (PolicyHost, Subject) -> Void)?

  // A name that ends in `?` belongs to a field that may be nil.

  static func value(
    _ name: String, _ type: String, _ summary: String, _ value: @escaping @Sendable (Subject) -> LuaValue
  ) -> Self {
    Self(definition: APIField(name, type, summary), accessor: .value(value))
  }

  static func answer(
    _ name: String, _ type: String, _ summary: String,
    _ answer: @escaping @Sendable (PolicyHost, Subject, LuaAnswer) -> Void
  ) -> Self {
    Self(definition: APIField(name, type, summary), accessor: .answer(answer))
  }

  static func text(
    _ name: String, as type: String = "string", _ summary: String, _ text: @escaping @Sendable (Subject) -> String?
  ) -> Self {
    value(name, type, summary) { text($0).map(LuaValue.string) ?? .nil }
  }

  static func texts(
    _ name: String, as type: String = "string[]", _ summary: String, _ texts: @escaping @Sendable (Subject) -> [String]
  ) -> Self {
    value(name, type, summary) { .list(texts($0).map(LuaValue.string)) }
  }

  static func integer<Number: BinaryInteger & SendableMetatype>(
    _ name: String, _ summary: String, _ number: @escaping @Sendable (Subject) -> Number?
  ) -> Self {
    value(name, "integer", summary) { number($0).map { .integer(Int64(clamping: $0)) } ?? .nil }
  }

  static func boolean(_ name: String, _ summary: String, _ truth: @escaping @Sendable (Subject) -> Bool?) -> Self {
    value(name, "boolean", summary) { truth($0).map(LuaValue.boolean) ?? .nil }
  }
}
