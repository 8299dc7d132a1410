import FileFacts
import LuaRuntime

// What policies see of a PNG, an icon family and a Mach-O file.
extension PolicyHost {
  func readFacts(_ node: LuaNode, _ key: LuaKey, _ answer: LuaAnswer) {
    guard case .string(let bytes) = key else { return answer.fail("the facts about a file are read by field name") }
    let name = String(decoding: bytes, as: UTF8.self)
    let known: [String]?
    switch ObjectKind(rawValue: node.kind) {
    case .png: known = png(node).flatMap { read($0, name, answer) }
    case .icns: known = iconFamily(node).flatMap { read($0, Int(node.index), name, answer) }
    case .icnsImage: known = image(node).flatMap { read($0, name, answer) }
    case .machO: known = machO(Int(node.index)).flatMap { read($0, Int(node.index), name, answer) }
    case .machOSlice: known = slice(node).flatMap { read($0, node, name, answer) }
    case .machOBuild: known = build(node).flatMap { read($0, name, answer) }
    case .machOLibrary: known = library(node).flatMap { read($0, name, answer) }
    default: return answer.fail("this object is no longer valid")
    }
    if let known {
      answer.fail(
        "\(Self.noun(node)) has no field '\(name)'" + DeclarationError.suggestion(for: name, among: known))
    }
  }

  /// `<mach_o Contents/MacOS/App>`, `<slice arm64 of Contents/MacOS/App>`.
  func factDescription(of node: LuaNode) -> String {
    let kind = ObjectKind(rawValue: node.kind)
    let isWhole = kind == .png || kind == .icns || kind == .machO
    let number = Int(isWhole ? node.index : node.owner)
    let path = number < objects.files.count ? objects.files[number].path : ""
    switch kind {
    case .png: return "<png \(path)>"
    case .icns: return "<icns \(path)>"
    case .machO: return "<mach_o \(path)>"
    case .icnsImage: return "<image \(image(node)?.type ?? "") of \(path)>"
    case .machOSlice: return "<slice \(slice(node)?.architecture ?? "") of \(path)>"
    case .machOBuild: return "<build \(build(node)?.platform ?? "") of \(path)>"
    default: return "<library \(library(node)?.name ?? "") of \(path)>"
    }
  }

  private static func noun(_ node: LuaNode) -> String {
    switch ObjectKind(rawValue: node.kind) {
    case .png: "a PNG"
    case .icns: "an icon family"
    case .icnsImage: "an image of an icon family"
    case .machO: "a Mach-O file"
    case .machOSlice: "a Mach-O slice"
    case .machOBuild: "a build"
    default: "a library"
    }
  }

  // MARK: What handles stand for

  private func png(_ node: LuaNode) -> PNGHeader? { objects.facts.pngs[Int(node.index)]?.facts }

  private func iconFamily(_ node: LuaNode) -> IconFamily? { objects.facts.iconFamilies[Int(node.index)]?.facts }

  private func image(_ node: LuaNode) -> IconFamily.Image? {
    guard let images = objects.facts.iconFamilies[Int(node.owner)]?.facts?.images, Int(node.index) < images.count
    else { return nil }
    return images[Int(node.index)]
  }

  private func machO(_ file: Int) -> MachOFile? { objects.facts.machOFiles[file]?.facts }

  private func slice(_ file: UInt32, _ position: Int) -> MachOSlice? {
    guard let slices = machO(Int(file))?.slices, position < slices.count else { return nil }
    return slices[position]
  }

  private func slice(_ node: LuaNode) -> MachOSlice? { slice(node.owner, Int(node.index)) }

  private func build(_ node: LuaNode) -> MachOSlice.Build? {
    let member = SliceMember(node.index)
    guard let slice = slice(node.owner, member.slice), let position = member.position, position < slice.builds.count
    else { return nil }
    return slice.builds[position]
  }

  private func library(_ node: LuaNode) -> MachOSlice.Library? {
    let member = SliceMember(node.index)
    guard let slice = slice(node.owner, member.slice) else { return nil }
    guard let position = member.position else { return slice.identification }
    return position < slice.libraries.count ? slice.libraries[position] : nil
  }

  // MARK: Fields. Each answers, or returns the names there are.

  private func read(_ png: PNGHeader, _ name: String, _ answer: LuaAnswer) -> [String]? {
    switch name {
    case "width": answer.set(Int64(png.width))
    case "height": answer.set(Int64(png.height))
    case "bit_depth": answer.set(Int64(png.bitDepth))
    case "color_type": answer.set(png.colorType.name)
    case "has_alpha": answer.set(png.hasAlpha)
    case "is_interlaced": answer.set(png.isInterlaced)
    case "is_cgbi": answer.set(png.isCgBI)
    default: return ["width", "height", "bit_depth", "color_type", "has_alpha", "is_interlaced", "is_cgbi"]
    }
    return nil
  }

