import Basics

#if os(Linux)
  extension ProcessThreads {
    /// The ids of all threads; nil if the system does not say.
    static func identifiers() -> Set<UInt64>? {
      guard let stream = opendir("/proc/self/task") else { return nil }
      defer { closedir(stream) }
      var numbers: Set<UInt64> = []
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if let number = UInt64(name) { numbers.insert(number) }
      }
      return numbers.isEmpty ? nil : numbers
    }
  }
#endif
