import CheckerKit
import FileFacts

/// Finds the Mach-O files of a bundle that do not lie in a nested one, and what is wrong before they can be judged.
struct BinaryCollector {
  let bundle: any JudgedBundle
  private(set) var main: Binary?
  private(set) var others: [Binary] = []
  private(set) var findings: [BinaryFinding] = []
  private var isMainLinked = false

  init(_ bundle: any JudgedBundle) { self.bundle = bundle }

  mutating func collect() throws(CheckerError) {
    try collectMain()
    let nested = Set(bundle.nestedBundles)
    for file in try bundle.files() {
      guard file.type == .regular, file.path != bundle.executable, !Self.lies(file.path, in: nested) else { continue }
      guard Self.isMachO(try bytes(of: file.path, count: 4)) else { continue }
      guard case .regular(let size, _)? = try bundle.target(of: file.path) else { continue }
      guard let other = try binary(file.path, size: size, isMain: false) else { continue }
      // The executable was judged by the link that Info.plist names.
      if isMainLinked, other.file == main?.file { continue }
      others.append(other)
    }
  }

  private static func lies(_ path: String, in folders: Set<String>) -> Bool {
    var folder = FolderPath.folder(of: path)
    while !folder.isEmpty {
      if folders.contains(folder) { return true }
      folder = FolderPath.folder(of: folder)
    }
    return false
  }

  // MARK: The executable

  private mutating func collectMain() throws(CheckerError) {
    guard let path = bundle.executable else { return findExecutableName() }
    let shown = Excerpt.of(path)
    guard let target = try bundle.target(of: path) else {
      findings.append(
        BinaryFinding(
          place: .info("CFBundleExecutable"), message: "the executable \(shown) does not exist",
          expected: "a Mach-O file at \(shown)",
          fix: "add the executable to the bundle, or correct CFBundleExecutable", topic: "missing"))
      return
    }
    guard case .regular(let size, let isLinked) = target else {
      findings.append(
        BinaryFinding(
          place: .file(path), message: "the executable is not a regular file", expected: "a Mach-O file",
          fix: "add the executable to the bundle, or correct CFBundleExecutable", topic: "no-file"))
      return
    }
    isMainLinked = isLinked
    let beginning = try bytes(of: path, count: 8)
    if Self.isMachO(beginning) {
      let known = findings.count
      main = try binary(path, size: size, isMain: true)
      // What Java's class files begin with, too.
      if main != nil || findings.count > known { return checkType() }
    }
    // A framework of static code serves those who link with it; it has no slices to judge.
    if beginning == Array("!<arch>\n".utf8), bundle.kind == "framework" { return }
    let isScript = beginning.starts(with: Array("#!".utf8))
    // The Mac starts scripts; elsewhere nothing does.
    let isStarted = isScript && (bundle.platform == "macos" || bundle.platform == nil)
    findings.append(
      BinaryFinding(
        place: .file(path),
        message: "the executable is \(isScript ? "a script" : size == 0 ? "empty" : "not a Mach-O file")",
        expected: "a Mach-O file",
        fix: isScript
          ? "start the script from a small program, so that the bundle can be signed and can request permissions"
          : "build or copy the executable again", severity: isStarted ? .warning : .rule, topic: "no-mach-o"))
  }

  private mutating func findExecutableName() {
    let value = bundle.info("CFBundleExecutable")
    guard value != nil || bundle.kind == "application" || bundle.kind == "extension" else { return }
    findings.append(
      BinaryFinding(
        place: .info("CFBundleExecutable"),
        message: value.map { "CFBundleExecutable is \($0.shown), which is not a file of the bundle" }
          ?? "Info.plist does not name an executable",
        expected: "the name of the executable", fix: "set CFBundleExecutable to the name of the program", topic: "name")
    )
  }

  private mutating func checkType() {
    guard let main else { return }
    let wanted: [String]
    switch bundle.kind {
    case "application", "extension": wanted = ["execute"]
    case "framework": wanted = ["dylib"]
    case "plugin": wanted = ["bundle", "dylib", "execute"]
    default: return
    }
    var found = CodeFindings(main.path)
    for slice in main.file.slices where !wanted.contains(slice.fileType) {
      // Static code in a framework, as above.
      if wanted == ["dylib"], ["archive", "object", "bitcode", "dylib_stub"].contains(slice.fileType) { continue }
      found.add(
        .init(
          place: .file(main.path), predicate: "is of type \(slice.fileType)",
          expected:
            "type \(wanted.joined(separator: " or ")), for the executable of a bundle of kind \(bundle.kind)",
          fix: "correct CFBundleExecutable, or MACH_O_TYPE of the target", topic: "type:\(slice.fileType)"),
        slice.architecture)
    }
    findings += found.findings
  }

  // MARK: Files

  /// Fat files (`mach-o/fat.h`) and the four forms of thin ones (`mach-o/loader.h`).
  private static let beginnings: [[UInt8]] = [
    [0xCA, 0xFE, 0xBA, 0xBE], [0xCA, 0xFE, 0xBA, 0xBF], [0xFE, 0xED, 0xFA, 0xCE], [0xFE, 0xED, 0xFA, 0xCF],
    [0xCE, 0xFA, 0xED, 0xFE], [0xCF, 0xFA, 0xED, 0xFE],
  ]

  private static func isMachO(_ bytes: [UInt8]) -> Bool { beginnings.contains { bytes.starts(with: $0) } }

  private func bytes(of path: String, count wanted: Int) throws(CheckerError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: wanted)
    // A closure can't throw a typed error out of this one's caller.
    let outcome = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(CheckerError) in try bundle.read(path, at: 0, into: buffer) }
    }
    return Array(bytes.prefix(try outcome.get()))
  }

  /// Nil for what is none, and for what is malformed, which is a finding. Throws when the file can't be read.
  private mutating func binary(_ path: String, size: UInt64, isMain: Bool) throws(CheckerError) -> Binary? {
    let source = BundleFileSource(bundle, path, size: size)
    do throws(FileFactError) {
      return try MachOFile.read(source, file: path).map { Binary(path: path, file: $0, isMain: isMain, source: source) }
    } catch {
      if let failure = source.failure { throw failure }
      findings.append(
        BinaryFinding(
          place: .file(path),
          message: "the Mach-O file is malformed at \(error.place.description): \(Excerpt.of(error.message))",
          expected: "headers and load commands that are within the file",
          fix: error.hint ?? "build or copy the file again", topic: "malformed"))
      return nil
    }
  }
}
