package import Basics
package import LuaRuntime

/// A type of values and its constraints. Policies build shapes with `text`, `list_of` and others.
package indirect enum Shape {
  case text(TextBounds)
  case integer(ClosedBounds<Int64>)
  case real(ClosedBounds<Double>)
  case boolean
  /// Days in UTC; the last one is included with all its hours.
  case date(ClosedBounds<CalendarDate>)
  case data(ClosedBounds<Int64>)
  case oneOf([Scalar])
  /// If `unique`, no two elements are equal.
  case list(of: Shape, count: ClosedBounds<Int64>, unique: Bool)
  case dictionary(DictionaryShape)
  case optional(Shape)
  case anyOf([Shape])
  case allOf([Shape])
  /// A string with at least one character, or a container or data that is not empty.
  case nonEmpty
  case uuid
  case reverseDNS
  case version(VersionDialect)
  /// An absolute URL with one of these schemes, or any scheme if the list is empty.
  case url(schemes: [String])
  /// A function of the policy, and its name in messages.
  case custom(String, LuaFunction)

  static let maximumDepth = 64
  /// The maximum number of shapes in a shape, each counted as often as it is used, which limits the cost of evaluating one value.
  static let maximumWeight = 10_000

  /// The words of the language that are shapes, and can be called with constraints.
  package enum Word: String, CaseIterable {
    case text, integer, real, boolean, date, data, dictionary, uuid, url
    case nonEmpty = "non_empty"
    case reverseDNS = "reverse_dns"
    case versionString = "version_string"

    var shape: Shape {
      switch self {
      case .text: .text(TextBounds())
      case .integer: .integer(ClosedBounds())
      case .real: .real(ClosedBounds())
      case .boolean: .boolean
      case .date: .date(ClosedBounds())
      case .data: .data(ClosedBounds())
      case .dictionary: .dictionary(DictionaryShape())
      case .uuid: .uuid
      case .url: .url(schemes: [])
      case .nonEmpty: .nonEmpty
      case .reverseDNS: .reverseDNS
      case .versionString: .version(.apple)
      }
    }
  }
}

package struct ClosedBounds<Value: Comparable> {
  package var lower: Value?
  package var upper: Value?

  package init(lower: Value? = nil, upper: Value? = nil) { (self.lower, self.upper) = (lower, upper) }

  func contains(_ value: Value) -> Bool {
    if let lower, value < lower { return false }
    if let upper, value > upper { return false }
    return true
  }
}

package struct TextBounds {
  package var length: ClosedBounds<Int64>
  package var pattern: String?

  package init(length: ClosedBounds<Int64> = ClosedBounds(), pattern: String? = nil) {
    (self.length, self.pattern) = (length, pattern)
  }
}

package struct DictionaryShape {
  /// By key, in the order of the keys' bytes.
  package var fields: [(key: String, shape: Shape)] = []
  package var isClosed = false
  package var others: Shape?

  package var requiredFields: [(key: String, shape: Shape)] {
    fields.filter { field in if case .optional = field.shape { false } else { true } }
  }
}

package enum Scalar: Hashable {
  case text(String)
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
}

package struct ShapeTable {
  /// The maximum number of shapes in a set of policies; a loop that builds shapes exceeds it.
  static let limit = 100_000

  private var shapes: [ShapeReader.Reading] = Shape.Word.allCases.map { ($0.shape, 1, 1) }
  private let kind: UInt32

  package init(kind: UInt32) { self.kind = kind }

  package subscript(node: LuaNode) -> ShapeReader.Reading? {
    guard node.kind == kind, Int(node.index) < shapes.count else { return nil }
    return shapes[Int(node.index)]
  }

  /// The word that a handle refers to; nil for other shapes.
  package func word(_ node: LuaNode) -> Shape.Word? {
    guard node.kind == kind, Int(node.index) < Shape.Word.allCases.count else { return nil }
    return Shape.Word.allCases[Int(node.index)]
  }

  package mutating func add(_ made: ShapeReader.Reading) throws(DeclarationError) -> LuaNode {
    try ShapeReader.bound(made, in: "a shape")
    guard made.depth <= Shape.maximumDepth else {
      throw DeclarationError("shapes are nested more than \(Shape.maximumDepth) levels deep")
    }
    guard shapes.count < Self.limit else { throw DeclarationError("the policies make more than \(Self.limit) shapes") }
    shapes.append(made)
    return LuaNode(kind: kind, owner: 0, index: UInt32(clamping: shapes.count - 1))
  }
}
