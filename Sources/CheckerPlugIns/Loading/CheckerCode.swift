import Basics

/// The loaded code of a checker bundle.
final class CheckerCode {
  private let handle: UnsafeMutableRawPointer
  private let path: String
  /// Whether the code stays in memory though it is let go: Swift's runtime keeps references to what it has seen.
  let staysLoaded: Bool
  /// The threads before its first line ran.
  private let threads = ProcessThreads.identifiers()

  /// Loads it, with all that it is linked with. Throws what the system says when it can't be.
  init(_ bundle: CheckerBundle) throws(PlugInError) {
    let (place, path) = (bundle.executable, bundle.shownExecutable)
    // The loader would put something else in its place (`ld.so(8)`, dynamic string tokens), which nobody has looked at.
    if place.utf8.contains(0x24) {
      throw PlugInError(
        .load, "the code's path contains a '$', which the system's loader reads as the start of a variable",
        file: path,
        hint: "rename the checker or its folder")
    }
    try Self.look(at: place, shownAs: path)
    // Undefined symbols are to be found now and not in the middle of a check, and its symbols are nobody else's.
    // A relative path is not taken everywhere, and none without a slash anywhere.
    let resolved = realpath(place, nil)
    defer { free(resolved) }
    guard let resolved, let handle = dlopen(resolved, RTLD_NOW | RTLD_LOCAL) else {
      let reason = dlerror().map { String(cString: $0) } ?? "no reason given"
      throw PlugInError(
        .load, "the code cannot be loaded: \(reason)", file: path,
        hint:
          "build it on this system and install the libraries it is linked with; if memory ran out, allow more with --checker-memory"
      )
    }
    self.handle = handle
    self.path = path
    staysLoaded = dlsym(handle, "checker_stays_loaded") != nil
  }

  /// A function of this library, as CheckerABI.h declares it. Throws when there is none of that name.
  func function<Signature>(_ name: String, as signature: Signature.Type) throws(PlugInError) -> Signature {
    guard let function = dlsym(handle, name) else {
      throw PlugInError(
        .load, "Info.plist names the function '\(name)', which the code does not export", file: path,
        hint: "check its spelling; in C++ it needs extern \"C\", in Swift @_cdecl(\"\(name)\")")
    }
    // An address says nothing of what a function takes: the checker's word for it is its Info.plist.
    return unsafeBitCast(function, to: signature)
  }

  /// Lets the code go, unless a thread may still be running it: whether that thread crashed would depend on when it gets to run.
  func unload() { if !staysLoaded, !ProcessThreads.hasMore(than: threads) { dlclose(handle) } }
}
