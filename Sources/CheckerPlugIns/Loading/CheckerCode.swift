import Basics

final class CheckerCode {
  private let handle: UnsafeMutableRawPointer
  private let path: String
  /// Whether the code stays in memory after it is released: Swift's runtime keeps references to it.
  let staysLoaded: Bool
  private let threads = ProcessThreads.identifiers()

  init(_ bundle: CheckerBundle) throws(PlugInError) {
    let (place, path) = (bundle.executable, bundle.shownExecutable)
    // The loader would replace it (`ld.so(8)`, dynamic string tokens), so that another file than the verified one is
    // loaded.
    if place.utf8.contains(0x24) {
      throw PlugInError(
        .load, "the code's path contains a '$', which the system's loader reads as the start of a variable",
        file: path,
        hint: "rename the checker or its folder")
    }
    try Self.look(at: place, shownAs: path)
    // Undefined symbols must be found now and not in the middle of a check, and others must not see its symbols. The
    // loader does not accept relative paths everywhere, and a path without a slash nowhere.
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

  /// A function of the library, with a type from CheckerABI.h. Throws if there is none of that name.
  func function<Signature>(_ name: String, as signature: Signature.Type) throws(PlugInError) -> Signature {
    guard let function = dlsym(handle, name) else {
      throw PlugInError(
        .load, "Info.plist names the function '\(name)', which the code does not export", file: path,
        hint: "check its spelling; in C++ it needs extern \"C\", in Swift @_cdecl(\"\(name)\")")
    }
    // A symbol has no type: the key of Info.plist that names the function states it, as for CFPlugIn. The user has named
    // or locked this code.
    return unsafeBitCast(function, to: signature)
  }

  /// Unloads the code, unless a thread may still be running it: that thread would crash or not, depending on when it
  /// runs.
  func unload() { if !staysLoaded, !ProcessThreads.hasMore(than: threads) { dlclose(handle) } }
}

enum ProcessThreads {
  /// How often to look for a thread that was joined, at intervals of a millisecond: the system lists it for another
  /// moment.
  private static let looks = 100

  /// Whether there are other threads than `known`: code that they may be running must stay in memory. True if the
  /// system does not say.
  static func hasMore(than known: Set<UInt64>?) -> Bool {
    guard let known else { return true }
    for look in 0..<looks {
      guard let now = identifiers() else { return true }
      if now.isSubset(of: known) { return false }
      if look < looks - 1 { usleep(1000) }
    }
    return true
  }
}
