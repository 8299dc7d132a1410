import Basics
import BundleFacts
import Bundles
import FileFacts
import LuaRuntime
import PolicySchema
import PropertyLists

// Files: the file system's metadata, and access to their contents.
extension PolicyHost {
  func readFiles(_ node: LuaNode, _ key: LuaKey, _ answer: LuaAnswer) {
    guard let bundle = objects.bundle(node) else { return answer.fail("this bundle is no longer valid") }
    guard case .string(let bytes) = key else {
      return answer.fail("files are read by path; iterate over them with pairs(bundle.files)")
    }
    readFile(at: String(decoding: bytes, as: UTF8.self), in: bundle, node, answer)
  }

  func readFile(at path: String, in bundle: Bundle, _ node: LuaNode, _ answer: LuaAnswer) {
    answer.charge(50)
    charge(forPath: path, in: bundle.files, answer)
    if let file = lookUp(path, in: bundle, node, answer) { answer.set(file) }
  }

  /// The file at a path of a bundle; nil if there is none, or the answer is an error.
  func lookUp(_ path: String, in bundle: Bundle, _ node: LuaNode, _ answer: LuaAnswer) -> LuaNode? {
    do throws(StorageError) {
      _ = try bundle.files.status(path)
      note(file: path, of: node, isPresent: true)
      return objects.node(file: .init(graph: Int(node.owner), bundle: bundle.index, path: path))
    } catch {
      note(file: path, of: node, isPresent: false)
      if !error.isUnresolvable { fail(error, answer) }
      return nil
    }
  }

  func readFile(_ node: LuaNode, _ key: LuaKey, _ answer: LuaAnswer) {
    guard Int(node.index) < objects.files.count, case .string(let bytes) = key else {
      return answer.fail("a file is read by field name")
    }
    let number = Int(node.index)
    if reads != nil { note(fact: String(decoding: bytes, as: UTF8.self), of: objects.files[number]) }
    if let function = HostFunction.number(of: bytes, in: .file) { return answer.set(function: function) }
    Self.file.read(bytes, of: number, self, answer)
  }

