import Basics
import Bundles
import FileFacts
import PropertyLists

/// How the files of a bundle differ from those that its signature covers. Paths are relative to the bundle and sorted.
struct SealComparison {
  /// Sealed files that do not exist.
  var missing: [String] = []
  /// Sealed files that are not what they were.
  var changed: [String] = []
  /// Files that should be sealed, but are not.
  var added: [String] = []
  /// Code with signatures of its own.
  var nested: [NestedCode] = []

  /// Code with a signature of its own that a seal names.
  struct NestedCode {
    let path: String
    /// By which the seal knows it.
    let cdhash: [UInt8]
    let requirement: String
    let state: State
  }

  enum State: String, Sendable, CaseIterable {
    /// It is what was sealed, or was signed again by the same identity.
    case same
    /// It is other code, or was signed by another identity.
    case changed
    /// It has no signature.
    case unsigned
    /// Its signature is not in a Mach-O file, where it could be read.
    case unknown
  }

  var isIntact: Bool {
    missing.isEmpty && changed.isEmpty && added.isEmpty
      && nested.allSatisfy { $0.state == .same || $0.state == .unknown }
  }
}

/// Compares the files of a bundle with its seal as macOS does: `ResourceBuilder::scan` and `SecStaticCode::validateResource`.
struct SealComparer {
  private let seal: ResourceSeal
  private let bundle: Bundle
  private let graph: BundleGraph
  /// The folder that contains `_CodeSignature`, with a slash at its end; empty for the bundle itself.
  private let base: String
  /// What comparing has cost so far.
  private(set) var fuel: UInt64 = 0

  /// What is never sealed, from the base on: `BundleDiskRep::adjustResources`, and what the App Store adds on devices.
  private let excluded: Set<String>
  /// Sealed entries that have been found, by position.
  private var isFound: [Bool]
  private var result = SealComparison()
  private var pending: [(path: String, hash: SignatureHash, expected: [UInt8])] = []

  init(_ seal: ResourceSeal, of bundle: Bundle, in graph: BundleGraph, base: String) {
    self.seal = seal
    self.bundle = bundle
    self.graph = graph
    self.base = base.isEmpty ? "" : base + "/"
    var excluded: Set = ["_CodeSignature", "CodeResources", "_MASReceipt"]
    if base.isEmpty { excluded.insert("SC_Info") }
    if let executable = bundle.executable, executable.hasPrefix(self.base) {
      excluded.insert(String(executable.dropFirst(self.base.count)))
    }
    self.excluded = excluded
    isFound = [Bool](repeating: false, count: seal.count)
  }

  /// `nestedState` finds out about code with a signature of its own: it gets the path, the cdhash and the requirement.
  mutating func compare(
    nestedState: (String, [UInt8], String) throws(ReadFailure) -> (SealComparison.State, fuel: UInt64)
  ) throws(ReadFailure) -> SealComparison {
    if let (pattern, reason) = seal.unsupported {
      throw ReadFailure("the rule '\(pattern)' in the list of sealed files cannot be evaluated: \(reason)")
    }
    do throws(StorageError) {
      try scan()
    } catch {
      throw ReadFailure(error, saying: "the files cannot be compared with the seal: \(error.description)")
    }
    findLeftovers()
    // Comparing contents is what takes time: in the order in which an archive has them.
    let storage = graph.storage
    let prefix = bundle.path.isEmpty ? "" : bundle.path + "/"
    let positions = pending.map { (try? storage.readingPosition(of: prefix + $0.path)) ?? 0 }
    for number in pending.indices.sorted(by: { (positions[$0], $0) < (positions[$1], $1) }) {
      try compareContents(of: pending[number])
    }
    for number in result.nested.indices {
      let code = result.nested[number]
      let (state, fuel) = try nestedState(code.path, code.cdhash, code.requirement)
      result.nested[number] = .init(
        path: code.path, cdhash: code.cdhash, requirement: code.requirement, state: state)
      self.fuel += fuel
    }
    result.missing.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    result.changed.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return result
  }

