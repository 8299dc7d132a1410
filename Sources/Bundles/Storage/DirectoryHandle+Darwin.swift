#if canImport(Darwin)
  import Darwin

  /// `DIR *`, whose struct Darwin declares.
  typealias DirectoryHandle = UnsafeMutablePointer<DIR>
#endif
