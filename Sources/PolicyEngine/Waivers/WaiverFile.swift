import Basics
import PolicySchema
import LuaRuntime
import PropertyLists
import Reports

extension WaiverFile {
  static func read(_ path: String, limit: Int) throws(EngineError) -> WaiverFile {
    do throws(NamedFile.Failure) {
      var bytes = try NamedFile.bytes(path, limit: limit, isFound: path == standardName)
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
      return WaiverFile(source: path, contents: bytes)
    } catch {
      throw EngineError(
        code: error.isMissing ? "waivers.not-found" : "waivers.unreadable",
        message: error.isMissing ? "no such waiver file" : "the waivers cannot be read: \(error.reason)", file: path)
    }
  }
}

struct WaiverReader {
  static let definition = APIClass(
    "Waiver", .declaration, "The table of `waive \"rule\"`.",
    fields: [
      APIField("bundle?", "string", "The identifier of a bundle; by default, every bundle."),
      APIField("key?", "InfoKey", "A key or JSON Pointer; by default, every finding of the rule."),
      APIField(
        "file?", "string", "A file of the bundle, or `.` for the bundle itself; with `key`, the key is in that file."),
      APIField("because", "string", "Why the violation is acceptable."),
      APIField("owner", "string", "Who is responsible for it."),
      APIField("expires", "string", "The last day on which it applies: `2027-01-31`."),
    ])

  /// The policy that declares it; nil in a waiver file.
  let policy: String?

  func waiver(_ rule: String, _ value: LuaValue, at declared: SourceLocation) throws(DeclarationError) -> Waiver {
    let place = "waive '\(rule)'"
    let reader = try DeclarationReader(value, place: place, of: Self.definition)
    let expires = try reader.requiredText("expires", purpose: "the last day on which it applies, YYYY-MM-DD")
    guard CalendarDate(expires) != nil else {
      throw DeclarationError("\(place): 'expires' is not a date: '\(expires)' (write YYYY-MM-DD)")
    }
    for field in ["bundle", "file", "key"] where try reader.text(field)?.isEmpty == true {
      throw DeclarationError("\(place): '\(field)' is empty, so it would cover nothing; omit it to cover everything")
    }
    let (file, key) = (try reader.text("file"), try reader.text("key"))
    if let file, file != Waiver.wholeBundle, !Self.isPath(file) {
      throw DeclarationError(
        "\(place): 'file' must be a path inside the bundle, such as Contents/Info.plist, or \".\" for the bundle itself; '\(file)' would cover nothing"
      )
    }
    if let key, JSONPointer.isPointer(key), JSONPointer.tokens(key) == nil {
      throw DeclarationError("\(place): 'key' is not a JSON Pointer: '\(key)' (write ~0 for '~' in a key, ~1 for '/')")
    }
    if file == Waiver.wholeBundle, reader.has("key") {
      throw DeclarationError("\(place): the bundle itself ('file = \".\"') has no keys; remove 'key' or 'file'")
    }
    return Waiver(
      rule: rule, policy: policy, bundle: try reader.text("bundle"), file: file, key: key,
      because: try reader.requiredText("because", purpose: "why the violation is acceptable"),
      owner: try reader.requiredText("owner", purpose: "who is responsible for it"), expires: expires,
      declared: declared)
  }

  private static func isPath(_ file: String) -> Bool {
    file.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
    }
  }
}