  private mutating func scan() throws(StorageError) {
    let all = try bundle.files.all()
    fuel += UInt64(all.count) * 4
    var skipped: Set<String> = []
    var steps: UInt64 = 0
    for entry in all where base.isEmpty || entry.path.utf8.starts(with: base.utf8) {
      if !skipped.isEmpty, let parent = Self.parent(of: entry.path), skipped.contains(parent) {
        if entry.type == .directory { skipped.insert(entry.path) }
        continue
      }
      let path = String(decoding: entry.path.utf8.dropFirst(base.utf8.count), as: UTF8.self)
      if excluded.contains(path) {
        if entry.type == .directory { skipped.insert(entry.path) }
        continue
      }
      let rule = seal.decision(on: path, steps: &steps)
      switch entry.type {
      case .directory:
        // A folder whose name has an extension is a bundle there.
        guard let rule, rule.isNested, Self.name(of: path).utf8.contains(UInt8(ascii: ".")) else { continue }
        skipped.insert(entry.path)
        if !rule.isOmitted { try visit(entry, path) }
      case .file, .symbolicLink:
        guard let rule else { continue }
        if !rule.isOmitted || rule.isDisputed && seal.position(of: path) != nil { try visit(entry, path) }
      case .other: continue
      }
    }
    fuel += steps / 8
  }

  private mutating func visit(_ entry: FileTree.Entry, _ path: String) throws(StorageError) {
    guard let position = seal.position(of: path), let sealed = seal.entry(at: position) else {
      // The first form of the list has no links.
      if seal.version > 1 || entry.type != .symbolicLink { result.added.append(entry.path) }
      return
    }
    isFound[position] = true
    try compare(entry, with: sealed)
  }

  private mutating func compare(_ entry: FileTree.Entry, with sealed: ResourceSeal.Entry) throws(StorageError) {
    switch sealed.content {
    case .nested(let cdhash, let requirement) where entry.type != .symbolicLink:
      result.nested.append(.init(path: entry.path, cdhash: cdhash, requirement: requirement, state: .unknown))
    case .link(let target) where entry.type == .symbolicLink:
      fuel += 50
      if try bundle.files.status(entry.path).linkTarget.map(ExactText.init) != ExactText(target) {
        result.changed.append(entry.path)
      }
    case .file(let hash, let expected) where entry.type == .file && entry.isNameValid:
      pending.append((entry.path, hash, expected))
    case .nested, .link, .file: result.changed.append(entry.path)
    }
  }

  /// Sealed files that were not come across.
  private mutating func findLeftovers() {
    var left: [Int] = []
    for position in isFound.indices where !isFound[position] {
      guard let sealed = seal.entry(at: position), !sealed.isOptional else { continue }
      left.append(position)
    }
    guard !left.isEmpty else { return }
    takeOtherCompositions(&left)
    for position in left {
      let path = base + seal.path(at: position)
      fuel += 50
      // Something that the rules leave out, or a folder, is in the place of the file.
      let isThere = !path.split(separator: "/").contains("..") && (try? bundle.files.status(path)) != nil
      if isThere { result.changed.append(path) } else { result.missing.append(path) }
    }
  }

  /// Files whose names have characters composed otherwise are the sealed ones: file systems of Apple do not distinguish these.
  private mutating func takeOtherCompositions(_ left: inout [Int]) {
    guard result.added.contains(where: { !$0.utf8.allSatisfy { $0 < 0x80 } }) else { return }
    // Strings are equal whatever their composition.
    let byPath = Dictionary(left.map { (base + seal.path(at: $0), $0) }) { first, _ in first }
    var taken: Set<Int> = []
    var added: [String] = []
    for path in result.added {
      guard let position = byPath[path], !taken.contains(position), let sealed = seal.entry(at: position),
        case .file(let hash, let expected) = sealed.content, (try? bundle.files.status(path))?.type == .file
      else {
        added.append(path)
        continue
      }
      taken.insert(position)
      pending.append((path, hash, expected))
    }
    result.added = added
    left.removeAll { taken.contains($0) }
  }

