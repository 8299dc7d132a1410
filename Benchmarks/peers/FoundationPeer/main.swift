import Foundation
import Measurement

// Foundation's PropertyListSerialization. usage: FoundationPeer WORK MILLISECONDS PATH
let arguments = CommandLine.arguments
guard arguments.count == 4, let milliseconds = Int(arguments[2]) else {
  Measurement.fail("usage: FoundationPeer WORK MILLISECONDS PATH")
}
let files = Measurement.load(arguments[3]).map { Data($0) }
Measurement.print(pieces: files.count, milliseconds: milliseconds) {
  var read = 0
  for data in files {
    do {
      // Kept to the end of the iteration, so that reading can't be left out.
      let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
      withExtendedLifetime(list) { read += 1 }
    } catch {
      Measurement.fail("\(error)")
    }
  }
  return read
}
