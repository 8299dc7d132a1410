import Basics
import PropertyLists

/// A recognized file that is neither an archive nor a property list, with a hint about what to check instead.
struct ForeignFile {
  let words: String
  let hint: String

  private init(_ words: String, _ hint: String) { (self.words, self.hint) = (words, hint) }

  /// Recognizes a file by its first `FileFormat.headLength` bytes. Fails for anything that may be a property list, and for supported
  /// archives.
  ///
  /// `tail` is the last 512 bytes, or all bytes of a shorter file, which identify a disk image.
  init?(head: [UInt8], tail: [UInt8] = []) {
    if tail.count == Self.trailerBytes, tail.starts(with: "koly".utf8) || head.starts(with: "encrcdsa".utf8) {
      self.init("a disk image", Self.mount)
      return
    }
    // Text in UTF-16 or UTF-32, or a property list that contains the header of a PDF file.
    if Self.hasWideByteOrderMark(head) { return nil }
    let format = FileFormat(ofFileBeginning: head[...])
    if format == .pdf, !head.starts(with: "%PDF-".utf8) { return nil }
    guard let (words, hint) = Self.description(of: format) else { return nil }
    self.init(words, hint)
  }

  private static func description(of format: FileFormat) -> (words: String, hint: String)? {
    switch format {
    case .empty, .zeros, .xml, .text, .binaryPlist, .unknown, .zip, .gzip, .bzip2, .xz: nil
    case .machO, .universal: ("a Mach-O executable", code)
    case .staticLibrary: ("a static library", code)
    case .bitcode: ("LLVM bitcode", bundle)
    case .metalLibrary: ("a Metal library", part)
    case .elf: ("an ELF executable, for Linux and other systems", bundle)
    case .pe: ("a Windows executable, perhaps a self-extracting archive", bundle)
    case .javaClass: ("a Java class", bundle)
    case .script: ("a script", bundle)
    case .html: ("an HTML page, perhaps an error page", "check the step that downloaded it")
    case .lfsPointer:
      ("a Git LFS pointer, in place of a file that was not fetched", "fetch the file with 'git lfs pull'")
    case .png: ("a PNG image", part)
    case .jpeg: ("a JPEG image", part)
    case .gif: ("a GIF image", part)
    case .tiff: ("a TIFF image", part)
    case .bmp: ("a BMP image", part)
    case .webp: ("a WebP image", part)
    case .heif: ("an HEIF image", part)
    case .icns: ("an icon family (.icns)", part)
    case .bom: ("a compiled asset catalog or another bill of materials", part)
    case .nibArchive, .typedStream: ("a nib or another archive of objects", part)
    case .font, .webFont: ("a font", part)
    case .mp3, .wav, .aiff, .caf, .ogg, .flac, .midi, .amr: ("a sound file", part)
    case .mpeg4, .avi, .matroska: ("a movie or sound file", part)
    case .der: ("a signed message or a certificate (DER), such as a provisioning profile", part)
    case .pdf: ("a PDF document", bundle)
    case .sqlite: ("an SQLite database", "if it is a release ledger, name it with --ledger; \(bundle)")
    case .rar: ("a RAR archive", unpack)
    case .sevenZip: ("a 7-Zip archive", unpack)
    case .appleArchive: ("an Apple Archive", unpack)
    case .xar:
      (
        "a xar archive, such as an installer package",
        "expand it with pkgutil --expand-full, and check the bundles in it"
      )
    }
  }

  /// Describes a file that is not a property list with a dictionary, as a last resort. Fails if the error of the property list's reader is
  /// more helpful, because the name or the first bytes indicate a property list.
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
    if Self.hasWideByteOrderMark(head) { return nil }
    let format = FileFormat(ofFileBeginning: head[...])
    if ![.text, .xml, .pdf].contains(format) {
      self.init("a binary file of an unknown format", Self.bundle)
    } else if Self.isJSON(text) {
      self.init("a JSON file", "if it is a report, use 'bundlepolicy report'; \(Self.bundle)")
    } else if Self.isOtherXML(text) {
      self.init("an XML file and not a property list", Self.bundle)
    } else if text.first.map({ "<({\"".utf8.contains($0) }) == true {
      return nil
    } else if format == .pdf {
      self.init("a PDF document", Self.bundle)
    } else {
      self.init("a text file and not a property list", Self.bundle)
    }
  }

  private static let bundle = "name a bundle, an archive of one, or an Info.plist"
  private static let part = "name the bundle that contains it; 'bundlepolicy inspect' shows single files"
  private static let code = "name the bundle that contains it; 'bundlepolicy inspect' shows what is in it"
  private static let unpack = "unpack it, and name the bundle in it"
  private static let mount = "attach it with hdiutil, and name the bundle on its volume"

  fileprivate static let trailerBytes = 512

  private static func hasWideByteOrderMark(_ head: [UInt8]) -> Bool {
    [[0xFE, 0xFF], [0xFF, 0xFE], [0, 0, 0xFE, 0xFF]].contains { (mark: [UInt8]) in head.starts(with: mark) }
  }

  /// Whether text is XML in which no element of a property list begins early.
  private static func isOtherXML(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.starts(with: "<?xml".utf8) || text.starts(with: "<!".utf8) else { return false }
    let start = String(decoding: text, as: UTF8.self)
    return !["plist", "<dict", "<array"].contains { start.firstRange(of: $0) != nil }
  }

  /// Whether text begins like JSON and unlike a property list: with an array, or with a quoted name and a colon.
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
  /// Identifies a regular file that was given in place of a bundle or a property list. Nil if it may be either, or if it cannot be read.
  package static func foreignFile(at path: String) -> BundleError? {
    (try? RegularFile(path: path)).flatMap { foreignFile($0, path: path) }
  }

  /// Identifies an open file. `isUnreadable`: it is known not to be a property list with a dictionary.
  static func foreignFile(_ file: RegularFile, path: String, isUnreadable: Bool = true) -> BundleError? {
    let end = min(file.count, ForeignFile.trailerBytes)
    guard let head = try? file.exactly(min(file.count, FileFormat.headLength), at: 0, path: path),
      let tail = try? file.exactly(end, at: file.count - end, path: path)
    else { return nil }
    if head.isEmpty {
      // The property list reader reports this.
      if BundlePath.loweredExtension(BundlePath.lastComponent(path)) == "plist" { return nil }
      return BundleError(
        .notABundle, "not a bundle: this file is empty (0 bytes)", file: path,
        hint: "check the build or copy step that writes it")
    }
    let known =
      ForeignFile(head: head, tail: tail)
      ?? (isUnreadable ? ForeignFile(unrecognized: head, name: BundlePath.lastComponent(path)) : nil)
    return known.map { BundleError(.notABundle, "not a bundle: this is \($0.words)", file: path, hint: $0.hint) }
  }
}
