import Basics
import CheckerKit

struct IconInspection<Bundle: IconBundle> {
  let bundle: Bundle
  let settings: IconSettings

  func findings() throws(CheckerError) -> [IconFinding] {
    var findings: [IconFinding] = []
    let entries = try IconPaths(bundle, images: settings.images).entries
    // The variants of one image form a group; only one group at a time is in memory.
    for family in entries.grouped(by: { VariantName($0.path).map { $0.stem + $0.device + ".png" } ?? $0.path }) {
      var variants: [Variant] = []
      for entry in family.elements {
        if let variant = try check(entry, &findings) { variants.append(variant) }
      }
      variants.sort { ($0.scale, $0.place.path) < ($1.scale, $1.place.path) }
      findings += variants.otherSizes() + variants.otherPictures(tolerance: settings.tolerance)
    }
    return findings.sorted { ($0.path, $0.discriminator) < ($1.path, $1.discriminator) }
  }

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

struct IconSettings {
  var opaque = IconOpacity.platform
  /// The largest difference between two variants of an image, from 0 to 1.
  var tolerance = 0.1
  var images = false
  var blank = false

  var fileLimit = 64 << 20
  /// The pixels of the largest image in a file of its own that is decoded.
  var pixelLimit = PNGDecoder.pixelLimit
  /// The pixels of the largest image in an icon family that is decoded. The largest type has 1024 × 1024.
  var elementPixelLimit = 1 << 22
}

enum IconOpacity: String, CaseIterable, OptionValue {
  /// The requirement of the platform: `pixels` for iOS and watchOS, `any` for the others.
  case platform
  /// Every pixel is opaque; an alpha channel is allowed.
  case pixels
  /// The image has no alpha channel.
  case channel
  case any

  /// A required option is never read before it is set.
  static var unset: IconOpacity { .platform }

  /// The requirement for a platform, never `platform`. The home screens of iOS and watchOS show transparent pixels as
  /// black (Technical Q&A QA1686; Human Interface Guidelines, "App icons"); transparency gives icons of macOS their
  /// shape.
  func resolved(for platform: String?) -> IconOpacity {
    guard self == .platform else { return self }
    return platform == "ios" || platform == "watchos" ? .pixels : .any
  }
}

struct PictureCheck {
  let settings: IconSettings
  let role: NamedIcons.Role
  let platform: String?

  func check(
    _ place: PicturePlace, scale: Int, decode: () throws(PictureError) -> Picture
  ) -> (variant: Variant?, findings: [IconFinding]) {
    let picture: Picture
    do throws(PictureError) {
      picture = try decode()
    } catch {
      return (nil, [.failed(place, error)])
    }
    let variant = Variant(
      place: place, width: picture.width, height: picture.height, scale: scale, thumbnail: Thumbnail(picture))
    return (variant, findings(place, PictureFacts(picture)))
  }

  private func findings(_ place: PicturePlace, _ facts: PictureFacts) -> [IconFinding] {
    // Other images, such as spacers and masks, may be blank.
    if role == .image { return [] }
    if facts.isInvisible { return [.invisible(place, facts)] }
    var findings: [IconFinding] = []
    if facts.isPlain, !settings.blank { findings.append(.plain(place, facts)) }
    if role == .application {
      switch settings.opaque.resolved(for: platform) {
      case .channel where facts.hasAlphaChannel: findings.append(.hasAlphaChannel(place, facts))
      case .pixels where !facts.isOpaque, .channel where !facts.isOpaque: findings.append(.transparent(place, facts))
      default: break
      }
    }
    return findings
  }
}
