import CanonicalText
import Foundation

// Reads many property lists with Foundation and prints one line of canonical text for each. A separate program, because the headers of
// Foundation's ICU and of libxml2 conflict in one module, and because Foundation ends the process for some inputs.
//
// usage: FoundationReader FILE FIRST
// FILE contains property lists, each preceded by its length in four little-endian bytes. The results start with the list numbered FIRST,
// counting from 0.

/// Returns the canonical text of a value from `PropertyListSerialization`.
func canonical(_ value: Any) -> [UInt8] {
  switch value {
  case let text as String: return CanonicalText.string(text.utf8)
  case let date as Date: return CanonicalText.date(date.timeIntervalSinceReferenceDate)
  case let data as Data: return CanonicalText.data(data)
  case let flag as Bool where type(of: value) == Bool.self: return CanonicalText.boolean(flag)
  case let number as NSNumber: return canonical(number: number)
  case let elements as [Any]: return CanonicalText.array(elements.map { canonical($0) })
  case let entries as [AnyHashable: Any]:
    return CanonicalText.dictionary(
      entries.map { entry in
        ((entry.key.base as? String).map { Array($0.utf8) } ?? canonical(entry.key.base), canonical(entry.value))
      })
  case let elements as Set<AnyHashable>: return CanonicalText.set(elements.map { canonical($0.base) })
  case is NSNull: return CanonicalText.null
  default: return canonical(reference: value)
  }
}

func canonical(number: NSNumber) -> [UInt8] {
  switch String(cString: number.objCType) {
  case "d", "f": return CanonicalText.real(number.doubleValue)
  // Integers have up to 128 bits; only their text has all of them.
  default: return Array(number.stringValue.utf8)
  }
}

/// Returns the canonical text of a keyed archive's reference. Its type is private, but its number appears in a binary property list: in the
/// object after the header.
func canonical(reference value: Any) -> [UInt8] {
  guard let list = try? PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0),
    list.count > 9, list[8] & 0xF0 == 0x80
  else { return Array("<\(type(of: value))>".utf8) }
  let bytes = list[9...].prefix(Int(list[8] & 15) + 1)
  return CanonicalText.uid(bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
}

guard CommandLine.arguments.count == 3, let first = Int(CommandLine.arguments[2]),
  let samples = FileManager.default.contents(atPath: CommandLine.arguments[1])
else {
  FileHandle.standardError.write(Data("usage: FoundationReader FILE FIRST\n".utf8))
  exit(64)
}
var at = samples.startIndex
var number = 0
while samples.endIndex - at >= 4 {
  let count = samples[at..<(at + 4)].reversed().reduce(0) { $0 << 8 | Int($1) }
  let sample = Data(samples[(at + 4)...].prefix(count))
  at += 4 + sample.count
  if number >= first {
    // A list that takes longer ends the process, which is a result, too.
    alarm(600)
    var line = Array("error".utf8)
    if let list = try? PropertyListSerialization.propertyList(from: sample, options: [], format: nil) {
      line = canonical(list)
    }
    // Written at once, because buffered output would be lost if the process ends.
    FileHandle.standardOutput.write(Data(line + [UInt8(ascii: "\n")]))
  }
  number += 1
}
