import Basics
package import Bundles
package import FileFacts

/// The differences between the files of a bundle and those that its signature covers. Paths are relative to the bundle and sorted.
package struct SealComparison: Sendable {
  package var missing: [String] = []
  package var changed: [String] = []
  package var added: [String] = []
  package var nested: [NestedCode] = []

  package struct NestedCode: Sendable {
    package let path: String
    /// The hash of the code directory that was sealed.
    package let cdhash: [UInt8]
    package let requirement: String
    package var state: State
  }

  package enum State: String, Sendable, CaseIterable {
    /// The code is what was sealed, or was signed again by the same identity.
    case same
    /// The code differs, or was signed by another identity.
    case changed
    case unsigned
    /// The signature is not in a Mach-O file, so it cannot be read.
    case unknown
  }

  package var isIntact: Bool {
    missing.isEmpty && changed.isEmpty && added.isEmpty
      && nested.allSatisfy { $0.state == .same || $0.state == .unknown }
  }
}

/// Compares the files of a bundle with its seal as macOS does: `ResourceBuilder::scan` and `SecStaticCode::validateResource`.
package struct SealComparer {
  private let seal: ResourceSeal
  private let bundle: Bundle
  private let storage: any BundleStorage
  /// The folder that contains `_CodeSignature`, with a slash at its end; empty for the bundle itself.
  private let base: String
  package private(set) var fuel: UInt64 = 0

  /// Paths below the base that are never sealed: `BundleDiskRep::adjustResources`, and the App Store's additions on devices.
  private let excluded: Set<String>
  /// Sealed entries that have been found, by position.
  private var isFound: [Bool]
  private var result = SealComparison()
  private var pending: [(path: String, hash: SignatureHash, expected: [UInt8])] = []

  package init(_ seal: ResourceSeal, of bundle: Bundle, in storage: any BundleStorage, base: String) {
    (self.seal, self.bundle, self.storage) = (seal, bundle, storage)
    self.base = base.isEmpty ? "" : base + "/"
    var excluded: Set = ["_CodeSignature", "CodeResources", "_MASReceipt"]
    if base.isEmpty { excluded.insert("SC_Info") }
    if let executable = bundle.executable, executable.hasPrefix(self.base) {
      excluded.insert(String(executable.dropFirst(self.base.count)))
    }
    self.excluded = excluded
    isFound = [Bool](repeating: false, count: seal.count)
  }

  /// Compares every file. `nestedState` examines code with a signature of its own: it gets the path, the cdhash and the requirement.
  package mutating func compare(
    nestedState: (String, [UInt8], String) -> (SealComparison.State, fuel: UInt64)
  ) throws -> SealComparison {
    try scan()
    findLeftovers()
    // Comparing contents takes most of the time, so read files in the order in which an archive has them.
    let positions = pending.map { (try? storage.readingPosition(of: BundlePath.join(bundle.path, $0.path))) ?? 0 }
    for number in pending.indices.sorted(by: { (positions[$0], $0) < (positions[$1], $1) }) {
      try compareContents(of: pending[number])
    }
    for number in result.nested.indices {
      let code = result.nested[number]
      let (state, fuel) = nestedState(code.path, code.cdhash, code.requirement)
      result.nested[number].state = state
      self.fuel += fuel
    }
    (result.missing, result.changed) = (result.missing.sortedByBytes(), result.changed.sortedByBytes())
    return result
  }

  private mutating func scan() throws {
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
        guard let rule, rule.isNested, BundlePath.lastComponent(path).utf8.contains(UInt8(ascii: ".")) else { continue }
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

  private mutating func visit(_ entry: FileTree.Entry, _ path: String) throws {
    guard let position = seal.position(of: path), let sealed = seal.entry(at: position) else {
      // The first form of the list has no links.
      if seal.version > 1 || entry.type != .symbolicLink { result.added.append(entry.path) }
      return
    }
    isFound[position] = true
    try compare(entry, with: sealed)
  }

  private mutating func compare(_ entry: FileTree.Entry, with sealed: ResourceSeal.Entry) throws {
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

  private mutating func findLeftovers() {
    var left: [Int] = []
    for position in isFound.indices where !isFound[position] {
      guard let sealed = seal.entry(at: position), !sealed.isOptional else { continue }
      left.append(position)
    }
    guard !left.isEmpty else { return }
    matchNormalizedNames(&left)
    for position in left {
      let path = base + seal.path(at: position)
      fuel += 50
      // A folder, or a file that the rules leave out, may have taken the place of the file.
      let isThere = !path.split(separator: "/").contains("..") && (try? bundle.files.status(path)) != nil
      if isThere { result.changed.append(path) } else { result.missing.append(path) }
    }
  }

  /// Matches files whose names differ from sealed names only in Unicode normalization, which Apple's file systems do not distinguish.
  private mutating func matchNormalizedNames(_ left: inout [Int]) {
    guard result.added.contains(where: { !$0.utf8.allSatisfy { $0 < 0x80 } }) else { return }
    // Swift strings that differ only in normalization are equal.
    let byPath = Dictionary(left.map { (base + seal.path(at: $0), $0) }) { first, _ in first }
    var taken: Set<Int> = []
    var added: [String] = []
    for path in result.added {
      guard let position = byPath[path], !taken.contains(position), let sealed = seal.entry(at: position),
        case .file(let hash, let expected) = sealed.content, (try? bundle.files.status(path).type) == .file
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
  ) throws {
    let source = try bundle.files.source(of: file.path)
    // Less than the time it takes, at 10 ns a unit, so that a rule can afford to compare every file of a bundle.
    fuel += 20 + UInt64(max(0, source.count)) / 256
    if try file.hash.hash(of: source, file: file.path) != file.expected { result.changed.append(file.path) }
  }

  private static func parent(of path: String) -> String? {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) }
  }
}
