import SampleFiles
import Basics
import PropertyLists
import Testing

@testable import FileFacts

@Suite struct FileFormatTests {
  private static func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  private static func format(_ bytes: [UInt8]) throws -> FileFormat? {
    try FileFormat.read(ByteArray(bytes), file: "a")
  }

  /// First bytes of files, one byte for each character.
  private static let begun: [(start: String, format: FileFormat)] = [
    ("", .empty), ("\0", .zeros), ("\0\0\0\0\0\0\0\0", .zeros),
    ("x", .text), ("The wide world", .text), ("true\n", .text), ("BMW", .text), ("MZ", .text), ("ID3", .text),
    ("caf\u{E9} au lait\n", .text),
    ("\u{EF}\u{BB}\u{BF}text", .text), ("\u{FF}\u{FE}t\0", .text), ("\u{FE}\u{FF}\0t", .text), ("1 < 2", .text),
    ("<", .text),
    ("< a", .text), ("{ a = b; }", .text), ("\u{1B}[0m", .text), ("a\0b", .unknown),
    ("\u{FF}\u{FE}\0\0t\0\0\0", .unknown),
    ("#!/bin/sh\n# caf\u{E9}\n", .script), ("#!/bin/sh\n\u{1F}\u{8B}\u{08}\0", .script), ("#!\0\0", .unknown),
    ("#!AMR\n", .amr),
    ("\u{EF}\u{BB}\u{BF}#!/bin/sh", .text),
    ("version https://git-lfs.github.com/spec/v1\n", .lfsPointer),
    ("\n <!DOCTYPE HTML>", .html), ("<html lang='en'>", .html), ("\u{EF}\u{BB}\u{BF}<!doctype html>", .html),
    ("<Body>", .html),
    ("<?xml version='1.0'?>", .xml), ("<!DOCTYPE plist>", .xml), ("<plist>", .xml), ("<!-- a -->", .xml),
    ("\u{CF}\u{FA}\u{ED}\u{FE}", .machO), ("\u{FE}\u{ED}\u{FA}\u{CE}\0", .machO),
    ("\u{CA}\u{FE}\u{BA}\u{BE}\0\0\0\u{02}", .universal),
    ("\u{CA}\u{FE}\u{BA}\u{BF}\0\0\0\u{02}", .universal),
    ("\u{CA}\u{FE}\u{BA}\u{BE}\0\0\0\u{34}\0\u{10}\u{0A}", .javaClass),
    ("!<arch>\n", .staticLibrary), ("!<arch>\n__.SYMDEF", .staticLibrary), ("BC\u{C0}\u{DE}", .bitcode),
    ("MTLB\u{01}", .metalLibrary),
    ("\u{7F}ELF\u{02}", .elf), ("MZ\u{90}\0", .pe),
    ("\u{89}PNG\r\n\u{1A}\n", .png), ("\u{FF}\u{D8}\u{FF}\u{E0}", .jpeg), ("GIF89a", .gif), ("II*\0", .tiff),
    ("MM\0*", .tiff), ("BM\u{10}\0", .bmp),
    ("RIFF\u{10}\0\0\0WEBP", .webp), ("RIFF\u{10}\0\0\0WAVE", .wav), ("RIFF\u{10}\0\0\0AVI ", .avi),
    ("FORM\0\0\0\u{10}AIFC", .aiff),
    ("\0\0\0\u{18}ftypheic", .heif), ("\0\0\0\u{18}ftypM4A ", .mpeg4), ("\0\0\0\u{08}wide", .mpeg4),
    ("caff\0\u{01}", .caf), ("ID3\u{03}\0", .mp3),
    ("\u{FF}\u{FB}\u{90}\0", .mp3), ("\u{FF}\u{FF}\u{FF}\u{FF}", .unknown), ("OggS\0", .ogg), ("fLaC\0", .flac),
    ("MThd\0", .midi),
    ("icns\0\0\0\u{08}", .icns), ("%PDF-1.4\n", .pdf), ("\0junk%%PDF-1.7\n\0", .pdf), ("<p>%PDF-1.4", .xml),
    ("BOMStore\0\0", .bom), ("bplist00", .binaryPlist), ("NIBArchive\u{01}", .nibArchive),
    ("\u{04}\u{0B}streamtyped", .typedStream),
    ("\0\u{01}\0\0\0", .font), ("OTTO\0", .font), ("true\0", .font), ("ttcf\0", .font), ("wOFF\0", .webFont),
    ("PK\u{03}\u{04}", .zip), ("\u{1F}\u{8B}\u{08}", .gzip), ("BZh9\u{17}", .bzip2), ("\u{FD}7zXZ\0", .xz),
    ("SQLite format 3\0", .sqlite),
    ("7z\u{BC}\u{AF}'\u{1C}", .sevenZip), ("Rar!\u{1A}\u{07}\0", .rar), ("xar!\0\u{1C}", .xar), ("xar!", .text),
    ("pbzx\0", .appleArchive), ("\u{FF}\u{FE}\u{90}\0", .text),
    ("0\u{82}\u{01}\0", .der), ("\u{1A}\u{45}\u{DF}\u{A3}", .matroska), ("\u{DE}\u{AD}\u{BE}\u{EF}", .unknown),
    ("\u{01}\u{02}\u{03}", .unknown),
  ]

  @Test(arguments: begun)
  func begins(_ text: String, _ expected: FileFormat) throws {
    #expect(try Self.format(Self.bytes(text)) == expected)
    // Only the first bytes of a long file are read.
    let source = CountingSource(Self.bytes(text) + [UInt8](repeating: 0, count: 1 << 20))
    _ = try FileFormat.read(source, file: "a")
    #expect(source.bytesRead <= 4096)
  }

  @Test func utf8MayBeCutOff() throws {
    #expect(try Self.format([UInt8](String(repeating: "例", count: 1000).utf8)) == .text)
    #expect(try Self.format([UInt8](repeating: 0, count: 1024) + Array("x".utf8)) == .zeros)
  }

  @Test func whatCannotBeReadIsAnError() {
    let source = CountingSource([1, 2, 3])
    source.failsFrom = 0
    #expect(throws: FileFactError.self) { try FileFormat.read(source, file: "a") }
  }

  @Test func codeBeginsAsItsReaderSays() throws {
    for format in FileFormat.allCases { #expect(!format.rawValue.contains { $0.isUppercase || $0 == "-" }) }
    let code = SampleMachO().bytes
    #expect(try Self.format(code) == .machO)
    #expect(try Self.format(SampleMachO.fat([(0x0100_000C, 0, code)])) == .universal)
    #expect(try Self.format(SamplePNG().bytes) == .png)
    #expect(try Self.format(SampleCatalog().bytes) == .bom)
  }
}
