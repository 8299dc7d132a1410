import CheckerKit

struct IconInspection<Bundle: IconBundle> {
  let bundle: Bundle
  let settings: IconSettings

  /// The findings by path. Throws if the bundle cannot be read.
  func findings() throws(CheckerError) -> [IconFinding] {
    var findings: [IconFinding] = []
    for family in Self.families(try IconPaths(bundle, images: settings.images).entries) {
      var variants: [Variant] = []
      for entry in family {
        if let variant = try check(entry, &findings) { variants.append(variant) }
      }
      variants.sort { ($0.scale, $0.place.path) < ($1.scale, $1.place.path) }
      findings += variants.otherSizes() + variants.otherPictures(tolerance: settings.tolerance)
    }
    return findings.sorted { ($0.path, $0.discriminator) < ($1.path, $1.discriminator) }
  }

  /// Groups the variants of one image, so that only one group at a time is in memory.
  private static func families(_ entries: [IconPaths.Entry]) -> [[IconPaths.Entry]] {
    var families: [[IconPaths.Entry]] = []
    var positions: [String: Int] = [:]
    for entry in entries {
      let key = VariantName(entry.path).map { $0.stem + $0.device + ".png" } ?? entry.path
      if let position = positions[key] {
        families[position].append(entry)
      } else {
        positions[key] = families.count
        families.append([entry])
      }
    }
    return families
  }

  /// Checks one file by itself. Returns the data for comparing variants, if it is a PNG that decodes.
  private func check(_ entry: IconPaths.Entry, _ findings: inout [IconFinding]) throws(CheckerError) -> Variant? {
    let place = PicturePlace(path: entry.path)
    guard let bytes = try contents(entry, place, &findings) else { return nil }
    let pictureCheck = PictureCheck(settings: settings, role: entry.role, platform: bundle.platform)
    if PNGDecoder.accepts(bytes) {
      let outcome = pictureCheck.check(place, scale: VariantName(entry.path)?.scale ?? 1) { () throws(PictureError) in
        try PNGDecoder.decode(bytes, pixelLimit: settings.pixelLimit)
      }
      findings += outcome.findings
      return outcome.variant
    }
    if IconFamilyCheck.accepts(bytes), entry.role != .image {
      findings += IconFamilyCheck(pictureCheck: pictureCheck).check(bytes, place)
    } else {
      findings.append(.notAPicture(place, bytes))
    }
    return nil
  }

  /// The bytes of a file; nil after adding a finding.
  private func contents(
    _ entry: IconPaths.Entry, _ place: PicturePlace, _ findings: inout [IconFinding]
  ) throws(CheckerError) -> [UInt8]? {
    if entry.isLink {
      do throws(CheckerError) {
        return try bundle.contents(of: entry.path, limit: settings.fileLimit)
      } catch {
        findings.append(.unreadable(place, error.description))
        return nil
      }
    }
    let size = try bundle.size(of: entry.path) ?? 0
    if size > UInt64(clamping: settings.fileLimit) {
      findings.append(.tooLarge(place, size: size, limit: settings.fileLimit))
      return nil
    }
    return try bundle.contents(of: entry.path, limit: settings.fileLimit)
  }
}
