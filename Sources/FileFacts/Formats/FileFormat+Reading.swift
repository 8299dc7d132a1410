package import Basics
package import PropertyLists

extension FileFormat {
  /// Returns the format of a file. Throws only if it cannot be read.
  package static func read(_ source: any ByteSource, file: String) throws(FileFactError) -> FileFormat? {
    let count = min(source.count, headLength)
    guard count > 0 else { return .empty }
    let reader = FieldReader(source, file: file)
    let fields = try reader.fields(at: 0, count: count, end: count, of: "the first bytes")
    return FileFormat(ofFileBeginning: try fields.part(0, count, of: "the first bytes")[...])
  }
}
