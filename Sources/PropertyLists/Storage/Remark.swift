import Basics

/// A diagnostic whose position and pointer are only known after the tree is complete.
struct Remark {
  var code: SilentChange.Code
  var message: String
  var offset: Int
  var node: UInt32
}

/// The remarks of a reader. A file can be crafted to cause millions; only the first ones are kept.
struct Remarks {
  static let limit = 1000
  private(set) var kept: [Remark] = []
  private var omitted = 0
  private var firstOmitted = 0

  mutating func add(_ code: SilentChange.Code, _ message: @autoclosure () -> String, at offset: Int, node: UInt32) {
    guard kept.count < Remarks.limit else {
      if omitted == 0 { firstOmitted = offset }
      omitted += 1
      return
    }
    kept.append(Remark(code: code, message: message(), offset: offset, node: node))
  }

  mutating func removeAll(where isUnwanted: (Remark) -> Bool) { kept.removeAll(where: isUnwanted) }

  mutating func insert(_ earlier: [Remark]) { kept.insert(contentsOf: earlier, at: 0) }

  var all: [Remark] {
    guard omitted > 0 else { return kept }
    let last = Remark(
      code: .furtherDiagnostics, message: "\(counted(omitted, "more remark")) about this file omitted",
      offset: firstOmitted,
      node: 0)
    return kept + [last]
  }
}

extension TreeView {
  func diagnostics(_ remarks: [Remark], isBinary: Bool) -> [SilentChange] {
    let index = isBinary || remarks.count < 4 ? nil : TextPositionIndex(text, textCount)
    return remarks.map { remark in
      let place =
        isBinary
        ? Place(byteOffset: UInt64(clamping: remark.offset))
        : index?.place(text, textCount, offset: remark.offset)
          ?? TextPosition.place(text, textCount, offset: remark.offset)
      return SilentChange(code: remark.code, message: remark.message, place: place, pointer: pointer(to: remark.node))
    }
  }
}
