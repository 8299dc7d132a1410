import Basics
import PropertyLists

/// What a file is that is neither an archive nor a property list, by its bytes, and what to do with it instead.
struct ForeignFile {
  /// With an article, for messages.
  let words: String
  let hint: String

  private init(_ words: String, _ hint: String) { (self.words, self.hint) = (words, hint) }

  /// Recognizes a file whose first bytes are `head`, of which 512 are enough. Nil for anything that may be a property list.
  ///
  /// `tail` are the last 512 bytes, or fewer of a shorter file: a disk image says there what it is.
  init?(head: [UInt8], tail: [UInt8] = []) {
    func has(_ mark: String, at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: mark.utf8) }
    // Marks of letters could also begin a text.
    let isBinary = head.contains { $0 < 0x09 || (0x0E..<0x20).contains($0) }
    let mark = [UInt8](head.prefix(4))
    switch mark {
    case [0xCE, 0xFA, 0xED, 0xFE], [0xCF, 0xFA, 0xED, 0xFE], [0xFE, 0xED, 0xFA, 0xCE], [0xFE, 0xED, 0xFA, 0xCF]:
      self.init("a Mach-O executable", Self.code)
    case [0xCA, 0xFE, 0xBA, 0xBF]: self.init("a Mach-O executable", Self.code)
    case [0xCA, 0xFE, 0xBA, 0xBE]:
      // Java's classes have a version there, 45 at least, and no executable has so many slices (loader/fat.h).
      let count = head.count < 8 ? 0 : head[4..<8].reduce(0) { $0 << 8 | Int($1) }
      if count < 45 { self.init("a Mach-O executable", Self.code) } else { self.init("a Java class", Self.bundle) }
    case [0x7F, 0x45, 0x4C, 0x46]: self.init("an ELF executable, for Linux and other systems", Self.bundle)
    case [0x89, 0x50, 0x4E, 0x47]: self.init("a PNG image", Self.part)
    case [0xFF, 0xD8, 0xFF, 0xE0], [0xFF, 0xD8, 0xFF, 0xE1], [0xFF, 0xD8, 0xFF, 0xDB]:
      self.init("a JPEG image", Self.part)
    case [0x49, 0x49, 0x2A, 0x00], [0x4D, 0x4D, 0x00, 0x2A]: self.init("a TIFF image", Self.part)
    case [0x37, 0x7A, 0xBC, 0xAF]: self.init("a 7-Zip archive", Self.unpack)
    default:
      if tail.count == 512, tail.starts(with: "koly".utf8) || has("encrcdsa") {
        self.init("a disk image", Self.mount)
      } else if has("%PDF-") {
        self.init("a PDF document", Self.bundle)
      } else if has("GIF87a") || has("GIF89a") {
        self.init("a GIF image", Self.part)
      } else if has("!<arch>\n") {
        self.init("a static library", Self.code)
      } else if has("#!") {
        self.init("a script", Self.bundle)
      } else if has("SQLite format 3\0") {
        self.init("an SQLite database", "if it is a release ledger, name it with --ledger; \(Self.bundle)")
      } else if Self.isHTML(head) {
        self.init("an HTML page, perhaps an error page", "check the step that downloaded it")
      } else if isBinary {
        self.init(binary: head, has)
      } else {
        return nil
      }
    }
  }

  /// Formats whose marks are letters.
  private init?(binary head: [UInt8], _ has: (String, Int) -> Bool) {
    if has("xar!", 0) {
      self.init(
        "a xar archive, such as an installer package",
        "expand it with pkgutil --expand-full, and check the bundles in it")
    } else if has("icns", 0) {
      self.init("an icon family (.icns)", Self.part)
    } else if has("BOMStore", 0) {
      self.init("a compiled asset catalog or another bill of materials", Self.part)
    } else if has("RIFF", 0), has("WEBP", 8) {
      self.init("a WebP image", Self.part)
    } else if has("ftyp", 4) {
      self.init("a movie or an HEIF image", Self.part)
    } else if has("Rar!", 0) {
      self.init("a RAR archive", Self.unpack)
    } else if has("AA01", 0) || has("YAA1", 0) || has("pbz", 0) {
      self.init("an Apple Archive", Self.unpack)
    } else if has("MZ", 0) {
      self.init("a Windows executable, perhaps a self-extracting archive", Self.bundle)
    } else if head.starts(with: [0x30, 0x82]) || head.starts(with: [0x30, 0x80]) || head.starts(with: [0x30, 0x83]) {
      self.init("a signed message or a certificate (DER), such as a provisioning profile", Self.part)
    } else {
      return nil
    }
  }

  /// Describes a file that is not a property list with a dictionary, once nothing else is left. Nil where the error of the property list's
  /// reader helps more: the name or the first bytes say that it should be one.
  init?(unrecognized head: [UInt8], name: String) {
    if let known = Self(head: head) {
      self = known
      return
    }
    if head.starts(with: "bplist".utf8) { return nil }
    let ending = BundlePath.loweredExtension(name)
    switch ending {
    case "lua":
      self.init(
        "a Lua file",
        "name policies with --policy; to compare two, use 'bundlepolicy diff --policy OLD.lua --against NEW.lua BUNDLE'"
      )
      return
    case "dmg":
      self.init("a disk image", Self.mount)
      return
    case "plist", "strings", "stringsdict", "loctable", "xcprivacy", "entitlements", "xcent": return nil
    default: break
    }
    let text = head.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    // UTF-16 and UTF-32, with their marks.
    if head.starts(with: [0xFE, 0xFF]) || head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0, 0, 0xFE, 0xFF]) {
      return nil
    }
    if head.contains(where: { $0 < 0x09 || (0x0E..<0x20).contains($0) }) {
      self.init("a binary file of an unknown format", Self.bundle)
    } else if Self.isJSON(text) {
      self.init("a JSON file", "if it is a report, use 'bundlepolicy report'; \(Self.bundle)")
    } else if Self.isOtherXML(text) {
      self.init("an XML file and not a property list", Self.bundle)
    } else if text.first.map({ "<({\"".utf8.contains($0) }) == true {
      return nil
    } else {
      self.init("a text file and not a property list", Self.bundle)
    }
  }

  private static let bundle = "name a bundle, an archive of one, or an Info.plist"
  private static let part = "name the bundle that contains it; 'bundlepolicy inspect' shows single files"
  private static let code = "name the bundle that contains it; 'bundlepolicy inspect' shows what is in it"
  private static let unpack = "unpack it, and name the bundle in it"
  private static let mount = "attach it with hdiutil, and name the bundle on its volume"

  private static func isHTML(_ head: [UInt8]) -> Bool {
    let start = head.drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }.prefix(14)
    let text = String(decoding: start, as: UTF8.self).asciiLowercased
    return text.hasPrefix("<!doctype html") || text.hasPrefix("<html>") || text.hasPrefix("<html ")
  }

  /// Whether a text is XML in which no element of a property list begins early.
  private static func isOtherXML(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.starts(with: "<?xml".utf8) || text.starts(with: "<!".utf8) else { return false }
    let start = String(decoding: text, as: UTF8.self)
    return !["plist", "<dict", "<array"].contains { start.firstRange(of: $0) != nil }
  }

  /// Whether a text begins as JSON does and a property list does not: a list, or a name in quotes with a colon after it.
  private static func isJSON(_ text: ArraySlice<UInt8>) -> Bool {
    func skipped(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }
    guard let first = text.first else { return false }
    if first == UInt8(ascii: "[") { return true }
    guard first == UInt8(ascii: "{") else { return false }
    let name = skipped(text.dropFirst())
    guard name.first == UInt8(ascii: "\"") else { return false }
    let end = name.dropFirst().drop { $0 != UInt8(ascii: "\"") }
    return skipped(end.dropFirst()).first == UInt8(ascii: ":")
  }
}

