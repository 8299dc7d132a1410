import Basics
import PropertyLists
import StructuredText

/// libFuzzer's entry point: any bytes must give a value, or an error with a place in the text; a JSON value must survive writing and
/// reading. `Scripts/fuzz` builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzStructuredText(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = Array(UnsafeBufferPointer(start: bytes, count: count))
  let first = value(text) { (bytes) throws(StructuredTextError) in try JSONReader.read(bytes) }
  do throws(PropertyListError) {
    // Both are outputs of the same parser, so they must reject the same texts.
    let list = try JSONReader.propertyList(text, file: "x.json")
    precondition(first != nil, "only a property list can be made of it")
    for number in 0..<list.nodeCount {
      check(list.place(of: PropertyList.Node(index: UInt32(clamping: number))), text.count)
    }
    let again = try? StructuredValue(list)
    precondition(again.map(json) == first.map(json), "the property list holds something else")
  } catch {
    precondition(first == nil, "no property list can be made of it")
  }
  if let first {
    let written = json(first)
    guard let second = try? JSONReader.read(Array(written.utf8)), json(second) == written else {
      fatalError("it is read as something else: \(written)")
    }
  }
  _ = value(text, YAMLReader.read)
  return 0
}

private func value(
  _ text: [UInt8], _ read: ([UInt8]) throws(StructuredTextError) -> StructuredValue
) -> StructuredValue? {
  do throws(StructuredTextError) {
    let value = try read(text)
    check(value, text.count, depth: 1)
    return value
  } catch {
    // A crash is the only way to report a finding to libFuzzer.
    precondition(!error.message.isEmpty, "an error without a message")
    check(error.place, text.count)
    return nil
  }
}

private func check(_ value: StructuredValue, _ count: Int, depth: Int) {
  precondition(depth <= StructuredTextError.maximumDepth, "deeper than allowed")
  check(value.place, count)
  switch value.content {
  case .list(let elements): for element in elements { check(element, count, depth: depth + 1) }
  case .mapping(let entries):
    precondition(Set(entries.map(\.key)).count == entries.count, "a key twice")
    for entry in entries { check(entry.value, count, depth: depth + 1) }
  case .number(let number): precondition(number.isFinite, "no number")
  default: break
  }
}

private func check(_ place: Place, _ count: Int) {
  // The end of the text is one past the last character of the last line.
  precondition(Int(place.line ?? 1) <= count + 1 && Int(place.column ?? 1) <= count + 1, "a place outside the text")
}

private func json(_ value: StructuredValue) -> String {
  func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C: result += "\\\(scalar)"
      case 0..<0x20: result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
  switch value.content {
  case .null, .foreign: return "null"
  case .boolean(let truth): return "\(truth)"
  case .integer(let number): return "\(number)"
  case .number(let number): return "\(number)"
  case .string(let text): return quoted(text)
  case .list(let elements): return "[" + elements.map(json).joined(separator: ",") + "]"
  case .mapping(let entries):
    return "{" + entries.map { quoted($0.key) + ":" + json($0.value) }.joined(separator: ",") + "}"
  }
}
