import Testing

@testable import Bundles

/// Files given instead of bundles: their formats, recognized by the first bytes.
@Suite struct ForeignFileTests {
  private static func padded(_ start: [UInt8], to count: Int = 700) -> [UInt8] {
    start + [UInt8](repeating: 0, count: max(0, count - start.count))
  }

  private static let diskImage: [UInt8] =
    [UInt8](repeating: 0x78, count: 1000) + padded(Array("koly".utf8), to: 512)

  @Test(arguments: [
    ("App.dmg", diskImage, "a disk image", "hdiutil"), ("App", diskImage, "a disk image", "hdiutil"),
    ("x.dmg", padded([0x78, 0x01]), "a disk image", "hdiutil"),
    ("App.pkg", padded(Array("xar!".utf8) + [0, 0x1C]), "a xar archive, such as an installer package", "pkgutil"),
    ("Manual.pdf", Array("%PDF-1.7\n".utf8), "a PDF document", "name a bundle"),
    ("App", padded([0xCF, 0xFA, 0xED, 0xFE]), "a Mach-O executable", "inspect"),
    ("App", padded([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 2]), "a Mach-O executable", "inspect"),
    ("A.class", padded([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52, 0, 29, 10]), "a Java class", "name a bundle"),
    ("tool", padded([0x7F, 0x45, 0x4C, 0x46]), "an ELF executable", "name a bundle"),
    ("lib.a", Array("!<arch>\n".utf8), "a static library", "inspect"),
    ("policy.lua", Array("policy \"x\" { summary = \"s\" }\n".utf8), "a Lua file", "--against"),
    ("Icon.png", padded([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), "a PNG image", "inspect"),
    ("a.jpg", padded([0xFF, 0xD8, 0xFF, 0xE0]), "a JPEG image", "inspect"),
    ("App.icns", padded(Array("icns".utf8)), "an icon family", "inspect"),
    ("Assets.car", padded(Array("BOMStore".utf8)), "a compiled asset catalog", "inspect"),
    ("x.mobileprovision", padded([0x30, 0x82, 0x10, 0x00]), "a signed message or a certificate", "inspect"),
    ("builds.db", padded(Array("SQLite format 3\0".utf8)), "an SQLite database", "--ledger"),
    ("a.rar", padded(Array("Rar!".utf8) + [0x1A, 7, 1]), "a RAR archive", "unpack"),
    ("a.7z", padded([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]), "a 7-Zip archive", "unpack"),
    ("run.sh", Array("#!/bin/sh\n".utf8), "a script", "name a bundle"),
    ("page.html", Array("\n<!DOCTYPE html><html></html>".utf8), "an HTML page", "downloaded"),
    ("report.json", Array("{\n  \"format\": \"bundlepolicy-report\" }".utf8), "a JSON file", "report"),
    ("list.json", Array("[1, 2]".utf8), "a JSON file", "name a bundle"),
    ("a.svg", Array("<?xml version=\"1.0\"?>\n<svg></svg>".utf8), "an XML file", "name a bundle"),
    ("README.md", Array("# Title\nSome text, and more.\n".utf8), "a text file", "name a bundle"),
    ("notes", Array("hello".utf8), "a text file", "name a bundle"),
    ("notes", Array("caf\u{E9}, and more".utf8), "a text file", "name a bundle"),
    ("data.bin", [1, 2, 3, 0, 255], "a binary file of an unknown format", "name a bundle"),
    ("empty", [], "empty (0 bytes)", "build or copy step"),
    // The name does not matter.
    ("Info.plist", padded([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), "a PNG image", "inspect"),
  ])
  func isNamed(_ name: String, _ bytes: [UInt8], _ words: String, _ hint: String) throws {
    let temporary = try TemporaryDirectory()
    try temporary.write(name, bytes)
    let path = temporary.path + "/" + name
    let error = try bundleError { try BundleGraph.open(path: path) }
    #expect(error.code == .notABundle && error.message.hasPrefix("not a bundle: this "), "\(error)")
    #expect(error.message.contains(words) && error.hint?.contains(hint) == true, "\(error)")
    #expect(BundleError.foreignFile(at: path) == error)
  }

  /// A broken property list keeps the errors of its reader, which have a place.
  @Test(arguments: [
    ("Info.plist", "{ A = 1"), ("Info.plist", "text"), ("a.strings", "text"),
    ("x", "<?xml version=\"1.0\"?><plist><dict>"),
    ("x", "{ A = \"1\" "), ("x", "(1, 2"), ("x", "bplist00 and more"),
  ])
  func propertyListsKeepTheirErrors(_ name: String, _ text: String) throws {
    let temporary = try TemporaryDirectory()
    try temporary.write(name, text)
    let error = try bundleError { try BundleGraph.open(path: temporary.path + "/" + name) }
    #expect(!error.message.contains("this is a text file") && !error.message.contains("unknown format"), "\(error)")
  }

  /// Text that begins like another format.
  @Test(arguments: [
    "{ icns = 1; }", "MZ = 1;", "icns = 1;", "xar = 1;", "\"policy\" = 1;", "// a comment\n{ A = 1; }",
    "/* a */ { \"a\" = 1; }",
    "{ \"a\" = \"b\"; }",
  ])
  func propertyListsAreRead(_ text: String) throws {
    let temporary = try TemporaryDirectory()
    try temporary.write("x", text)
    #expect(try BundleGraph.open(path: temporary.path + "/x").outer.kind == .plist)
  }
}
