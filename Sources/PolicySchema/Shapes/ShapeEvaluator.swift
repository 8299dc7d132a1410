import Basics
import Bundles
package import LuaRuntime
package import PropertyLists

package struct ShapeEvaluator {
  package struct Lua {
    let matches: (_ text: UnsafeBufferPointer<UInt8>, _ pattern: String) throws(LuaFailure) -> Bool
    let call: (_ function: LuaFunction, _ value: PropertyList.Node) throws(LuaFailure) -> LuaValue

    package init(
      matches: @escaping (UnsafeBufferPointer<UInt8>, String) throws(LuaFailure) -> Bool,
      call: @escaping (LuaFunction, PropertyList.Node) throws(LuaFailure) -> LuaValue
    ) {
      (self.matches, self.call) = (matches, call)
    }
  }

  package struct Reads {
    let key: (_ key: String, _ container: PropertyList.Node) -> Void
    let element: (_ position: Int, _ container: PropertyList.Node) -> Void
    let passage: (_ container: PropertyList.Node) -> Void

    package init(
      key: @escaping (String, PropertyList.Node) -> Void, element: @escaping (Int, PropertyList.Node) -> Void,
      passage: @escaping (PropertyList.Node) -> Void
    ) {
      (self.key, self.element, self.passage) = (key, element, passage)
    }
  }

  let list: PropertyList
  let lua: Lua
  package private(set) var fuel: UInt64 = 0
  private let limit: UInt64
  private let hasVariants: Bool
  package var reads: Reads?

  /// `limit` is the fuel that evaluation may take, in addition to Lua's. `hasVariants`: whether keys may have qualifiers, as in an
  /// Info.plist.
  package init(list: PropertyList, lua: Lua, limit: UInt64, hasVariants: Bool = true) {
    (self.list, self.lua, self.limit, self.hasVariants) = (list, lua, limit, hasVariants)
  }

  private mutating func spend(_ units: UInt64) throws(LuaFailure) {
    let sum = fuel.addingReportingOverflow(units)
    fuel = sum.overflow ? .max : sum.partialValue
    if fuel > limit { throw LuaFailure(kind: .fuel) }
  }

  package struct Misfit {
    /// A container, and the position of an entry in it, or the missing key.
    package enum Place {
      case entry(container: PropertyList.Node, position: Int)
      case missing(container: PropertyList.Node, key: String)
    }

    package let place: Place
    package var message: String
    package let expected: String
    package var fix: String?
    /// The edits that make the value valid, if only one correction is possible.
    package var edits: [PropertyListEdit] = []

    /// Whether it is the value itself that does not fit, not something in it.
    func isAbout(_ value: PropertyList.Node, in list: PropertyList) -> Bool {
      guard case .entry(let container, let position) = place else { return false }
      return list.element(of: container, at: position) == value
    }
  }

  /// The violations: as many as a report accepts, and one more to show that some are missing.
  private struct Misfits {
    private(set) var all: [Misfit] = []
    private var textSize = 0
    var isFull: Bool { all.count > FindingLimit.count || textSize > FindingLimit.text }

    mutating func forgetEdits(from first: Int) {
      for position in first..<max(first, all.count) { all[position].edits = [] }
    }

    mutating func append(_ misfit: Misfit) {
      if isFull { return }
      textSize += misfit.message.utf8.count + misfit.expected.utf8.count
      all.append(misfit)
    }
  }

  /// The violations among the keys of a dictionary and their variants for platforms and devices, which are read in
  /// their place.
  package mutating func evaluate(_ shape: DictionaryShape, top: PropertyList.Node) throws(LuaFailure) -> [Misfit] {
    var misfits = Misfits()
    try evaluate(shape, node: top, label: "", &misfits)
    if !hasVariants { return misfits.all }
    // The cost of a few keys is included in the cost of each field.
    let count = list.count(of: top)
    if count > 100 { try spend(UInt64(count) * 20) }
    let variants = Dictionary(grouping: QualifiedKey.all(in: list)) { Array($0.parts.base.utf8) }
    for (key, shape) in shape.fields {
      for variant in variants[Array(key.utf8)] ?? [] {
        reads?.key(variant.key, top)
        guard let position = list.position(of: top, forKey: variant.key),
          let value = list.element(of: top, at: position)
        else { continue }
        try evaluate(shape, value, .entry(container: top, position: position), label: variant.key, &misfits)
      }
    }
    return misfits.all
  }

  private mutating func evaluate(
    _ shape: DictionaryShape, node: PropertyList.Node, label: String, _ misfits: inout Misfits
  ) throws(LuaFailure) {
    for (key, field) in shape.fields {
      try spend(10)
      reads?.key(key, node)
      guard let position = list.position(of: node, forKey: key), let value = list.element(of: node, at: position) else {
        if case .optional = field { continue }
        misfits.append(
          Misfit(
            place: .missing(container: node, key: key), message: "\(Self.label(label, key)) is missing",
            expected: field.phrase, fix: "add \(key)",
            edits: field.onlyValue.map { [PropertyListEdit(.add($0), of: key, in: node, list)] } ?? []))
        continue
      }
      try evaluate(field, value, .entry(container: node, position: position), label: Self.label(label, key), &misfits)
    }
    guard shape.isClosed || shape.others != nil else { return }
    reads?.passage(node)
    for position in 0..<list.count(of: node) {
      let key = list.key(of: node, at: position)
      try spend(10)
      if shape.hasField(key) { continue }
      // At the top level, variants of a field's key have been checked with that field.
      if hasVariants, label.isEmpty, node == list.root {
        if shape.hasField(QualifiedKey.split(key).base) { continue }
      }
      if let others = shape.others, let value = list.element(of: node, at: position) {
        try evaluate(
          others, value, .entry(container: node, position: position), label: Self.label(label, key), &misfits)
      } else if shape.isClosed {
        misfits.append(
          Misfit(
            place: .entry(container: node, position: position),
            message: "\(Self.label(label, key)) is not an allowed key",
            expected: Shape.dictionary(shape).phrase, fix: "remove \(key)"))
      }
    }
  }

  private mutating func evaluate(
    _ shape: Shape, _ value: PropertyList.Node, _ place: Misfit.Place, label: String, _ misfits: inout Misfits
  ) throws(LuaFailure) {
    try spend(10 + UInt64(label.utf8.count / 64))
    if misfits.isFull { return }
    switch shape {
    case .optional(let wrapped): try evaluate(wrapped, value, place, label: label, &misfits)
    case .list(let element, let count, let isUnique) where list.kind(of: value) == .array:
      if !count.contains(Int64(list.count(of: value))) {
        misfits.append(misfit(shape, value, place, label, found: counted(list.count(of: value), "element")))
      }
      let repeated = isUnique ? try repeatedElements(of: value) : [:]
      // Without them, there may be too few elements.
      let mayBeRemoved = Int64(list.count(of: value) - repeated.count) >= count.lower ?? 0
      for position in 0..<list.count(of: value) {
        guard let child = list.element(of: value, at: position) else { continue }
        reads?.element(position, value)
        if let first = repeated[position] {
          misfits.append(
            Misfit(
              place: .entry(container: value, position: position),
              message: "\(label)[\(position)] repeats \(label)[\(first)], \(described(child))",
              expected: "an element that is not in the list before", fix: "remove the repeated element",
              edits: mayBeRemoved ? [PropertyListEdit(.remove, of: String(position), in: value, list)] : []))
          continue
        }
        try evaluate(
          element, child, .entry(container: value, position: position), label: "\(label)[\(position)]", &misfits)
      }
    case .dictionary(let fields) where list.kind(of: value) == .dictionary:
      try evaluate(fields, node: value, label: label, &misfits)
    case .allOf(let parts):
      // Only the first violation is reported: the others often have the same cause.
      let before = misfits.all.count
      for part in parts where misfits.all.count == before { try evaluate(part, value, place, label: label, &misfits) }
      // A value that is valid for one part may be invalid for another.
      misfits.forgetEdits(from: before)
    case .anyOf(let parts):
      var nearest: [Misfit]?
      for part in parts {
        var misfits = Misfits()
        try evaluate(part, value, place, label: label, &misfits)
        let inner = misfits.all
        if inner.isEmpty { return }
        // Prefers the alternative that accepts the value itself, if only its contents are invalid.
        if inner.allSatisfy({ !$0.isAbout(value, in: list) }), inner.count < nearest?.count ?? .max { nearest = inner }
      }
      var misfit = misfit(shape, value, place, label, found: nil)
      if let first = nearest?.first { misfit.message += ": \(first.message)" }
      misfits.append(misfit)
    case .custom(let name, let function):
      switch try lua.call(function, value) {
      case .boolean(true): break
      case .boolean(false), .nil: misfits.append(misfit(shape, value, place, label, found: nil))
      case .string(let reason):
        misfits.append(Misfit(place: place, message: "\(label): \(reason)", expected: name))
      case let other:
        throw LuaFailure(
          kind: .error,
          message:
            "the function of custom(\"\(name)\") returned \(other.typeName); it must return true, false, or a string that says what is wrong"
        )
      }
    default:
      switch try fit(shape, value) {
      case .fits: break
      case .misfit(let found): misfits.append(misfit(shape, value, place, label, found: found))
      }
    }
  }

  /// The elements that equal an earlier one, with that one's position. A string never equals a number.
  private mutating func repeatedElements(of array: PropertyList.Node) throws(LuaFailure) -> [Int: Int] {
    var first: [PropertyListValue: Int] = [:]
    var repeated: [Int: Int] = [:]
    var dictionaries: UInt64 = 0
    for position in 0..<list.count(of: array) {
      guard let child = list.element(of: array, at: position),
        let value = PropertyListValue(child, in: list, most: .max, depth: .max)
      else { continue }
      try spend(UInt64(value.size))
      // Dictionaries of the same size are compared pairwise.
      if list.kind(of: child) == .dictionary {
        try spend(dictionaries * 10)
        dictionaries += 1
      }
      if let known = first[value] { repeated[position] = known } else { first[value] = position }
    }
    return repeated
  }

  private enum Fit {
    case fits
    /// The string describes the found value, if it is not the value itself.
    case misfit(String?)

    init(_ fits: Bool, found: String? = nil) { self = fits ? .fits : .misfit(found) }
  }

  private mutating func fit(_ shape: Shape, _ value: PropertyList.Node) throws(LuaFailure) -> Fit {
    let kind = list.kind(of: value)
    // The search takes time in proportion to the length of the string.
    if kind == .string, case let count = list.utf8(of: value).count, count > 256 { try spend(UInt64(count) / 4) }
    switch shape {
    case .text(let bounds):
      guard kind == .string else { return .misfit(nil) }
      return try fit(bounds, list.utf8(of: value))
    case .integer(let bounds):
      switch list.integer(of: value) {
      case .signed(let number): return Fit(bounds.contains(number))
      // It is above every possible bound.
      case .unsigned: return Fit(bounds.upper == nil)
      case nil: return .misfit(nil)
      }
    case .real(let bounds):
      // An integer is a real number, too: writers write 1.0 as `<integer>1</integer>`.
      guard let number = list.real(of: value) ?? list.integer(of: value)?.rounded else { return .misfit(nil) }
      return Fit(!number.isNaN && bounds.contains(number))
    case .boolean: return Fit(kind == .boolean)
    case .date(let bounds):
      guard let seconds = list.date(of: value) else { return .misfit(nil) }
      let time = CivilTime(secondsSince2001: seconds)
      let isEarly = bounds.lower.map { $0.isLater(than: time) } ?? false
      let isLate = bounds.upper.map { $0.isEarlier(than: time) } ?? false
      return Fit(!isEarly && !isLate)
    case .data(let bounds):
      guard let bytes = list.data(of: value) else { return .misfit(nil) }
      return Fit(bounds.contains(Int64(bytes.count)), found: counted(bytes.count, "byte"))
    case .oneOf(let scalars):
      if scalars.count > 100 { try spend(UInt64(scalars.count)) }
      return Fit(scalars.contains { equals($0, value) })
    case .nonEmpty: return Fit(!isEmpty(value))
    case .uuid: return Fit(list.string(of: value).map { TextForms.canonicalUUID($0) != nil } ?? false)
    case .reverseDNS: return Fit(kind == .string && TextForms.isReverseDNS(list.utf8(of: value)))
    case .version(let dialect):
      return Fit(list.string(of: value).map { Version($0, dialect: dialect) != nil } ?? false)
    case .url(let schemes):
      guard kind == .string, let scheme = TextForms.scheme(ofURL: list.utf8(of: value)) else { return .misfit(nil) }
      return Fit(schemes.isEmpty || schemes.contains(scheme))
    case .list, .dictionary: return .misfit(nil)
    case .optional, .anyOf, .allOf, .custom: return .fits  // Handled by the caller.
    }
  }

  private mutating func fit(_ bounds: TextBounds, _ text: UnsafeBufferPointer<UInt8>) throws(LuaFailure) -> Fit {
    try spend(UInt64(text.count / 16))
    if text.count > 256 { try spend(UInt64(text.count)) }
    if bounds.length.lower != nil || bounds.length.upper != nil {
      let length = String(decoding: text, as: UTF8.self).count
      if !bounds.length.contains(Int64(length)) { return .misfit(counted(length, "character")) }
    }
    if let pattern = bounds.pattern { return Fit(try lua.matches(text, pattern)) }
    return .fits
  }

  private func misfit(
    _ shape: Shape, _ value: PropertyList.Node, _ place: Misfit.Place, _ label: String, found: String?
  ) -> Misfit {
    let expected = shape.phrase
    var misfit = Misfit(
      place: place, message: "\(label) must be \(expected), found \(found ?? described(value))", expected: expected)
    if let fitting = shape.repaired(value, in: list) {
      misfit.edits = [PropertyListEdit(.set(fitting), at: list.pointer(to: value))]
      misfit.fix = "change it to \(fitting.shown)"
    }
    return misfit
  }

  /// The type, and the value if it is short.
  private func described(_ node: PropertyList.Node) -> String {
    switch list.kind(of: node) {
    case .string:
      let text = ValueText.describe(node, in: list)
      return text.isEmpty ? "an empty string" : "'\(text.count > 60 ? text.prefix(59) + "…" : text)'"
    case .integer: return "the integer \(ValueText.describe(node, in: list))"
    case .real: return "the real \(ValueText.describe(node, in: list))"
    case .boolean: return "the Boolean \(ValueText.describe(node, in: list))"
    case .date: return "the date \(ValueText.describe(node, in: list))"
    case .data: return counted(list.data(of: node)?.count ?? 0, "byte") + " of data"
    case .array: return list.count(of: node) == 0 ? "an empty array" : "an array"
    case .dictionary: return list.count(of: node) == 0 ? "an empty dictionary" : "a dictionary"
    case .set: return "a set"
    case .uid: return "a UID"
    case .null: return "null"
    }
  }

  private func isEmpty(_ node: PropertyList.Node) -> Bool {
    switch list.kind(of: node) {
    case .string: TextForms.isBlank(list.utf8(of: node))
    case .array, .dictionary, .set: list.count(of: node) == 0
    case .data: list.data(of: node)?.isEmpty ?? true
    case .null: true
    case .integer, .real, .boolean, .date, .uid: false
    }
  }

  private func equals(_ scalar: Scalar, _ node: PropertyList.Node) -> Bool {
    switch scalar {
    case .text(let text): list.kind(of: node) == .string && list.utf8(of: node).elementsEqual(text.utf8)
    // Compared without rounding: above 2⁵³, several integers convert to the same real number.
    case .integer(let number):
      list.integer(of: node) == .signed(number) || list.real(of: node).flatMap { Int64(exactly: $0) } == number
    case .real(let number): list.real(of: node) == number || list.integer(of: node)?.isExactly(number) == true
    case .boolean(let flag): list.boolean(of: node) == flag
    }
  }

  private static func label(_ path: String, _ key: String) -> String {
    let label = path.isEmpty ? key : "\(path).\(key)"
    return label.utf8.count <= 1024 ? label : String(decoding: label.utf8.prefix(1021), as: UTF8.self) + "…"
  }
}

extension DictionaryShape {
  /// Whether there is a field with exactly this name; the fields are sorted by bytes.
  fileprivate func hasField(_ key: String) -> Bool {
    let found = fields.partitionPoint { !$0.key.precedesInBytes(key) }
    return found < fields.count && fields[found].key.hasSameBytes(as: key)
  }
}

extension PropertyList.Integer {
  fileprivate var rounded: Double {
    switch self {
    case .signed(let number): Double(number)
    case .unsigned(let number): Double(number)
    }
  }

  fileprivate func isExactly(_ real: Double) -> Bool {
    switch self {
    case .signed(let number): Int64(exactly: real) == number
    case .unsigned(let number): UInt64(exactly: real) == number
    }
  }
}

extension CalendarDate {
  fileprivate func isLater(than time: CivilTime) -> Bool { time.parts.lexicographicallyPrecedes(parts) }

  fileprivate func isEarlier(than time: CivilTime) -> Bool { parts.lexicographicallyPrecedes(time.parts) }

  private var parts: [Int] { text.split(separator: "-").compactMap { Int($0) } }
}

extension CivilTime {
  fileprivate var parts: [Int] { [year, month, day] }
}
