import Basics
import PropertyLists

// Repairs of invalid values, if only one correction is possible.
extension Shape {
  /// The value that is valid, if there is only one.
  var onlyValue: PropertyListValue? {
    switch self {
    case .oneOf(let scalars): scalars.count == 1 ? scalars[0].value : nil
    default: nil
    }
  }

  func repaired(_ node: PropertyList.Node, in list: PropertyList) -> PropertyListValue? {
    if let onlyValue { return onlyValue }
    guard list.kind(of: node) == .string, list.utf8(of: node).count <= 1000, let string = list.string(of: node) else {
      return nil
    }
    let text = Self.trimmed(string)
    switch self {
    case .boolean:
      switch text.lowercased() {
      case "yes", "true", "1": return .boolean(true)
      case "no", "false", "0": return .boolean(false)
      default: return nil
      }
    case .integer(let bounds):
      // The digits must be the number's usual form.
      guard let number = Int64(text), String(number) == text, bounds.contains(number) else { return nil }
      return .integer(.signed(number))
    case .oneOf(let scalars):
      let meant = scalars.filter {
        if case .text(let word) = $0 { word.lowercased() == text.lowercased() } else { false }
      }
      return meant.count == 1 ? meant[0].value : nil
    case .uuid: return text != string && TextForms.canonicalUUID(text) != nil ? .string(text) : nil
    case .reverseDNS:
      let fits = Array(text.utf8).withUnsafeBufferPointer { TextForms.isReverseDNS($0) }
      return text != string && fits ? .string(text) : nil
    case .version(let dialect):
      return text != string && Version(text, dialect: dialect) != nil ? .string(text) : nil
    case .url(let schemes):
      let scheme = Array(text.utf8).withUnsafeBufferPointer { TextForms.scheme(ofURL: $0) }
      guard text != string, let scheme, schemes.isEmpty || schemes.contains(scheme) else { return nil }
      return .string(text)
    default: return nil
    }
  }

  private static func trimmed(_ text: String) -> String {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { [" ", "\t", "\n", "\r"].contains(scalar) }
    let scalars = text.unicodeScalars.drop(while: isBlank)
    var trimmed = String.UnicodeScalarView(scalars)
    while trimmed.last.map(isBlank) == true { trimmed.removeLast() }
    return String(trimmed)
  }
}

extension Scalar {
  fileprivate var value: PropertyListValue {
    switch self {
    case .text(let text): .string(text)
    case .integer(let number): .integer(.signed(number))
    case .real(let number): .real(number)
    case .boolean(let flag): .boolean(flag)
    }
  }
}
