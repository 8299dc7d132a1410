import Basics
import Bundles
import FileFacts
import PolicyTestSupport
import PropertyLists

/// Values that are wrong for a key, each in its own way.
enum WrongValue {
  static let all: [PropertyListValue] =
    strings.map { .string($0) }
    + [-1, 0, 13, .max].map { .integer(.signed($0)) }
    + [
      .integer(.unsigned(.max)), .real(1.5), .real(.infinity), .real(-1e300), .boolean(true), .boolean(false), .date(0),
      .data([]), .data([0, 0xFF, 0x41]), .array([]), .array([.string("")]), .array([.integer(.signed(7))]),
      .array([.array([]), .dictionary([]), .string("../x")]), .dictionary([]), entry("", .string("")),
      entry("x", .integer(.signed(7))), entry("~ipad", .array([.dictionary([])])),
      entry("CFBundlePrimaryIcon", .string("../x")),
    ]

  static let strings = [
    "", " ", "x", "13,0", "13.", ".", "1.2.3.4.5.6.7", "99999999999999999999999", "-1", "0x10", "1e5", "../x", "/abs",
    "a/../../b", "a//b/", "..", "*", "[a", "%d%s%", "%", "$(X)", "${", "caf\u{E9}\u{301}", "\u{FEFF}", "\u{A0}",
    "\u{1F600}", "a\nb", "a~ipad", "a-macos~x", "@rpath/x", "@executable_path/../x", "YES", "com.apple.x", "{1, 2}",
    "A3F2-", "{320, 480", "en_US.UTF-8", "_._tcp", repeated("a", 70_000), repeated("../", 2_000), repeated("1.", 5_000),
    repeated("[a", 500),
  ]

  private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  private static func entry(_ key: String, _ value: PropertyListValue) -> PropertyListValue {
    .dictionary([.init(key: key, value: value)])
  }
}

/// Names of keys that are malformed, or nobody's.
let oddKeys = [
  "", " ", "~", "~ipad", "CFBundleName~ipad~iphone", "CFBundleName-macos", "-iphoneos", "a/b", "../x", "/abs", "$(X)",
  "[a", "%s", "Key ~ipad", "caf\u{E9}\u{301}", String(repeating: "k", count: 3_000), "CFBundleNmae",
  "NSCameraUsageDescripton", "com.example.x", "13,0", "x86_64",
]

