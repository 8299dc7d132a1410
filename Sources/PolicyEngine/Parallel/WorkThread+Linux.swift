#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if canImport(Glibc) || canImport(Musl)
  extension WorkThread {
    static func create(_ attributes: inout pthread_attr_t, _ work: UnsafeMutableRawPointer) -> pthread_t? {
      #if canImport(Glibc)
        var handle = pthread_t()
      #else
        var handle: pthread_t?
      #endif
      let status = pthread_create(
        &handle, &attributes,
        { work in
          if let work { WorkThread.run(work) }
          return nil
        }, work)
      return status == 0 ? handle : nil
    }
  }
#endif
