/// The checkout of a repository in a pipeline, and the working directory, to make paths relative to the checkout.
public struct Workspace: Sendable {
  private let root: [Substring]
  private let spelling: [Substring]
  private let workingDirectory: [Substring]

  /// Creates a workspace; nil unless both paths are absolute.
  ///
  /// - Parameters:
  ///   - root: The path of the checkout, without symbolic links.
  ///   - workingDirectory: The current directory, without symbolic links.
  ///   - spelling: Another path of the checkout, with symbolic links.
  public init?(root: String, workingDirectory: String, spelling: String? = nil) {
    guard root.utf8.first == UInt8(ascii: "/"), workingDirectory.utf8.first == UInt8(ascii: "/") else { return nil }
    self.root = Self.components(root)
    self.spelling = spelling.map { Self.components($0) } ?? self.root
    self.workingDirectory = Self.components(workingDirectory)
  }

  /// Returns the path relative to the root if it is inside, or the path as given. Does not access files.
  func path(_ given: String) -> String {
    let isAbsolute = given.utf8.first == UInt8(ascii: "/")
    let components = Self.components(given, from: isAbsolute ? [] : workingDirectory)
    for root in [root, spelling] where components.count > root.count {
      // Bytes are compared: to the file system, two spellings of one character are two names.
      guard zip(components, root).allSatisfy({ $0.utf8.elementsEqual($1.utf8) }) else { continue }
      return components.dropFirst(root.count).joined(separator: "/")
    }
    return given
  }

  /// Returns the path relative to the root if it is inside, or the absolute path, for readers that start from the root.
  func reference(_ given: String) -> String {
    let isAbsolute = given.utf8.first == UInt8(ascii: "/")
    let whole = "/" + Self.components(given, from: isAbsolute ? [] : workingDirectory).joined(separator: "/")
    return path(whole)
  }

  private static func components(_ path: String, from base: [Substring] = []) -> [Substring] {
    var components = base
    // By scalars, because a slash followed by a combining mark is a slash to the system.
    for component in path.unicodeScalars.split(separator: "/") {
      switch Substring(component) {
      case ".": continue
      case "..": _ = components.popLast()
      case let name: components.append(name)
      }
    }
    return components
  }
}
