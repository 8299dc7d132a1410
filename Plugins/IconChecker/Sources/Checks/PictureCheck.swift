struct PictureCheck {
  let settings: IconSettings
  let role: NamedIcons.Role
  let platform: String?

  /// Decodes and checks an image. Of one that decodes, keeps the data for comparing variants.
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
