/// A canonical text for values of property lists, so that two readers can be compared by bytes.
///
/// Similar to JSON, but types are distinct: integers are digits; reals have a point, an exponent or a name in `$real`; dates are `{"$date":
/// seconds}`; data is hexadecimal; sets are sorted by their elements' text, dictionaries by the bytes of their keys.
public enum CanonicalText {
  /// Returns the text of a string: quotes, backslashes, control characters and bytes above ASCII are escaped.
  public static func string(_ utf8: some Sequence<UInt8>) -> [UInt8] {
    var text: [UInt8] = [UInt8(ascii: "\"")]
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      case 0x20...0x7E: text.append(byte)
      default: text += [UInt8(ascii: "\\")] + hexadecimal(CollectionOfOne(byte))
      }
    }
    return text + [UInt8(ascii: "\"")]
  }

  /// Returns the text of an integer.
  public static func integer(_ value: some BinaryInteger) -> [UInt8] { Array(String(value).utf8) }

  /// Returns the text of a real: the shortest that reads back as the same number. All NaNs are equal.
  public static func real(_ value: Double) -> [UInt8] {
    if value.isFinite { return Array("\(value)".utf8) }
    return tagged("real", string(value.isNaN ? "nan".utf8 : value > 0 ? "inf".utf8 : "-inf".utf8))
  }

  /// Returns the text of a date, in seconds since 2001.
  public static func date(_ seconds: Double) -> [UInt8] {
    tagged("date", seconds.isNaN ? string("nan".utf8) : string("\(seconds)".utf8))
  }

  /// Returns the text of data.
  public static func data(_ bytes: some Sequence<UInt8>) -> [UInt8] { tagged("data", string(hexadecimal(bytes))) }

  /// Returns the text of a keyed archive's reference.
  public static func uid(_ value: some BinaryInteger) -> [UInt8] { tagged("uid", integer(value)) }

  /// Returns the text of a Boolean.
  public static func boolean(_ value: Bool) -> [UInt8] { Array("\(value)".utf8) }

  /// The text of null.
  public static let null = Array("null".utf8)

  /// Returns the text of an array of canonical texts.
  public static func array(_ elements: [[UInt8]]) -> [UInt8] { list("[", elements, "]") }

  /// Returns the text of a set of canonical texts; equal ones count once.
  public static func set(_ elements: [[UInt8]]) -> [UInt8] {
    let sorted = elements.sorted { $0.lexicographicallyPrecedes($1) }
    return tagged("set", array(sorted.indices.filter { $0 == 0 || sorted[$0] != sorted[$0 - 1] }.map { sorted[$0] }))
  }

  /// Returns the text of a dictionary. Keys are UTF-8, values canonical texts.
  public static func dictionary(_ entries: [(key: [UInt8], value: [UInt8])]) -> [UInt8] {
    let sorted = entries.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    return list("{", sorted.map { string($0.key) + [UInt8(ascii: ":")] + $0.value }, "}")
  }

  private static func list(_ opening: Character, _ elements: [[UInt8]], _ closing: Character) -> [UInt8] {
    var text = Array(String(opening).utf8)
    for (at, element) in elements.enumerated() {
      if at > 0 { text.append(UInt8(ascii: ",")) }
      text += element
    }
    return text + Array(String(closing).utf8)
  }

  private static func tagged(_ name: String, _ value: [UInt8]) -> [UInt8] {
    Array("{\"$\(name)\":".utf8) + value + [UInt8(ascii: "}")]
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }
}