/// A file's contents damaged in several ways; some change nothing of an empty file.
func damages(of bytes: [UInt8]) -> [(name: String, node: MemoryStorage.Node)] {
  var random = SmallGenerator(seed: UInt64(bytes.count) &+ 17)
  func latin(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
  func noise(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next() >> 32) } }
  var all: [(String, [UInt8])] = [
    ("is empty", []), ("is zeros", [UInt8](repeating: 0, count: max(16, bytes.count))),
    ("is noise", noise(max(16, bytes.count))), ("has a byte more", bytes + [0]), ("is there twice", bytes + bytes),
    ("is UTF-16", [0xFF, 0xFE] + Array("<plist>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })),
  ]
  for text in [
    "x", "caf\u{E9}", "#!/bin/sh\n# caf\u{E9}\n", "<plist><array><string>x</string></array></plist>",
    "<plist><dict><key>a", "<plist><dict><key></key><array/><key>a</key><dict/></dict></plist>", "[1, {\"a\": null}]",
    "{\"a\": ", "<!DOCTYPE html><html>",
  ] {
    all.append(("is \(text)", latin(text)))
  }
  for magic in [
    "bplist00", "\u{89}PNG\r\n\u{1A}\n", "icns", "BOMStore", "!<arch>\n", "MZ", "\u{7F}ELF", "PK\u{3}\u{4}", "#!",
    "version https://git-lfs.github.com/spec/v1\n",
  ] {
    all.append(("is only the start of another form", latin(magic) + noise(40)))
  }
  for magic: [UInt8] in [
    [0xCF, 0xFA, 0xED, 0xFE], [0xCE, 0xFA, 0xED, 0xFE], [0xCA, 0xFE, 0xBA, 0xBE], [0xFE, 0xED, 0xFA, 0xCF],
    [0x30, 0x82, 0x10, 0x00],
  ] {
    all.append(("is only the start of code", magic))
    all.append(("is the start of code and zeros", magic + [UInt8](repeating: 0, count: 400)))
    all.append(("is the start of code and noise", magic + noise(400)))
  }
  let ends = [1, 4, 7, 8, 20, 32, bytes.count / 4, bytes.count / 2, bytes.count * 3 / 4, bytes.count - 1]
  for end in ends where end > 0 && end < bytes.count {
    all.append(("ends after \(counted(end, "byte"))", Array(bytes[..<end])))
    all.append(("is zeros from byte \(end) on", Array(bytes[..<end]) + [UInt8](repeating: 0, count: bytes.count - end)))
    all.append(("is noise from byte \(end) on", Array(bytes[..<end]) + noise(bytes.count - end)))
  }
  for _ in 0..<min(12, bytes.count) {
    var changed = bytes
    let place = Int(random.next() % UInt64(bytes.count))
    changed[place] = changed[place] ^ UInt8(truncatingIfNeeded: random.next() | 1)
    all.append(("has another byte \(place)", changed))
  }
  all += structuralDamages(of: bytes)
  let links = ["/etc/hosts", "/", "..", "../..", ".", "nowhere", "a/../../../b", "\u{A0}"]
  return all.map { ($0, .file($1, mode: 0o755)) }
    + [("is a directory", .directory), ("is a pipe", .other), ("is 2 MB of zeros", .zeros(2 << 20, mode: 0o755))]
    + links.map { ("is a link to '\($0)'", .link($0)) }
}

/// Contents with wrong numbers where readers expect offsets, sizes and counts: in the load commands of code, with their sections, in the
/// headers and the symbol table of a static library, and in the directory of a zip archive.
func structuralDamages(of bytes: [UInt8]) -> [(String, [UInt8])] {
  func number(_ place: Int) -> Int {
    guard place >= 0, place + 4 <= bytes.count else { return 0 }
    return (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }
  var places: [(what: String, place: Int)] = []
  var texts: [Int] = []
  switch bytes.prefix(4) {
  case [0xCF, 0xFA, 0xED, 0xFE], [0xCE, 0xFA, 0xED, 0xFE]:
    places += [("the number of commands", 16), ("the size of all commands", 20)]
    var start = bytes[0] == 0xCF ? 32 : 28
    for command in 0..<min(number(16), 64) {
      let size = number(start + 4)
      guard size >= 8, start + size <= bytes.count else { break }
      // Fields of 8 bytes are two of 4: an upper half that is not 0 is an offset beyond any file.
      places += stride(from: start + 4, to: start + size - 3, by: 4).map { ("command \(command)", $0) }
      start += size
    }
  case [0xCA, 0xFE, 0xBA, 0xBE]:
    places += stride(from: 4, to: min(bytes.count - 3, 8 + 4 * 20), by: 4).map { ("the slices", $0) }
  case [0x21, 0x3C, 0x61, 0x72]:
    var start = 8
    while start + 60 <= bytes.count, texts.count < 32 {
      texts.append(start + 48)
      if start == 8 {
        places += stride(from: 68, to: min(bytes.count - 3, 148), by: 4).map { ("the symbol table", $0) }
      }
      let size = Int(String(decoding: bytes[(start + 48)..<(start + 58)], as: UTF8.self).prefix { $0 != " " }) ?? 0
      start += 60 + max(0, size) + max(0, size) % 2
    }
  case [0x50, 0x4B, 3, 4]:
    places += stride(from: max(0, bytes.count - 200), to: bytes.count - 3, by: 2).map { ("the end of the archive", $0) }
  default: return []
  }
  var random = SmallGenerator(seed: UInt64(bytes.count) &+ 29)
  let values = [0, 1, 0x7FFF_FFFF, 0xFFFF_FFFF, 0xFFFF_FFF8, bytes.count, bytes.count - 1, 0x8000_0000]
  var found: [(String, [UInt8])] = []
  let whole = places.filter { $0.place + 4 <= bytes.count }
  for (what, place) in whole.shuffled(using: &random).prefix(24) {
    let value = values[Int(random.next() % UInt64(values.count))]
    var changed = bytes
    for byte in 0..<4 { changed[place + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
    found.append(("has \(value) in \(what) at byte \(place)", changed))
  }
  for place in texts {
    for text in ["0", "1", "9999999999", "-1", "x", "#1/999"] {
      var changed = bytes
      changed.replaceSubrange(place..<(place + 10), with: Array((text + "          ").utf8.prefix(10)))
      found.append(("has a member of \(text) bytes at byte \(place)", changed))
    }
  }
  return found
}

/// SplitMix64.
struct SmallGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// The files of a bundle, to be changed one by one.
struct BundleContents {
  let name: String
  private(set) var nodes: [(path: String, node: MemoryStorage.Node)] = []

  /// Those of a bundle that was opened from a directory of files.
  init(_ graph: BundleGraph) throws {
    name = graph.displayPath
    try add("", of: graph.storage)
  }

  private mutating func add(_ directory: String, of storage: any BundleStorage) throws {
    for entry in try storage.list(directory) {
      let path = directory.isEmpty ? entry.name : directory + "/" + entry.name
      let status = try storage.status(path)
      switch entry.type {
      case .directory:
        let before = nodes.count
        try add(path, of: storage)
        if nodes.count == before { nodes.append((path, .directory)) }
      case .file where status.size > 1 << 20: nodes.append((path, .zeros(status.size, mode: status.mode)))
      case .file: nodes.append((path, .file(try storage.read(path, limit: 1 << 20), mode: status.mode)))
      case .symbolicLink: nodes.append((path, .link(status.linkTarget ?? "")))
      case .other: nodes.append((path, .other))
      }
    }
  }

  var directories: [String] {
    var all: [String] = []
    for (path, _) in nodes {
      var parts = path.split(separator: "/").dropLast()
      while !parts.isEmpty {
        let directory = parts.joined(separator: "/")
        if !all.contains(directory) { all.append(directory) }
        parts = parts.dropLast()
      }
    }
    return all
  }

  /// The property list at a path; nil if none can be read there.
  func propertyList(_ path: String) -> PropertyListValue? {
    guard case .file(let bytes, _)? = nodes.first(where: { $0.path.hasSameBytes(as: path) })?.node,
      let list = try? PropertyList.parse(bytes, file: path, as: path.hasSuffix(".strings") ? .strings : .automatic)
    else { return nil }
    return PropertyListValue(list.root, in: list)
  }

  /// With another file at a path, in place of the file or directory that is there.
  func with(_ node: MemoryStorage.Node?, at path: String) -> BundleContents {
    var changed = self
    changed.nodes.removeAll { $0.path.hasSameBytes(as: path) || $0.path.hasPrefix(path + "/") }
    if let node { changed.nodes.append((path, node)) }
    return changed
  }

  /// Returns nil if it is not a bundle: then no rule is evaluated.
  func graph(_ fault: ((any BundleStorage) -> FaultyStorage)? = nil) -> BundleGraph? {
    guard let storage = try? MemoryStorage(nodes) else { return nil }
    return try? BundleGraph.open(storage: fault?(storage) ?? storage, name: name)
  }
}

extension PropertyListValue {
  /// As an XML property list.
  var document: String { "<plist version=\"1.0\">\(xml)</plist>\n" }

  private var xml: String {
    switch self {
    case .string(let text): "<string>\(Markup.content(text.unicodeScalars))</string>"
    case .integer(.signed(let number)): "<integer>\(number)</integer>"
    case .integer(.unsigned(let number)): "<integer>\(number)</integer>"
    case .real(let number): "<real>\(number.isNaN ? "nan" : "\(number)")</real>"
    case .boolean(let flag): "<\(flag)/>"
    case .date(let seconds): "<date>\(CivilTime(secondsSince2001: seconds).text)</date>"
    case .data(let bytes): "<data>\(bytes.withUnsafeBytes { Base64.encode($0) })</data>"
    case .uid, .null: "<string/>"
    case .array(let elements), .set(let elements): "<array>\(elements.map(\.xml).joined())</array>"
    case .dictionary(let entries):
      "<dict>\(entries.map { "<key>\(Markup.content($0.key.unicodeScalars))</key>\($0.value.xml)" }.joined())</dict>"
    }
  }
}
