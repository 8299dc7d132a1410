import Basics

enum YAMLScalar {
  static func content(_ text: String, _ place: Place) throws(StructuredTextError) -> StructuredValue.Content {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .boolean(true)
    case "false", "False", "FALSE": return .boolean(false)
    case ".nan", ".NaN", ".NAN": throw StructuredTextError("'\(text)' is not a finite number", at: place)
    default: break
    }
    let bytes = Array(text.utf8)
    let isSigned = bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+")
    let digits = bytes.dropFirst(isSigned ? 1 : 0)
    if [".inf", ".Inf", ".INF"].contains(String(decoding: digits, as: UTF8.self)) {
      throw StructuredTextError("'\(text)' is not a finite number", at: place)
    }
    if let integer = try integer(text, bytes, digits, place) { return .integer(integer) }
    if isReal(digits) {
      guard let number = Double(text), number.isFinite else {
        throw StructuredTextError("the number is too large", at: place)
      }
      return .number(number)
    }
    return .string(text)
  }

  private static func integer(
    _ text: String, _ bytes: [UInt8], _ digits: ArraySlice<UInt8>, _ place: Place
  ) throws(StructuredTextError) -> Int64? {
    let value: Int64?
    if bytes.starts(with: "0x".utf8), bytes.count > 2, bytes[2...].allSatisfy({ Hexadecimal.value($0) != nil }) {
      value = Int64(text.dropFirst(2), radix: 16)
    } else if bytes.starts(with: "0o".utf8), bytes.count > 2, bytes[2...].allSatisfy({ (0x30...0x37).contains($0) }) {
      value = Int64(text.dropFirst(2), radix: 8)
    } else if !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) {
      value = Int64(text)
    } else {
      return nil
    }
    guard let value else { throw StructuredTextError("the integer does not fit into 64 bits", at: place) }
    return value
  }

  /// `( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`, without the sign.
  private static func isReal(_ digits: ArraySlice<UInt8>) -> Bool {
    var rest = digits
    func skipDigits() -> Int {
      let count = rest.prefix(while: \.isASCIIDigit).count
      rest = rest.dropFirst(count)
      return count
    }
    var count = skipDigits()
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      count += skipDigits()
    }
    if count == 0 { return false }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
      if skipDigits() == 0 { return false }
    }
    return rest.isEmpty
  }
}
