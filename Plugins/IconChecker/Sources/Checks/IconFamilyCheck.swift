import FileFacts
import PropertyLists

struct IconFamilyCheck {
  let pictureCheck: PictureCheck

  /// Families within a family: `sbtp`, the template for the title bar, `slct`, the selected form, and the form for
  /// dark mode, whose data has no header of its own (Wikipedia, "Apple Icon Image format", section Other types).
  private static let nestedTypes: Set<String> = ["sbtp", "slct", "fdd92fa8"]

  static func accepts(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "icns".utf8) }

  func check(_ bytes: [UInt8], _ place: PicturePlace) -> [IconFinding] {
    switch Self.read(bytes) {
    case .failure(let error): return [.failed(place, error)]
    case .success(let family):
      var undecoded: [String] = []
      var findings = check(family, bytes, place, &undecoded)
      for element in family.elements where Self.nestedTypes.contains(element.type) {
        let content = Array(bytes[element.content])
        let inner = PicturePlace(path: place.path, element: element.type)
        let whole = Self.accepts(content) ? content : Self.head(content.count) + content
        switch Self.read(whole) {
        case .failure(let error): findings.append(.failed(inner, error))
        case .success(let family): findings += check(family, whole, inner, &undecoded)
        }
      }
      if !undecoded.isEmpty { findings.append(.notDecoded(place, undecoded)) }
      return findings
    }
  }

  private static func head(_ count: Int) -> [UInt8] {
    var head = Array("icns".utf8)
    PNGChunks.append(UInt32(truncatingIfNeeded: count + 8), to: &head)
    return head
  }

  private static func read(_ bytes: [UInt8]) -> Result<IconFamily, PictureError> {
    do throws(FileFactError) {
      guard let family = try IconFamily.read(ByteArray(bytes), file: "") else {
        return .failure(.damaged("it does not start with the header of an icon family"))
      }
      return .success(family)
    } catch {
      return .failure(.damaged(error.message + (error.place.description.isEmpty ? "" : " (\(error.place))")))
    }
  }

  private func check(
    _ family: IconFamily, _ bytes: [UInt8], _ place: PicturePlace, _ undecoded: inout [String]
  ) -> [IconFinding] {
    if family.images.isEmpty { return [.emptyFamily(place)] }
    var findings: [IconFinding] = []
    var variants: [Variant] = []
    let decoder = IconFamilyDecoder(family, bytes, pixelLimit: pictureCheck.settings.elementPixelLimit)
    for image in family.images where image.format != .mask {
      let name = place.element.map { "\($0)/\(image.type)" } ?? image.type
      let inner = PicturePlace(path: place.path, element: name)
      findings += Self.size(image, inner)
      if let reason = decoder.obstacle(to: image) {
        undecoded.append("\(name) (\(reason))")
        continue
      }
      let outcome = pictureCheck.check(inner, scale: image.scale) { () throws(PictureError) in try decoder.decode(image)
      }
      findings += outcome.findings
      if let variant = outcome.variant { variants.append(variant) }
    }
    return findings + variants.otherPictures(tolerance: pictureCheck.settings.tolerance)
  }

  /// Only a PNG can have another size than its type.
  private static func size(_ image: IconFamily.Image, _ place: PicturePlace) -> [IconFinding] {
    let side = image.points * image.scale
    guard image.format == .png, image.width != side || image.height != side else { return [] }
    // Apple's headers say 48; tools write 64.
    if image.type == "icp6", image.width == 64, image.height == 64 { return [] }
    return [.elementSize(place, width: image.width, height: image.height, side: side)]
  }
}
