import Bundles
import FileFacts

/// What can be told of an icon or another image in a word.
enum ImageFacts {
  /// Nil for what is no image, or damaged: that its bytes differ is told anyhow.
  static func describe(_ path: String, in bundle: Bundle) -> String? {
    let name = path.lowercased()
    guard name.hasSuffix(".png") || name.hasSuffix(".icns"), let source = try? bundle.files.source(of: path) else {
      return nil
    }
    if name.hasSuffix(".png") {
      guard let header = try? PNGHeader.read(source, file: path) else { return nil }
      return "\(header.width)×\(header.height)"
    }
    guard let family = try? IconFamily.read(source, file: path), !family.images.isEmpty else { return nil }
    // A family holds a dozen images or so; a made one up to a thousand.
    let shown = family.images.prefix(16).map { "\($0.type) \($0.width)×\($0.height)" }
    return shown.joined(separator: ", ") + (family.images.count > shown.count ? ", …" : "")
  }
}
