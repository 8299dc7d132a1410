// The system's C library, for all modules, so that no other file needs to import it conditionally.
#if os(Linux)
  @_exported public import Glibc
#else
  @_exported public import Darwin
#endif