  private mutating func compareContents(
    of file: (path: String, hash: SignatureHash, expected: [UInt8])
  ) throws(ReadFailure) {
    let source: any ByteSource
    do throws(StorageError) {
      source = try bundle.files.source(of: file.path)
    } catch {
      throw ReadFailure(error, saying: "the files cannot be compared with the seal: \(error.description)")
    }
    // Less than what it takes at 10 ns a unit: a rule can so afford every file that a bundle has.
    fuel += 20 + UInt64(max(0, source.count)) / 256
    do throws(FileFactError) {
      if try file.hash.hash(of: source, file: file.path) != file.expected { result.changed.append(file.path) }
    } catch {
      throw ReadFailure(error, saying: "the files cannot be compared with the seal: \(error.description)")
    }
  }

  private static func parent(of path: String) -> String? {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) }
  }

  private static func name(of path: String) -> Substring {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
  }
}

extension Bundle {
  /// The folder whose `_CodeSignature` is that of the bundle, relative to it; nil for a bare property list.
  var signedFolder: String? {
    guard let infoPath else { return nil }
    func folder(_ path: String) -> String {
      path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
    }
    switch layout {
    case .flat, .resources: return ""
    case .contents, .wrapped: return folder(infoPath)
    case .versioned:
      // Resources are found by the link at the top, the executable in its version.
      let parts = (executable ?? "").split(separator: "/", maxSplits: 2)
      return parts.count == 3 && parts[0] == "Versions" ? "Versions/\(parts[1])" : folder(resourcesPath)
    }
  }

  /// The path of the list of sealed files, whether it exists or not; nil for a bare property list.
  var sealPath: String? {
    signedFolder.map { ($0.isEmpty ? "" : $0 + "/") + "_CodeSignature/CodeResources" }
  }
}

/// What a sealed requirement says of the code, as far as it can be decided without certificates.
struct SealedRequirement {
  /// The hashes of the code that it names, in hexadecimal digits; empty if it goes by who signed it.
  private(set) var cdhashes: Set<String> = []
  /// The identifier that the code must have.
  private(set) var identifier: String?
  /// Whether it requires a certificate.
  private(set) var needsCertificate = false

  /// Reads the terms of a requirement. Alternatives other than of hashes are not distinguished.
  init(_ text: String) {
    let words = Self.words(text)
    for (number, word) in words.enumerated() {
      let next = number + 1 < words.count ? words[number + 1] : ""
      switch word {
      case "cdhash": cdhashes.insert(Self.unquoted(next.hasPrefix("H") ? String(next.dropFirst()) : next).lowercased())
      case "identifier": identifier = Self.unquoted(next)
      case "anchor", "certificate": needsCertificate = true
      default: break
      }
    }
    // What is required of one alternative is not required of all.
    if words.contains("or"), cdhashes.isEmpty { identifier = nil }
  }

  /// Words, with quoted text as one word.
  private static func words(_ text: String) -> [String] {
    var (words, word, isQuoted, isEscaped) = ([String](), [UInt8](), false, false)
    for byte in text.utf8 {
      if isQuoted {
        word.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isQuoted = false
        }
      } else if byte == UInt8(ascii: "\"") {
        word.append(byte)
        isQuoted = true
      } else if " \n\t()".utf8.contains(byte) {
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        word = []
      } else {
        word.append(byte)
      }
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }

  private static func unquoted(_ word: String) -> String {
    guard word.utf8.count >= 2, word.hasPrefix("\""), word.hasSuffix("\"") else { return word }
    var (text, isEscaped) = ("", false)
    for character in word.dropFirst().dropLast() {
      isEscaped = character == "\\" && !isEscaped
      if !isEscaped { text.append(character) }
    }
    return text
  }

  /// Whether a signature meets it, as far as that can be told.
  func isMet(by signature: CodeSignature) -> Bool {
    if !cdhashes.isEmpty {
      return signature.directories.contains { cdhashes.contains(Hexadecimal.text(of: $0.cdhash)) }
    }
    if let identifier, identifier != signature.identifier { return false }
    return !needsCertificate || signature.hasCertificate
  }
}
