// The C library of the system, for all rooms: nobody else asks which system this is in order to import one.
#if os(Linux)
  @_exported public import Glibc
#else
  @_exported public import Darwin
#endif