  static let file = ObjectSchema<Int>(
    "File", "a file", "A file, directory or link of a bundle.", methods: HostFunction.fileMethods,
    [
      .answer("path", "string", "The path inside the bundle.") { host, number, answer in
        answer.set(host.objects.files[number].path)
      },
      .status("type", "FileType", "The type of file.") { .string($0.type.rawValue) },
      .status(
        "size?", "integer",
        "In bytes; of a symbolic link, the length of its target; nil for a directory and for special files."
      ) { $0.type == .file || $0.type == .symbolicLink ? .integer(Int64($0.size)) : .nil },
      .status(
        "compressed_size?", "integer",
        "The bytes that it takes in the zip archive, such as an `.ipa`, that contains the bundle; nil in a folder or a tar, and for anything but a file."
      ) { $0.compressedSize.map { .integer(Int64($0)) } ?? .nil },
      .status("mode", "integer", "Its permission bits.") { .integer(Int64($0.mode)) },
      .answer(
        "attributes", "string[]",
        "The names of its extended attributes: `com.apple.quarantine`, `com.apple.FinderInfo`, `com.apple.ResourceFork`, …; those of the file system, and those in an AppleDouble file (`._NAME`) beside it or in the `__MACOSX` of an archive."
      ) { host, number, answer in
        answer.charge(1_500)
        host.readStatus(number, answer) { (_, _) throws(StorageError) in
          .list(try host.attributes(of: host.objects.files[number]).map(LuaValue.string))
        }
      },
      .answer(
        "apple_double?", "string[]",
        "The names of the extended attributes of another file that it contains; nil if it is not an AppleDouble file."
      ) { host, number, answer in
        if let double = host.facts(number, \.appleDoubles, answer, AppleDouble.read) {
          answer.set(.list(double.attributes.map(LuaValue.string)))
        }
      },
      .status("executable", "boolean", "Whether its owner can execute it.") { .boolean($0.isExecutable) },
      .status("target?", "string", "The target of a symbolic link, as written.") {
        $0.linkTarget.map(LuaValue.string) ?? .nil
      },
      .answer(
        "destination?", "string", "The file that a symbolic link finally resolves to, as a path in the outer bundle."
      ) { host, number, answer in
        host.readStatus(number, answer) { (files, path) throws(StorageError) in
          guard case .inside(let path)? = try files.destination(ofLink: path)?.destination else { return .nil }
          return .string(path)
        }
      },
      .answer("sha256?", "string", "The SHA-256 digest in 64 lower-case hexadecimal digits; nil for a directory.") {
        host, number, answer in
        // Half of the actual time at 10 ns a unit, so that a rule can afford the digest of any real file.
        let digest = host.facts(number, \.digests, bytesPerUnit: 32, answer, SHA256Digest.of)
        if let digest { answer.set(digest) }
      },
      .answer(
        "json?", "any", "The value in a JSON file; nil for a directory. `null` is a value of its own: see `plist.type`."
      ) { host, number, answer in host.readJSON(number, answer) },
      .answer("text?", "string", "Its contents, which must be UTF-8; nil for a directory.") {
        host, number, answer in host.readText(number, answer)
      },
      .answer(
        "format?", "FileFormat",
        "The format that its first bytes show, regardless of its name; nil for a directory. The file need not be valid: see `problem`."
      ) { host, number, answer in
        if let format = host.facts(number, \.formats, answer, FileFormat.read) { answer.set(format.rawValue) }
      },
      .answer(
        "problem?", "string",
        "Why the file cannot be read, or why it is malformed although it starts like a Mach-O, PNG, `.icns` or `.car` file or a static library, or a font with the extension `.ttf`, `.otf` or `.ttc`, or has a profile's extension; otherwise nil."
      ) { host, number, answer in if let problem = host.problem(number, answer) { answer.set(problem) } },
      .answer("png?", "PNG", "The PNG header; nil if it is not a PNG file.") { host, number, answer in
        if host.facts(number, \.pngs, answer, PNGHeader.read) != nil { answer.set(LuaNode(.png, index: number)) }
      },
      .answer("icns?", "IconFamily", "The icon family; nil if it is not an `.icns` file.") { host, number, answer in
        if host.facts(number, \.iconFamilies, answer, IconFamily.read) != nil {
          answer.set(LuaNode(.icns, index: number))
        }
      },
      .answer("catalog?", "AssetCatalog", "The compiled asset catalog; nil if it is not a `.car` file.") {
        host, number, answer in
        if host.facts(number, \.catalogs, bytesPerUnit: 32, answer, AssetCatalog.read) != nil {
          answer.set(LuaNode(.catalog, index: number))
        }
      },
      .answer("font?", "Font", "The names and tables of a font; nil if it is not a TrueType or OpenType font.") {
        host, number, answer in
        if let font = host.facts(number, \.fonts, answer, FontFile.read) {
          answer.charge(UInt64(font.faces.reduce(0) { $0 + $1.tables.count + 20 }))
          answer.set(PolicyHost.font.record(of: font))
        }
      },
      .answer("mach_o?", "MachO", "The Mach-O headers; nil if it is not a Mach-O file.") { host, number, answer in
        if host.facts(number, \.machOFiles, answer, MachOFile.read) != nil {
          answer.set(LuaNode(.machO, index: number))
        }
      },
      .answer("archive?", "Archive", "The static library; nil if it is not one, or has one for each architecture.") {
        host, number, answer in
        // The slices of a universal file have the values.
        if host.facts(number, \.machOFiles, answer, MachOFile.read) == nil {
          host.readArchive(UInt32(clamping: number), slice: 0, answer)
        }
      },
      .answer(
        "entitlements?", "table<string, any>",
        "The entitlements in its code signature; nil if there are none. Reading them is an error if its slices have different ones."
      ) { host, number, answer in host.readEntitlements(ofFile: number, answer) },
      .answer(
        "profile?", "Profile",
        "The provisioning profile; nil if its extension is neither `.mobileprovision` nor `.provisionprofile`."
      ) { host, number, answer in host.readProfile(ofFile: number, answer) },
    ])

  static let fileTreeClass = APIClass(
    "FileTree", .object, "The files of a bundle by path; `pairs` iterates over all of them, sorted.",
    index: .init("string", "File?"), hasLength: true)

  fileprivate func readStatus(
    _ number: Int, _ answer: LuaAnswer, _ ask: (FileTree, String) throws(StorageError) -> LuaValue
  ) {
    let reference = objects.files[number]
    let files = objects.graphs[reference.graph].bundles[reference.bundle].files
    answer.charge(files.price(to: reference.path))
    do throws(StorageError) {
      answer.set(try ask(files, reference.path))
    } catch {
      fail(error, answer)
    }
  }

