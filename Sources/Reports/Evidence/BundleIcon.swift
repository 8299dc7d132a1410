package import Bundles
import FileFacts
import PropertyLists

package enum BundleIcon: Hashable, Sendable {
  package struct Picture: Hashable, Sendable {
    /// The bytes of the file, at most 256 KiB.
    package let png: [UInt8]
    package let width: Int
    package let height: Int
    package let file: String
  }

  case picture(Picture)
  /// No picture, with the reason as a clause; nil if no icon is expected.
  case none(because: String?)

  package static let mostBytes = 256 << 10
  private static let mostFamilyBytes = 8 << 20
  private static let bestWidth = 256
  private static let mostNames = 8

  /// Finds the icon that Info.plist names (Information Property List Key Reference: `CFBundleIconFile`, `CFBundleIconFiles`,
  /// `CFBundleIcons`).
  package init(of bundle: Bundle) {
    let names = Self.names(in: bundle).prefix(Self.mostNames)
    if names.isEmpty {
      let isApplication = bundle.kind == .application
      self = .none(
        because: isApplication ? "Info.plist does not name an icon file; the icon may be in an asset catalog" : nil)
      return
    }
    var reason = "the icon '\(names.first ?? "")' has no file; it may be in an asset catalog"
    for name in names {
      guard let path = Self.path(of: name, in: bundle) else { continue }
      do throws(PlainPNG.Refusal) {
        self = .picture(try Self.picture(at: path, in: bundle))
        return
      } catch {
        reason = "\(path) cannot be shown: \(error.reason)"
      }
    }
    self = .none(because: reason)
  }

  // MARK: Names

  private static func names(in bundle: Bundle) -> [String] {
    let info = bundle.info
    var names: [String] = []
    func add(_ node: PropertyList.Node?) {
      guard let node else { return }
      // By convention, the last of several is the largest.
      let elements = (0..<min(info.count(of: node), 32)).reversed().compactMap { info.element(of: node, at: $0) }
      for text in ([node] + elements).compactMap({ info.string(of: $0) })
      where !text.isEmpty && !Self.parts(text).contains("..") && !names.contains(text) {
        names.append(text)
      }
    }
    for suffix in ["", "~iphone", "~ipad"] {
      let primary = info.value(of: info.root, forKey: "CFBundleIcons" + suffix).flatMap {
        info.value(of: $0, forKey: "CFBundlePrimaryIcon")
      }
      for key in ["CFBundleIconFiles", "CFBundleIconFile"] {
        add(primary.flatMap { info.value(of: $0, forKey: key) })
        add(info.value(of: info.root, forKey: key + suffix))
      }
    }
    return names
  }

  /// Returns the path of the file for a name, which may be a variant according to the Resource Programming Guide ("Providing
  /// High-Resolution Versions of Images").
  private static func path(of name: String, in bundle: Bundle) -> String? {
    var stem = name
    if name.hasSuffix(".icns") || name.hasSuffix(".png") { stem = String(name.prefix { $0 != "." }) }
    var candidates = [name, name + ".icns"]
    for variant in ["@2x", "@3x", "", "@2x~iphone", "@2x~ipad", "~iphone", "~ipad"] {
      candidates.append(stem + variant + ".png")
    }
    let folder = ([bundle.resourcesPath] + parts(name).dropLast()).filter { !$0.isEmpty }.joined(separator: "/")
    guard let entries = try? bundle.files.list(folder) else { return nil }
    let files = Set(entries.filter { $0.type != .directory && $0.isNameValid }.map(\.name))
    guard let file = candidates.compactMap({ parts($0).last }).first(where: files.contains) else { return nil }
    return folder.isEmpty ? file : folder + "/" + file
  }

  private static func parts(_ path: String) -> [String] { path.split(separator: "/").map(String.init) }

  // MARK: Pictures

  private static func picture(at path: String, in bundle: Bundle) throws(PlainPNG.Refusal) -> Picture {
    guard let source = try? bundle.files.source(of: path), let head = try? source.bytes(at: 0, count: 4) else {
      throw PlainPNG.Refusal("it cannot be read")
    }
    let isFamily = head == Array("icns".utf8)
    let limit = isFamily ? mostFamilyBytes : mostBytes
    guard source.count <= limit else { throw PlainPNG.Refusal("it is larger than \(limit >> 10) KiB") }
    guard let file = try? source.bytes(at: 0, count: source.count) else { throw PlainPNG.Refusal("it cannot be read") }
    return try isFamily ? picture(ofFamily: file, path) : picture(file, path)
  }

  private static func picture(ofFamily file: [UInt8], _ path: String) throws(PlainPNG.Refusal) -> Picture {
    guard let family = try? IconFamily.read(ByteArray(file), file: path) else {
      throw PlainPNG.Refusal("it is a damaged icon family")
    }
    let pictures = family.images.filter { $0.format == .png && $0.content.count <= mostBytes }
    let small = pictures.filter { $0.width <= bestWidth }.max { $0.width < $1.width }
    guard let image = small ?? pictures.min(by: { $0.width < $1.width }) else {
      throw PlainPNG.Refusal("none of its pictures is a PNG of at most \(mostBytes >> 10) KiB")
    }
    return try picture(Array(file[image.content]), path)
  }

  private static func picture(_ file: [UInt8], _ path: String) throws(PlainPNG.Refusal) -> Picture {
    let plain = try PlainPNG(file)
    guard plain.bytes.count <= mostBytes else { throw PlainPNG.Refusal("it is larger than \(mostBytes >> 10) KiB") }
    return Picture(png: plain.bytes, width: plain.width, height: plain.height, file: path)
  }
}
