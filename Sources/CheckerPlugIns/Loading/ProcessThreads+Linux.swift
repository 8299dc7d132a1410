import Basics

#if os(Linux)
  extension ProcessThreads {
    /// The ids of all threads; nil if the system does not say.
    static func identifiers() -> Set<UInt64>? {
      let numbers = Set((FileSystem.names(in: "/proc/self/task") ?? []).compactMap { UInt64($0) })
      return numbers.isEmpty ? nil : numbers
    }
  }
#endif
