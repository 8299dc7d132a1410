import Bundles
import Measurement
import PropertyLists

// Our readers. usage: OwnReader WORK MILLISECONDS PATH
let arguments = CommandLine.arguments
guard arguments.count == 4, let milliseconds = Int(arguments[2]) else {
  Measurement.fail("usage: OwnReader WORK MILLISECONDS PATH")
}
let path = arguments[3]

func parse(_ bytes: [UInt8], as hint: PropertyList.Hint = .automatic) -> PropertyList {
  do { return try PropertyList.parse(bytes, file: path, as: hint) } catch { Measurement.fail("\(error)") }
}

/// The number of values, so that the whole list is visited.
func values(of node: PropertyList.Node, in list: PropertyList) -> Int {
  switch list.kind(of: node) {
  case .dictionary, .array, .set:
    (0..<list.count(of: node)).reduce(1) { sum, position in
      sum + (list.element(of: node, at: position).map { values(of: $0, in: list) } ?? 0)
    }
  default: 1
  }
}

switch arguments[1] {
case "parse", "strings":
  let files = Measurement.load(path)
  let hint = arguments[1] == "strings" ? PropertyList.Hint.strings : .automatic
  Measurement.print(pieces: files.count, milliseconds: milliseconds) {
    files.reduce(0) { sum, bytes in
      let list = parse(bytes, as: hint)
      return sum + values(of: list.root, in: list)
    }
  }
case "bundle":
  Measurement.print(pieces: 1, milliseconds: milliseconds) {
    do { return try BundleGraph.open(path: path).outer.info.nodeCount } catch { Measurement.fail("\(error)") }
  }
case "memory":
  // Bytes of the graph per byte of the file.
  let bytes = Measurement.load(path)[0]
  let list = parse(bytes)
  print(Double(list.byteSize) / Double(bytes.count), list.nodeCount)
default: Measurement.fail("no such work: \(arguments[1])")
}
