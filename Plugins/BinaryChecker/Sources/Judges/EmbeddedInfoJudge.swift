import CheckerKit
import FileFacts
import PropertyLists

/// The information property list that is linked into code can be read, and that of the executable agrees with Info.plist: the
/// system takes now the one and now the other.
struct EmbeddedInfoJudge {
  private static let keys = [
    "CFBundleIdentifier", "CFBundleName", "CFBundleShortVersionString", "CFBundleVersion",
  ]
  /// Bounds that no such list comes near.
  private static let limits = Limits(maximumDepth: 64, maximumNodes: 100_000, maximumExpandedSize: 8 << 20)

  private let bundle: any JudgedBundle

  init(_ bundle: any JudgedBundle) { self.bundle = bundle }

  func judge(_ binary: Binary, _ found: inout CodeFindings) throws(CheckerError) {
    // Encrypted code may hide the section as well.
    for slice in binary.slices where slice.encryption ?? 0 == 0 {
      guard let list = try read(slice, binary, &found), binary.isMain else { continue }
      for key in Self.keys {
        guard let node = list.value(of: list.root, forKey: key), let value = bundle.info(key) else { continue }
        let embedded =
          list.string(of: node).map { InfoValue.text($0) } ?? .other(list.kind(of: node).name)
        if let text = embedded.text, text == value.text { continue }
        found.add(
          .init(
            place: .file(binary.path),
            predicate: "contains a \(key) of \(embedded.shown), but Info.plist has \(value.shown)",
            expected: "the same \(key) in both",
            fix:
              "rebuild the executable after changing Info.plist, or link it without CREATE_INFOPLIST_SECTION_IN_BINARY",
            topic: "embedded:\(key)"), slice.architecture)
      }
    }
  }

  private func read(
    _ slice: MachOSlice, _ binary: Binary, _ found: inout CodeFindings
  ) throws(CheckerError) -> PropertyList? {
    let message: String
    do {
      guard let bytes = try slice.embeddedInfo(in: binary.source, file: binary.path) else { return nil }
      let list = try PropertyList.parse(bytes, file: binary.path, limits: Self.limits)
      if list.kind(of: list.root) == .dictionary { return list }
      message = "its root is of type \(list.kind(of: list.root).name)"
    } catch let error as PropertyListError {
      message = "\(error.place.description): \(error.message)"
    } catch {
      if let failure = binary.source.failure { throw failure }
      message = (error as? FileFactError)?.message ?? "\(error)"
    }
    found.add(
      .init(
        place: .file(binary.path),
        predicate: "contains an information property list that cannot be read: \(Excerpt.of(message))",
        expected: "a property list with a dictionary in the section __TEXT,__info_plist",
        fix: "correct the file that -sectcreate __TEXT __info_plist names, and link again", topic: "embedded-malformed"),
      slice.architecture)
    return nil
  }
}