  private func read(_ icons: IconFamily, _ file: Int, _ name: String, _ answer: LuaAnswer) -> [String]? {
    switch name {
    case "types": answer.set(.list(icons.types.map { .string($0) }))
    case "images": answer.set(.list(icons.images.indices.map { .node(member(.icnsImage, of: file, $0)) }))
    case "largest": answer.set(Int64(icons.images.map(\.width).max() ?? 0))
    case "trailing_bytes": answer.set(Int64(icons.trailingBytes))
    default: return ["types", "images", "largest", "trailing_bytes"]
    }
    return nil
  }

  private func read(_ image: IconFamily.Image, _ name: String, _ answer: LuaAnswer) -> [String]? {
    switch name {
    case "type": answer.set(image.type)
    case "format": answer.set(image.format.rawValue)
    case "width": answer.set(Int64(image.width))
    case "height": answer.set(Int64(image.height))
    case "points": answer.set(Int64(image.points))
    case "scale": answer.set(Int64(image.scale))
    default: return ["type", "format", "width", "height", "points", "scale"]
    }
    return nil
  }

  private func read(_ machO: MachOFile, _ file: Int, _ name: String, _ answer: LuaAnswer) -> [String]? {
    switch name {
    case "is_fat": answer.set(machO.isFat)
    case "architectures": answer.set(.list(machO.slices.map { .string($0.architecture) }))
    case "slices": answer.set(.list(machO.slices.indices.map { .node(member(.machOSlice, of: file, $0)) }))
    default: return ["is_fat", "architectures", "slices"]
    }
    return nil
  }

  private func read(_ slice: MachOSlice, _ node: LuaNode, _ name: String, _ answer: LuaAnswer) -> [String]? {
    func members(_ kind: ObjectKind, _ positions: Range<Int>) -> LuaValue {
      .list(positions.map { .node(member(kind, of: node, $0)) })
    }
    switch name {
    case "architecture": answer.set(slice.architecture)
    case "cpu_type": answer.set(Int64(slice.cpuType))
    case "cpu_subtype": answer.set(Int64(slice.cpuSubtype))
    case "offset": answer.set(Int64(slice.offset))
    case "size": answer.set(Int64(slice.size))
    case "file_type": answer.set(slice.fileType)
    case "is_64_bit": answer.set(slice.is64Bit)
    case "is_big_endian": answer.set(slice.isBigEndian)
    case "flags": answer.set(.list(slice.flags.names.map { .string($0) }))
    case "is_pie": answer.set(slice.flags.contains(.positionIndependent))
    case "builds": answer.set(members(.machOBuild, slice.builds.indices))
    case "platform": if let build = slice.builds.first { answer.set(build.platform) }
    case "minimum_os": if let build = slice.builds.first { answer.set(build.minimumOS) }
    case "sdk": if let sdk = slice.builds.first?.sdk { answer.set(sdk) }
    case "libraries": answer.set(members(.machOLibrary, slice.libraries.indices))
    case "id": if slice.identification != nil { answer.set(member(.machOLibrary, of: node, nil)) }
    case "rpaths": answer.set(.list(slice.runPaths.map { .string($0) }))
    case "uuid": if let uuid = slice.uuid { answer.set(uuid) }
    case "has_code_signature": answer.set(slice.hasCodeSignature)
    case "cryptid": if let encryption = slice.encryption { answer.set(Int64(encryption)) }
    default:
      return [
        "architecture", "cpu_type", "cpu_subtype", "offset", "size", "file_type", "is_64_bit", "is_big_endian",
        "flags", "is_pie", "builds", "platform", "minimum_os", "sdk", "libraries", "id", "rpaths", "uuid",
        "has_code_signature", "cryptid",
      ]
    }
    return nil
  }

  private func read(_ build: MachOSlice.Build, _ name: String, _ answer: LuaAnswer) -> [String]? {
    switch name {
    case "platform": answer.set(build.platform)
    case "minimum_os": answer.set(build.minimumOS)
    case "sdk": if let sdk = build.sdk { answer.set(sdk) }
    default: return ["platform", "minimum_os", "sdk"]
    }
    return nil
  }

  private func read(_ library: MachOSlice.Library, _ name: String, _ answer: LuaAnswer) -> [String]? {
    switch name {
    case "name": answer.set(library.name)
    case "kind": answer.set(library.kind.rawValue)
    case "is_weak": answer.set(library.isWeak)
    case "current_version": answer.set(library.currentVersion)
    case "compatibility_version": answer.set(library.compatibilityVersion)
    default: return ["name", "kind", "is_weak", "current_version", "compatibility_version"]
    }
    return nil
  }

  private func member(_ kind: ObjectKind, of file: Int, _ position: Int) -> LuaNode {
    LuaNode(kind: kind.rawValue, owner: UInt32(clamping: file), index: UInt32(clamping: position))
  }

  private func member(_ kind: ObjectKind, of slice: LuaNode, _ position: Int?) -> LuaNode {
    LuaNode(
      kind: kind.rawValue, owner: slice.owner, index: SliceMember(slice: Int(slice.index), position: position).index)
  }
}
