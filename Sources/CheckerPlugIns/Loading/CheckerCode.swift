#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The loaded code of a checker bundle.
final class CheckerCode {
  private let handle: UnsafeMutableRawPointer
  private let path: String
  /// Whether the code stays in memory though it is let go: Swift's runtime keeps references to what it has seen.
  let staysLoaded: Bool

  /// Loads it, with all that it is linked with. Throws what the system says when it can't be.
  init(_ path: String) throws(PlugInError) {
    try Self.look(at: path)
    // Undefined symbols are to be found now and not in the middle of a check, and its symbols are nobody else's.
    guard let handle = dlopen(path.utf8.contains(0x2F) ? path : "./" + path, RTLD_NOW | RTLD_LOCAL) else {
      let reason = dlerror().map { String(cString: $0) } ?? "no reason given"
      throw PlugInError(
        .load, "the code cannot be loaded: \(reason)", file: path,
        hint: "build it on this system, and see that the libraries it is linked with are installed")
    }
    self.handle = handle
    self.path = path
    staysLoaded = dlsym(handle, "checker_stays_loaded") != nil
  }

  /// A symbol of this library.
  func symbol(_ name: String) -> UnsafeMutableRawPointer? { dlsym(handle, name) }

  /// A function of this library. Throws when there is none of that name.
  func function(_ name: String) throws(PlugInError) -> UnsafeMutableRawPointer {
    guard let function = symbol(name) else {
      throw PlugInError(
        .load, "Info.plist names the function '\(name)', which the code does not export", file: path,
        hint: "check its spelling; in C++ it needs extern \"C\", in Swift @_cdecl(\"\(name)\")")
    }
    return function
  }

  /// Lets the code go.
  func unload() { if !staysLoaded { dlclose(handle) } }
}
