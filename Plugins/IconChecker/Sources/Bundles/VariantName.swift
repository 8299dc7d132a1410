/// The parts of a variant's path: `Icons/Back@2x~ipad.png` is `Icons/Back` at scale 2 for `~ipad` (Resource
/// Programming Guide, "Providing High-Resolution Versions of Images").
struct VariantName {
  /// The path without scale, device and extension.
  let stem: String
  /// Pixels per point: 1, 2 or 3.
  let scale: Int
  /// The part from the tilde on; empty for all devices.
  let device: String

  /// Nil unless the path ends in `.png`.
  init?(_ path: String) {
    guard path.count > 4, path.suffix(4).lowercased() == ".png" else { return nil }
    var stem = path.dropLast(4)
    if let tilde = stem.lastIndex(of: "~"), stem[tilde...].dropFirst().allSatisfy(\.isLetter) {
      device = String(stem[tilde...])
      stem = stem[..<tilde]
    } else {
      device = ""
    }
    let scales: [Substring: Int] = ["@2x": 2, "@3x": 3]
    scale = scales[stem.suffix(3)] ?? 1
    if scale > 1 { stem = stem.dropLast(3) }
    self.stem = String(stem)
  }
}
