import Basics
import PolicySchema
import LuaRuntime

/// Makes the mutants of shapes: bounds off by one, optional values required and vice versa, an alternative removed, and
/// if there is nothing more specific, any value accepted.
struct ShapeMutants {
  struct Variant<Made> {
    let shape: Made
    var key: String
    let change: String
    let hints: [FixtureEdit]

    func map<Other>(_ make: (Made) -> Other) -> Variant<Other> {
      Variant<Other>(shape: make(shape), key: key, change: change, hints: hints)
    }
  }

  /// The path of the value, for messages and for descriptions of bundles.
  let label: String
  let path: [String]

  static func variants(of shape: DictionaryShape, label: String, path: [String]) -> [Variant<DictionaryShape>] {
    var all: [Variant<DictionaryShape>] = []
    for (number, field) in shape.fields.enumerated() {
      let inner = ShapeMutants(label: label.isEmpty ? field.key : "\(label).\(field.key)", path: path + [field.key])
      for variant in inner.field(field.shape) {
        var made = shape
        made.fields[number].shape = variant.shape
        // If no bundle has the value, it is added before the change.
        let seeded = path.isEmpty ? variant.hints.map { inner.seeded(field.shape, $0) } : []
        all.append(Variant(shape: made, key: field.key, change: variant.change, hints: variant.hints + seeded))
      }
    }
    let own = ShapeMutants(label: label, path: path)
    let stranger = path + ["Unexpected"]
    if shape.isClosed {
      var made = shape
      made.isClosed = false
      all.append(
        own.variant(
          made, "'closed' is removed: \(own.name) may have other keys", [own.setting(.string("x"), stranger)]))
    }
    if let others = shape.others {
      let inner = ShapeMutants(label: label.isEmpty ? "others" : "\(label).others", path: stranger)
      for variant in inner.variants(of: others) {
        var made = shape
        made.others = variant.shape
        all.append(Variant(shape: made, key: "others", change: variant.change, hints: variant.hints))
      }
    }
    return all
  }

  private var name: String { label.isEmpty ? "the dictionary" : label }

  private func variant<Made>(_ shape: Made, _ change: String, _ hints: [FixtureEdit]) -> Variant<Made> {
    Variant(shape: shape, key: path.last ?? "", change: change, hints: hints)
  }

  private func setting(_ value: LuaValue?, _ path: [String]? = nil) -> FixtureEdit {
    { [own = self.path] fixture in fixture.set(value, at: path ?? own) }
  }

  private var repeating: FixtureEdit {
    { [path] fixture in
      guard let elements = fixture.value(at: path)?.table?.list, let first = elements.first else { return }
      fixture.set(.list(elements + [first]), at: path)
    }
  }

  private func seeded(_ shape: Shape, _ edit: @escaping FixtureEdit) -> FixtureEdit {
    { [path] fixture in
      fixture.set(ShapeWitness.value(of: shape), at: path)
      edit(&fixture)
    }
  }

  /// The faults of a dictionary's value, including that it is optional.
  private func field(_ shape: Shape) -> [Variant<Shape>] {
    if case .optional(let wrapped) = shape {
      return [variant(wrapped, "\(name) may not be missing", [setting(nil)])]
        + variants(of: wrapped).map { $0.map(Shape.optional) }
    }
    return [variant(.optional(shape), "\(name) may be missing", [setting(nil)])] + variants(of: shape)
  }

  /// The faults of a shape. There is always at least one, so that a test is required for each refused value.
  private func variants(of shape: Shape) -> [Variant<Shape>] {
    let finer = finer(shape)
    return finer.isEmpty ? [unlimited(shape)] : finer
  }

  private static let samples: [LuaValue] = [
    .string("x"), .integer(1), .boolean(true), .string(""), .table(LuaTable(entries: [])), .list([.string("x")]),
    .string("not it!"),
  ]

  private func looser(_ new: Shape, _ old: Shape, _ hints: [FixtureEdit]) -> Variant<Shape> {
    let phrase = new.phrase
    return variant(new, "\(name) may be \(phrase.isEmpty ? "anything" : phrase), not just \(old.phrase)", hints)
  }

  private func unlimited(_ shape: Shape) -> Variant<Shape> {
    looser(.allOf([]), shape, Self.samples.map { setting($0) })
  }

  /// The faults that remove each element of a list, unless it is the only one.
  private func removals<Element>(
    of list: [Element], _ variant: (Element, [Element]) -> Variant<Shape>
  ) -> [Variant<Shape>] {
    list.count < 2 ? [] : list.indices.map { variant(list[$0], list.removing($0)) }
  }

