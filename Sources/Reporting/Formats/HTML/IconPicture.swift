import Basics
import PolicyEngine
import PropertyLists

/// The icon of a bundle, within the page itself.
struct IconPicture {
  private let picture: BundleIcon.Picture

  init(_ picture: BundleIcon.Picture) { self.picture = picture }

  func write(to html: inout HTMLWriter) {
    // What the picture shows stands beside it in words.
    html.empty(
      "img",
      [
        "class": "icon", "alt": "", "width": "72", "height": "72",
        "title": "\(picture.file), \(picture.width) × \(picture.height) pixels",
        "src": "data:image/png;base64," + Base64.encode(picture.png),
      ])
  }
}
