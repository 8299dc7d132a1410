#if os(macOS)
  import Basics

  /// `DIR *`, whose struct Darwin declares.
  typealias DirectoryHandle = UnsafeMutablePointer<DIR>
#endif