extension BundleError {
  /// A file that was named instead of a bundle.
  static func foreign(_ file: ForeignFile, path: String) -> BundleError {
    BundleError(.notABundle, "not a bundle: this is \(file.words)", file: path, hint: file.hint)
  }

  /// What a regular file is that was given where a bundle or a property list is expected. Nil for one that may be either, and for one
  /// that cannot be read.
  package static func foreignFile(at path: String) -> BundleError? {
    guard let file = try? RegularFile(Basics.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC), path: path)
    else {
      return nil
    }
    return foreignFile(file, path: path)
  }

  /// The same of a file that is open. `isUnreadable`: it is not a property list with a dictionary.
  static func foreignFile(_ file: RegularFile, path: String, isUnreadable: Bool = true) -> BundleError? {
    let size = min(file.count, ArchiveFormat.headBytes)
    guard let head = try? file.exactly(size, at: 0, path: path),
      let tail = try? file.exactly(size, at: file.count - size, path: path)
    else { return nil }
    if head.isEmpty {
      return BundleError(
        .notABundle, "not a bundle: this file is empty (0 bytes)", file: path,
        hint: "check the build or copy step that writes it")
    }
    let known =
      ForeignFile(head: head, tail: tail)
      ?? (isUnreadable ? ForeignFile(unrecognized: head, name: BundlePath.lastComponent(path)) : nil)
    return known.map { .foreign($0, path: path) }
  }
}
