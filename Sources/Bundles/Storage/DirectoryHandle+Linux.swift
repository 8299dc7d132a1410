#if os(Linux)
  /// `DIR *`, whose struct the C libraries of Linux keep to themselves.
  typealias DirectoryHandle = OpaquePointer
#endif