  private func other(_ new: Shape, _ old: Shape, _ hints: [FixtureEdit]) -> Variant<Shape> {
    variant(new, "\(name) must be \(new.phrase), not \(old.phrase)", hints)
  }

  private func finer(_ shape: Shape) -> [Variant<Shape>] {
    switch shape {
    case .text(let bounds): text(bounds)
    case .integer(let bounds):
      self.bounds(bounds, step: { number, step in Self.sum(number, step) }).map { new in
        other(.integer(new.bounds), shape, [setting(.integer(new.edge)), setting(.integer(new.changed))])
      }
    case .real(let bounds): real(bounds, shape)
    case .boolean, .custom: []
    case .date(let bounds):
      self.bounds(bounds, step: { day, step in day.moved(by: step) }).map { new in
        other(
          .date(new.bounds), shape,
          [new.edge, new.changed].map { setting(.record([("$date", .string($0.text + "T12:00:00Z"))])) })
      }
    case .data(let bounds):
      lengths(bounds).map { new in
        other(
          .data(new.bounds), shape,
          [new.edge, new.changed].map { setting(.record([("$data", .string(ShapeWitness.base64(zeros: $0)))])) })
      }
    case .oneOf(let scalars):
      removals(of: scalars) { removed, rest in
        variant(.oneOf(rest), "\(name) may not be \(removed.phrase)", [setting(removed.value)])
      } + [unlimited(shape)]
    case .list(let element, let count, let isUnique):
      lengths(count).map { new in
        other(
          .list(of: element, count: new.bounds, unique: isUnique), shape, [resizing(new.edge), resizing(new.changed)])
      }
        + ShapeMutants(label: "\(label)[…]", path: path + ["0"]).variants(of: element).map {
          $0.map { .list(of: $0, count: count, unique: isUnique) }
        }
        + (isUnique
          ? [
            variant(
              .list(of: element, count: count, unique: false), "\(name) may have repeated elements",
              [repeating, setting(.list([ShapeWitness.value(of: element), ShapeWitness.value(of: element)]))])
          ] : [])
    case .dictionary(let fields):
      Self.variants(of: fields, label: label, path: path).map { $0.map { .dictionary($0) } }
    case .optional(let wrapped): variants(of: wrapped).map { $0.map { .optional($0) } }
    case .anyOf(let parts):
      removals(of: parts) { removed, rest in
        variant(.anyOf(rest), "\(name) may not be \(removed.phrase)", self.parts(removed))
      } + [unlimited(shape)]
    case .allOf(let parts):
      parts.indices.flatMap { number in
        variants(of: parts[number]).map { $0.map { .allOf(parts.replacing(number, with: $0)) } }
      }
    case .nonEmpty: [looser(.allOf([]), shape, [setting(.string("")), setting(.table(LuaTable(entries: [])))])]
    case .uuid, .reverseDNS, .version: [looser(.text(TextBounds()), shape, [setting(.string("not it!"))])]
    case .url(let schemes):
      removals(of: schemes) { removed, rest in
        variant(
          .url(schemes: rest), "\(name) may not have the scheme '\(removed)'",
          [setting(.string("\(removed)://www.example.com"))])
      } + [
        schemes.isEmpty
          ? looser(.text(TextBounds()), shape, [setting(.string("no URL"))])
          : looser(.url(schemes: []), shape, [setting(.string("other://www.example.com"))])
      ]
    }
  }

  // MARK: Bounds

  private func text(_ bounds: TextBounds) -> [Variant<Shape>] {
    var all = lengths(bounds.length).map { new in
      var made = bounds
      made.length = new.bounds
      return other(.text(made), .text(bounds), [stretching(new.edge), stretching(new.changed)])
    }
    guard let pattern = bounds.pattern else { return all }
    for (looser, what) in Self.looserPatterns(pattern) {
      var made = bounds
      made.pattern = looser
      let extended: [FixtureEdit] = [
        { [path] fixture in fixture.set(.string("!" + (fixture.value(at: path)?.string ?? "")), at: path) },
        { [path] fixture in fixture.set(.string((fixture.value(at: path)?.string ?? "") + "!"), at: path) },
        setting(.string("!")), setting(.string("x")), setting(.string("1")), setting(.string("")),
      ]
      all.append(variant(.text(made), "\(name) is matched against '\(pattern)', which \(what)", extended))
    }
    return all
  }