  func attributes(of reference: GraphObjects.FileReference) throws(StorageError) -> [String] {
    func names(_ source: any ByteSource) -> [String] {
      (try? AppleDouble.read(source, file: reference.path))?.attributes ?? []
    }
    let files = objects.graphs[reference.graph].bundles[reference.bundle].files
    let found = try files.attributes(of: reference.path, appleDouble: names)
    guard let source = macintoshSource(of: reference) else { return found }
    return Set((found + names(source)).map(ExactText.init)).map(\.text).sorted { $0.precedesInBytes($1) }
  }

  /// The AppleDouble file that the archive of the bundle under test keeps for one of its files in `__MACOSX`.
  private func macintoshSource(of reference: GraphObjects.FileReference) -> (any ByteSource)? {
    guard reference.graph == 0, let container = objects.graphs[0].container else { return nil }
    let bundle = objects.graphs[0].bundles[reference.bundle]
    let path = BundlePath.join(container.product, BundlePath.join(bundle.path, reference.path))
    let name = BundlePath.lastComponent(path)
    return try? container.files.source(of: "__MACOSX/\(path.dropLast(name.count))._\(name)")
  }

  /// The error in a file of a known form, for the price of reading it; nil if it is well-formed.
  fileprivate func problem(_ number: Int, _ answer: LuaAnswer) -> String? {
    var problem: String?
    /// Whether the file has that form, or seems to.
    func isTold<Facts>(_ reading: FileFactCache.Reading<Facts>) -> Bool {
      answer.charge(reading.fuel)
      switch reading.outcome {
      case .found: return true
      case .none: return false
      case .malformed(let error):
        problem = (error.place.byteOffset.map { "byte \($0): " } ?? "") + error.message
      case .failed(let failure): problem = "it cannot be read: \(failure.reason ?? failure.message)"
      }
      return true
    }
    // A profile is recognized by its name: if it contains anything else, rules that ask for the profile do not get one.
    if ProvisioningProfile.isProfile(named: objects.files[number].path) {
      _ = isTold(knownProfile(number))
      return problem
    }
    if FontFile.isFont(named: objects.files[number].path) {
      _ = isTold(known(number, \.fonts, FontFile.read))
      return problem
    }
    let code = known(number, \.machOFiles, MachOFile.read)
    if isTold(code) {
      // The static libraries of a universal file are read together with it.
      if code.facts?.slices.contains(where: { $0.fileType == "archive" }) == true {
        _ = isTold(known(number, \.archives, StaticArchive.read))
      }
      return problem
    }
    if isTold(known(number, \.pngs, PNGHeader.read)) { return problem }
    if isTold(known(number, \.iconFamilies, IconFamily.read)) { return problem }
    if isTold(known(number, \.catalogs, bytesPerUnit: 32, AssetCatalog.read)) { return problem }
    _ = isTold(known(number, \.archives, StaticArchive.read))
    return problem
  }

  func known<Facts>(
    _ number: Int, _ readings: WritableKeyPath<FileFactCache, [Int: FileFactCache.Reading<Facts>]>,
    bytesPerUnit: UInt64 = 8, entry: FileTree.Entry? = nil,
    _ read: (any ByteSource, String) throws(FileFactError) -> Facts?
  ) -> FileFactCache.Reading<Facts> {
    if let known = objects.facts[keyPath: readings][number] { return known }
    let reading = self.reading(objects.files[number], bytesPerUnit, entry: entry, read)
    objects.facts[keyPath: readings][number] = reading
    return reading
  }

  /// The facts of a file, read once and charged each time; the answer is an error if reading fails.
  func facts<Facts>(
    _ number: Int, _ readings: WritableKeyPath<FileFactCache, [Int: FileFactCache.Reading<Facts>]>,
    bytesPerUnit: UInt64 = 8, _ answer: LuaAnswer, _ read: (any ByteSource, String) throws(FileFactError) -> Facts?
  ) -> Facts? {
    let reading = known(number, readings, bytesPerUnit: bytesPerUnit, read)
    guard let facts = given(reading, answer) else { return nil }
    // The facts take a multiple of the bytes that were read for them, which the price gives. A digest takes none.
    let bytes = bytesPerUnit == 8 ? Int(clamping: reading.fuel.subtractingReportingOverflow(5_000).partialValue) : 0
    let isLarge = reading.fuel > 5_000 && bytes < RuleRun.keptLimit
    return keep(factsOf: number, bytes: isLarge ? bytes * 32 : 0, answer) ? facts : nil
  }

