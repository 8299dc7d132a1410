#if os(macOS)
  extension WorkerThread {
    static func create(_ attributes: inout pthread_attr_t, _ work: UnsafeMutableRawPointer) -> pthread_t? {
      var handle: pthread_t?
      let status = pthread_create(
        &handle, &attributes,
        { work in
          WorkerThread.run(work)
          return nil
        }, work)
      return status == 0 ? handle : nil
    }
  }
#endif
