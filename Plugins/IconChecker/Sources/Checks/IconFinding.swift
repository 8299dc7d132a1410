import CheckerKit

struct IconFinding: Hashable {
  let path: String
  let message: String
  var expected: String?
  var fix: String?
  var severity = CheckerReport.Severity.rule
  let discriminator: String
}

struct PicturePlace: Hashable {
  let path: String
  /// The element's type; in a nested family, after the family's type and a slash.
  var element: String?

  var subject: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return element.map { "the element '\($0)' of \(name)" } ?? name
  }
}

extension IconFinding {
  private init(
    _ place: PicturePlace, _ message: String, expected: String?, fix: String?,
    severity: CheckerReport.Severity = .rule, _ kind: String
  ) {
    self.init(
      path: place.path, message: message, expected: expected, fix: fix, severity: severity,
      discriminator: place.element.map { "\(kind) \($0)" } ?? kind)
  }

  // MARK: Reading

  static func unreadable(_ place: PicturePlace, _ reason: String) -> IconFinding {
    IconFinding(
      place, "\(place.subject) is a link and cannot be read: \(reason)", expected: "a link to a picture in the bundle",
      fix: "replace the link with the file", "unreadable")
  }

  static func tooLarge(_ place: PicturePlace, size: UInt64, limit: Int) -> IconFinding {
    IconFinding(
      place, "\(place.subject) has \(size) bytes and was not checked", expected: "at most \(limit) bytes",
      fix: "export it smaller", "size")
  }

  static func notAPicture(_ place: PicturePlace, _ bytes: [UInt8]) -> IconFinding {
    let beginning = bytes.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    return IconFinding(
      place,
      bytes.isEmpty
        ? "\(place.subject) is empty" : "\(place.subject) is not a PNG file: it starts with the bytes \(beginning)",
      expected: "a PNG, or an icon family", fix: "export it as PNG, or create an icon family with iconutil", "decode")
  }

  static func failed(_ place: PicturePlace, _ error: PictureError) -> IconFinding {
    switch error {
    case .damaged(let reason):
      IconFinding(
        place, "\(place.subject) cannot be decoded: \(reason)", expected: "a picture that can be decoded completely",
        fix: "export it again, and check the step that copied it", "decode")
    case .tooManyPixels(let width, let height, let limit):
      IconFinding(
        place, "\(place.subject) has \(width) × \(height) pixels and was not decoded",
        expected: "at most \(limit) pixels", fix: "export it smaller", "size")
    }
  }

  static func emptyFamily(_ place: PicturePlace) -> IconFinding {
    IconFinding(
      place, "\(place.subject) contains no picture", expected: "an icon family with pictures",
      fix: "create it again with iconutil", "empty")
  }

  static func notDecoded(_ place: PicturePlace, _ elements: [String]) -> IconFinding {
    IconFinding(
      place, "\(place.subject) has elements whose pixels were not checked: \(elements.joined(separator: ", "))",
      expected: "PNGs, or packed channels with their masks",
      fix: "check them yourself, or create the file again with iconutil", severity: .note, "undecoded")
  }

  // MARK: Pixels

  static func invisible(_ place: PicturePlace, _ facts: PictureFacts) -> IconFinding {
    IconFinding(
      place, "every pixel of \(place.subject) is transparent (\(facts.width) × \(facts.height), \(facts.form))",
      expected: "a picture that can be seen", fix: "export it again with visible layers", "invisible")
  }

  static func plain(_ place: PicturePlace, _ facts: PictureFacts) -> IconFinding {
    IconFinding(
      place, "\(place.subject) has a single color (\(facts.width) × \(facts.height), \(facts.form))",
      expected: "a picture", fix: "add the real icon, or allow this with 'blank = true'", severity: .warning, "plain")
  }

  static func transparent(_ place: PicturePlace, _ facts: PictureFacts) -> IconFinding {
    let count = facts.pixelCount - facts.opaqueCount
    return IconFinding(
      place,
      "\(place.subject) has \(count) of \(facts.pixelCount) pixels that are not opaque (\(facts.form); "
        + "\(percent(facts.coverage)) is visible)",
      expected: "opaque pixels only", fix: "export it on an opaque background", "opaque")
  }

  static func hasAlphaChannel(_ place: PicturePlace, _ facts: PictureFacts) -> IconFinding {
    IconFinding(
      place, "\(place.subject) has an alpha channel (\(facts.form))", expected: "no alpha channel",
      fix: "export it without transparency", "opaque")
  }

  // MARK: Variants

  static func variantSize(
    _ place: PicturePlace, _ variant: Variant, reference: PicturePlace, _ other: Variant
  ) -> IconFinding {
    func pixels(_ length: Int) -> String {
      let scaled = length * variant.scale
      // Rounding half or a third of a point may add or remove a pixel.
      return scaled % other.scale == 0 ? "\(scaled / other.scale)" : "about \(scaled / other.scale)"
    }
    return IconFinding(
      place,
      "\(place.subject) has \(variant.width) × \(variant.height) pixels at scale \(variant.scale), and "
        + "\(reference.subject) has \(other.width) × \(other.height) at scale \(other.scale)",
      expected: "\(pixels(other.width)) × \(pixels(other.height)) pixels",
      fix: "export both from the same original, or correct the name of one", "variant-size")
  }

  static func elementSize(_ place: PicturePlace, width: Int, height: Int, side: Int) -> IconFinding {
    IconFinding(
      place, "\(place.subject) has \(width) × \(height) pixels, but its type requires \(side) × \(side)",
      expected: "\(side) × \(side) pixels", fix: "create the file again with iconutil", "element-size")
  }

  static func anotherPicture(
    _ place: PicturePlace, reference: PicturePlace, distance: Double, tolerance: Double
  ) -> IconFinding {
    IconFinding(
      place,
      "\(place.subject) shows a different picture from \(reference.subject): their mean difference is \(decimals(distance)), "
        + "but the limit is \(decimals(tolerance))",
      expected: "the same picture in every size",
      fix: "export all from the same original, or raise 'tolerance' if this is intended", "variant-picture")
  }

  // MARK: Numbers

  /// Formats a number with three decimals, without Foundation.
  private static func decimals(_ number: Double) -> String {
    let thousandths = Int((min(max(number, 0), 1000) * 1000).rounded())
    let digits = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }

  /// Rounded down, so that only 100 % means all.
  private static func percent(_ share: Double) -> String { "\(Int(min(max(share, 0), 1) * 100)) %" }
}
