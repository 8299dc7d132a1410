import CheckerKit

/// Judges the icons of one bundle.
struct IconInspection<Bundle: IconBundle> {
  /// What is judged.
  let bundle: Bundle
  /// How.
  let settings: IconSettings

  /// What is wrong, by path. Throws when the bundle can't be read.
  func findings() throws(CheckerError) -> [IconFinding] {
    var findings: [IconFinding] = []
    var families: [String: [Variant]] = [:]
    for entry in try IconPaths(bundle, images: settings.images).entries {
      let place = PicturePlace(path: entry.path)
      guard let bytes = try contents(entry, place, &findings) else { continue }
      let judge = PictureJudge(settings: settings, role: entry.role, platform: bundle.platform)
      if PNGDecoder.accepts(bytes) {
        let name = VariantName(entry.path)
        let outcome = judge.judge(place, scale: name?.scale ?? 1) { () throws(PictureError) in
          try PNGDecoder.decode(bytes, pixelLimit: settings.pixelLimit)
        }
        findings += outcome.findings
        if let variant = outcome.variant, let name { families[name.stem + name.device, default: []].append(variant) }
      } else if IconFamilyJudge.accepts(bytes), entry.role != .image {
        findings += IconFamilyJudge(judge: judge).judge(bytes, place)
      } else {
        findings.append(.notAPicture(place, bytes))
      }
    }
    for variants in families.values {
      let ordered = variants.sorted { ($0.scale, $0.place.path) < ($1.scale, $1.place.path) }
      findings += ordered.otherSizes() + ordered.otherPictures(tolerance: settings.tolerance)
    }
    return findings.sorted { ($0.path, $0.discriminator) < ($1.path, $1.discriminator) }
  }

  /// The bytes of a file; nil when that is a finding.
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