  /// The facts behind a handle in a file, read once and charged each time; the answer is an error if reading fails.
  func facts<Facts>(
    behind node: LuaNode, _ readings: WritableKeyPath<FileFactCache, [LuaNode: FileFactCache.Reading<Facts>]>,
    bytesPerUnit: UInt64, _ answer: LuaAnswer, _ read: (any ByteSource, String) throws(FileFactError) -> Facts?
  ) -> Facts? {
    let known = objects.facts[keyPath: readings][node]
    let reading = known ?? reading(objects.files[Int(node.owner)], bytesPerUnit, read)
    if known == nil { objects.facts[keyPath: readings][node] = reading }
    return given(reading, answer)
  }

  /// Charges for a reading and returns the facts; the answer is an error if reading failed.
  func given<Facts>(_ reading: FileFactCache.Reading<Facts>, _ answer: LuaAnswer) -> Facts? {
    answer.charge(reading.fuel)
    if let failure = reading.failure { fail(failure, answer) }
    return reading.facts
  }

  func reading<Facts>(
    _ file: GraphObjects.FileReference, _ bytesPerUnit: UInt64, entry: FileTree.Entry? = nil,
    _ read: (any ByteSource, String) throws(FileFactError) -> Facts?
  ) -> FileReading<Facts> {
    objects.graphs[file.graph].bundles[file.bundle].reading(
      of: file.path, bytesPerUnit: bytesPerUnit, entry: entry, read)
  }
}

extension ObjectField<Int> {
  fileprivate static func status(
    _ name: String, _ type: String, _ summary: String, _ value: @escaping @Sendable (FileStatus) -> LuaValue
  ) -> Self {
    answer(name, type, summary) { host, number, answer in
      host.readStatus(number, answer) { (files, path) throws(StorageError) in value(try files.status(path)) }
    }
  }
}

/// The facts that have been found about files during the check of one bundle, by position in `GraphObjects.files`.
package struct FileFactCache {
  typealias Reading<Facts> = FileReading<Facts>

  var searches = SearchCache()
  var digests: [Int: Reading<String>] = [:]
  var formats: [Int: Reading<FileFormat>] = [:]
  var appleDoubles: [Int: Reading<AppleDouble>] = [:]
  var fonts: [Int: Reading<FontFile>] = [:]
  var pngs: [Int: Reading<PNGHeader>] = [:]
  var iconFamilies: [Int: Reading<IconFamily>] = [:]
  var machOFiles: [Int: Reading<MachOFile>] = [:]
  var archives: [Int: Reading<[Int: StaticArchive]>] = [:]
  var memberSlices: [LuaNode: Reading<MachOSlice>] = [:]
  var catalogs: [Int: Reading<AssetCatalog>] = [:]
  var signatureMessages: [LuaNode: Reading<SignatureMessage>] = [:]
  /// By the slice: the number of the document with its dates.
  var signatureDates: [LuaNode: Int] = [:]
  var profiles: [Int: Reading<ProvisioningProfile>] = [:]
  /// By the file: the documents with the values of a profile and the dates of its certificates.
  var profileDocuments: [Int: (properties: Int, dates: Int)] = [:]
  var symbols: [LuaNode: Reading<SymbolNames>] = [:]
  var layouts: [LuaNode: Reading<MachOLayout>] = [:]
  var localSymbols: [LuaNode: Reading<LocalSymbols>] = [:]
  var codeItems: [LuaNode: Reading<[CodeItem]>] = [:]
  var signatures: [LuaNode: Reading<CodeSignature>] = [:]
  var codePages: [LuaNode: Reading<CodePages>] = [:]
  var seals: [LuaNode: Reading<ResourceSeal>] = [:]
  var sealComparisons: [LuaNode: Reading<SealComparison>] = [:]
  var resolutions: [LuaNode: Reading<LibraryOutcome>] = [:]
  /// By the executable: the number of a document.
  var entitlements: [GraphObjects.FileReference: Reading<Int>] = [:]
  /// By the slice: the number of a document.
  var sliceEntitlements: [LuaNode: Reading<Int>] = [:]
  var sliceInfo: [LuaNode: Reading<Int>] = [:]
}
