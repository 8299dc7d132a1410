import FileFacts
import PropertyLists

/// libFuzzer's entry point: any bytes must give facts within the bounds of the file, nothing, or an error with a byte of the file.
/// `Scripts/fuzz` builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFileFacts(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let source = ByteArray(Array(UnsafeBufferPointer(start: bytes, count: count)))
  checkSeal(Array(UnsafeBufferPointer(start: bytes, count: count)))
  do {
    // Selected by the first byte, because files of other kinds always fail.
    if bytes?.pointee == 0x30 { check(try ProvisioningProfile(source, file: "fuzzed"), count) }
    if let png = try PNGHeader.read(source, file: "fuzzed") { check(png, count) }
    if let icons = try IconFamily.read(source, file: "fuzzed") { check(icons, count) }
    if let font = try FontFile.read(source, file: "fuzzed") {
      precondition(!font.faces.isEmpty && font.faces.count * 16 <= count, "more fonts than fit")
      precondition(
        font.faces.allSatisfy { !$0.tables.isEmpty && $0.tables.count * 16 <= count }, "more tables than fit")
    }
    if let double = try AppleDouble.read(source, file: "fuzzed") {
      precondition(double.attributes.reduce(0) { $0 + $1.utf8.count } <= 3 * count + 64, "more names than bytes")
    }
    if let catalog = try AssetCatalog.read(source, file: "fuzzed") { check(catalog) }
    if let file = try MachOFile.read(source, file: "fuzzed") {
      check(file, count)
      for slice in file.slices {
        let info = try slice.embeddedInfo(in: source, file: "fuzzed")
        precondition(info.map { $0.count <= slice.size } ?? true, "an Info.plist larger than the code")
        let signature = try slice.codeSignature(in: source, file: "fuzzed")
        let message = try slice.signatureMessage(in: source, file: "fuzzed")
        precondition(
          message?.certificates.allSatisfy { $0.sha256.utf8.count == 64 && !$0.kind.rawValue.isEmpty } ?? true,
          "no fingerprint")
        precondition(
          signature.map { $0.identifier.utf8.count <= 3 * slice.size } ?? true, "a name larger than the code")
      }
      for slice in file.slices { try checkSignature(slice, source) }
      for slice in file.slices { try checkLayout(slice, source) }
      let entitlements = try file.entitlements(in: source, file: "fuzzed")
      precondition(
        entitlements.map { $0.kind(of: $0.root) == .dictionary } ?? true, "entitlements that are no dictionary")
      for slice in file.slices { try checkNames(slice, source) }
    }
    for (_, archive) in try StaticArchive.read(source, file: "fuzzed") ?? [:] {
      check(archive, count)
      for member in archive.members {
        if let slice = try member.slice(in: source, file: "fuzzed") { try checkNames(slice, source) }
      }
    }
  } catch {
    // A crash is the only way to report a finding to libFuzzer.
    if error.message.isEmpty { fatalError("an error without a message") }
    guard let offset = error.place.byteOffset, offset <= UInt64(count) else {
      fatalError("an error outside the file: \(error)")
    }
  }
  return 0
}

private func check(_ profile: ProvisioningProfile, _ count: Int) {
  precondition(profile.properties.kind(of: profile.properties.root) == .dictionary, "a profile that is no dictionary")
  precondition(profile.devices.count <= count && profile.certificates.count <= count, "more elements than bytes")
  precondition(
    profile.certificates.allSatisfy { $0.sha1.utf8.count == 40 && $0.sha256.utf8.count == 64 }, "no fingerprint")
}

/// Checks each part separately, because they do not depend on each other.
private func checkSignature(_ slice: MachOSlice, _ source: ByteArray) throws(FileFactError) {
  guard let signature = try slice.codeSignature(in: source, file: "fuzzed") else { return }
  precondition(!signature.directories.isEmpty, "a signature without a code directory")
  precondition(
    signature.directories.allSatisfy { $0.pageCount * $0.hashSize <= slice.size }, "more hashes than bytes")
  _ = try signature.stateOfParts(in: source, file: "fuzzed")
  for requirement in try slice.codeRequirements(in: source, file: "fuzzed") ?? [] {
    precondition(requirement.expression?.isEmpty != true, "a requirement of nothing")
  }
  _ = try slice.encodedEntitlements(in: source, file: "fuzzed")
  guard let directory = signature.best else { return }
  if let pages = try slice.compare(pagesWith: directory, in: source, file: "fuzzed") {
    precondition((0...pages.count).contains(pages.changedCount), "more pages than there are")
    precondition((pages.changedCount > 0) == (pages.firstChanged != nil), "changed pages that are nowhere")
  }
}