  /// A pattern without its anchors; nil instead of a pattern without anchors.
  static func looserPatterns(_ pattern: String) -> [(pattern: String?, what: String)] {
    var all: [(pattern: String?, what: String)] = []
    if pattern.hasPrefix("^"), pattern.count > 1 { all.append((String(pattern.dropFirst()), "loses its '^'")) }
    if pattern.hasSuffix("$"), pattern.count > 1, !pattern.hasSuffix("%$") {
      all.append((String(pattern.dropLast()), "loses its '$'"))
    }
    return all.isEmpty ? [(nil, "is removed")] : all
  }

  /// Bounds off by one, with the original and the changed bound.
  private typealias Moved<Value: Comparable> = (bounds: ClosedBounds<Value>, edge: Value, changed: Value)

  private func bounds<Value>(_ bounds: ClosedBounds<Value>, step: (Value, Int) -> Value?) -> [Moved<Value>] {
    var all: [Moved<Value>] = []
    for direction in [1, -1] {
      if let upper = bounds.upper, let moved = step(upper, direction) {
        all.append((ClosedBounds(lower: bounds.lower, upper: moved), upper, moved))
      }
      if let lower = bounds.lower, let moved = step(lower, -direction) {
        all.append((ClosedBounds(lower: moved, upper: bounds.upper), lower, moved))
      }
    }
    // Nobody writes bounds that refuse everything by mistake.
    return all.filter { made in
      guard let lower = made.bounds.lower, let upper = made.bounds.upper else { return true }
      return lower <= upper
    }
  }

  private func lengths(_ bounds: ClosedBounds<Int64>) -> [Moved<Int64>] {
    self.bounds(bounds) { number, step in Self.sum(number, step).flatMap { $0 < 0 ? nil : $0 } }
  }

  private func real(_ bounds: ClosedBounds<Double>, _ shape: Shape) -> [Variant<Shape>] {
    // There are always further numbers between two others: a bound is removed, or made exclusive.
    var all: [Variant<Shape>] = []
    if let upper = bounds.upper {
      let open = ClosedBounds(lower: bounds.lower, upper: upper.nextDown)
      all.append(
        variant(
          .real(ClosedBounds(lower: bounds.lower)), "\(name) may be above \(upper)", [setting(.number(upper + 1))]))
      all.append(variant(.real(open), "\(name) must be below \(upper)", [setting(.number(upper))]))
    }
    if let lower = bounds.lower {
      let open = ClosedBounds(lower: lower.nextUp, upper: bounds.upper)
      all.append(
        variant(
          .real(ClosedBounds(upper: bounds.upper)), "\(name) may be below \(lower)", [setting(.number(lower - 1))]))
      all.append(variant(.real(open), "\(name) must be above \(lower)", [setting(.number(lower))]))
    }
    return all
  }

  // MARK: Values

  private func stretching(_ count: Int64) -> FixtureEdit {
    { [path] fixture in
      guard (0...10_000).contains(count) else { return }
      let old = fixture.value(at: path)?.string ?? ""
      let filling = String(repeating: old.last ?? "x", count: max(0, Int(count) - old.count))
      fixture.set(.string(String(old.prefix(Int(count))) + filling), at: path)
    }
  }

  private func resizing(_ count: Int64) -> FixtureEdit {
    { [path] fixture in
      guard (0...10_000).contains(count) else { return }
      let old = fixture.value(at: path)?.table?.list ?? []
      let filling = Array(repeating: old.last ?? .string("x"), count: max(0, Int(count) - old.count))
      let made = Array(old.prefix(Int(count))) + filling
      fixture.set(made.isEmpty ? .record([("$array", .boolean(true))]) : .list(made), at: path)
    }
  }

  /// Values that one alternative allows.
  private func parts(_ shape: Shape) -> [FixtureEdit] {
    if case .oneOf(let scalars) = shape { return scalars.map { setting($0.value) } }
    return [setting(ShapeWitness.value(of: shape))] + Self.samples.map { setting($0) }
  }

  private static func sum(_ number: Int64, _ step: Int) -> Int64? {
    let (sum, isTooLarge) = number.addingReportingOverflow(Int64(step))
    return isTooLarge ? nil : sum
  }
}

extension CalendarDate {
  /// The next day (1) or the day before (-1); nil outside of the years with four digits.
  func moved(by step: Int) -> CalendarDate? {
    let text = CivilTime(secondsSince1970: millisecondsSince1970 / 1_000 + Int64(step) * 86_400).text
    return text.hasPrefix("0000") ? nil : CalendarDate(String(text.prefix(10)))
  }
}
