import Foundation
import Measurement

// Foundation's PropertyListSerialization. usage: FoundationPeer WORK MILLISECONDS PATH
let arguments = CommandLine.arguments
guard arguments.count == 4, let milliseconds = Int(arguments[2]) else {
  Measurement.fail("usage: FoundationPeer WORK MILLISECONDS PATH")
}

/// The number of values, so that the whole list is visited.
func values(of value: Any) -> Int {
  switch value {
  case let dictionary as [String: Any]: dictionary.reduce(1) { $0 + values(of: $1.value) }
  case let array as [Any]: array.reduce(1) { $0 + values(of: $1) }
  default: 1
  }
}

let files = Measurement.load(arguments[3]).map { Data($0) }
Measurement.print(pieces: files.count, milliseconds: milliseconds) {
  var read = 0
  for data in files {
    do {
      read += values(of: try PropertyListSerialization.propertyList(from: data, options: [], format: nil))
    } catch {
      Measurement.fail("\(error)")
    }
  }
  return read
}