/// Checks a list of sealed files, and a pattern of its rules.
private func checkSeal(_ bytes: [UInt8]) {
  var steps: UInt64 = 0
  if let pattern = try? SealPattern(String(decoding: bytes.prefix(SealPattern.sizeLimit), as: UTF8.self)) {
    _ = pattern.matches("Resources/fr.lproj/a.strings", steps: &steps)
  }
  guard let list = try? PropertyList.parse(bytes, file: "fuzzed"), let seal = try? ResourceSeal(list) else { return }
  for position in 0..<seal.count {
    precondition(seal.entry(at: position) != nil, "an entry of nothing")
    _ = seal.decision(on: seal.path(at: position), steps: &steps)
  }
}

private func check(_ png: PNGHeader, _ count: Int) {
  precondition(count >= 45 && png.width > 0 && png.height > 0, "a picture of no size, or in no file")
  precondition([1, 2, 4, 8, 16].contains(png.bitDepth), "bits that no picture has")
}

private func check(_ icons: IconFamily, _ count: Int) {
  precondition(icons.types.count <= min(count / 8, IconFamily.elementLimit), "more elements than fit")
  precondition(icons.images.count <= icons.types.count, "more pictures than elements")
  precondition((0...count).contains(icons.trailingBytes), "bytes behind the end that the file has not")
  for image in icons.images {
    precondition(image.width > 0 && image.points * image.scale > 0 && icons.types.contains(image.type), "no picture")
  }
}

private func check(_ catalog: AssetCatalog) {
  precondition(
    catalog.assets.allSatisfy { $0.images.upperBound <= catalog.images.count }, "no image")
  precondition(
    zip(catalog.assets, catalog.assets.dropFirst()).allSatisfy { $0.images.upperBound == $1.images.lowerBound },
    "images of two assets, or of none")
  precondition(catalog.images.allSatisfy { $0.width >= 0 && $0.height >= 0 && $0.scale != 0 }, "an image of no size")
}

private func check(_ file: MachOFile, _ count: Int) {
  precondition((1...MachOFile.sliceLimit).contains(file.slices.count), "no slices, or too many")
  var end = 0
  for slice in file.slices.sorted(by: { $0.offset < $1.offset }) {
    precondition(slice.offset >= end && slice.size > 0 && slice.size <= count - slice.offset, "slices outside or twice")
    end = slice.offset + slice.size
    let texts = slice.libraries.map(\.name) + slice.runPaths + (slice.identification.map { [$0.name] } ?? [])
    precondition(texts.count <= MachOFile.commandLimit + 1, "more names than commands")
    // A byte that is not UTF-8 becomes a character of three bytes.
    precondition(texts.reduce(0) { $0 + $1.utf8.count } <= 3 * slice.size, "more text than bytes")
    precondition(slice.flags.names.count == slice.flags.rawValue.nonzeroBitCount, "a flag without a name")
    precondition(!slice.architecture.isEmpty && !slice.fileType.isEmpty, "a slice of no kind")
    precondition(slice.builds.allSatisfy { $0.minimumOS.contains(".") }, "a build for no system")
  }
}

private func checkLayout(_ slice: MachOSlice, _ source: ByteArray) throws(FileFactError) {
  let layout = try slice.layout(in: source, file: "fuzzed")
  precondition(layout.commandNames.count <= slice.size / 8, "more commands than fit")
  precondition(layout.byteSize <= 4 * slice.size + 4, "more sections than bytes")
  if let symbols = try slice.localSymbols(in: source, file: "fuzzed") {
    precondition((symbols.count + symbols.debugCount) * 12 <= slice.size, "more symbols than bytes")
  }
  var query = StringQuery()
  query.contains = [0x5F]
  if let strings = try slice.strings(query, in: source, file: "fuzzed") {
    precondition(strings.count <= query.limit && strings.allSatisfy { $0.contains(0x5F) }, "strings that do not match")
    query.contains = nil
    query.among = strings
    let again = try slice.strings(query, in: source, file: "fuzzed")
    precondition(again == strings, "other strings in a second search")
  }
}

private func check(_ archive: StaticArchive, _ count: Int) {
  var end = 0
  for member in archive.members {
    precondition(member.offset >= end && member.size <= count - member.offset, "members outside or twice")
    end = member.offset + member.size
  }
}

private func checkNames(_ slice: MachOSlice, _ source: ByteArray) throws(FileFactError) {
  if let names = try slice.exports(in: source, file: "fuzzed") { check(names, slice) }
  if let names = try slice.imports(in: source, file: "fuzzed") {
    check(names, slice)
    precondition(names.swiftModules.count <= names.count, "more modules than symbols")
  }
  if let names = try slice.usedClasses(in: source, file: "fuzzed") { check(names, slice) }
  if let names = try slice.classes(in: source, file: "fuzzed") { check(names, slice) }
  if let names = try slice.selectors(in: source, file: "fuzzed") { check(names, slice) }
}

private func check(_ names: SymbolNames, _ slice: MachOSlice) {
  precondition(names.count <= slice.size, "more symbols than bytes")
  for position in 0..<names.count where position > 0 {
    precondition(names[position - 1].lexicographicallyPrecedes(names[position]), "names out of order")
  }
  if names.count > 0 { precondition(names.contains(names[names.count / 2]), "a name that is not found") }
}
