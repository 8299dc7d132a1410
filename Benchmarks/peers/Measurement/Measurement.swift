#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The work that all peers share: load files, repeat the measured work, print one line.
public enum Measurement {
  /// The content of a file, or of every file of a folder, by name.
  public static func load(_ path: String) -> [[UInt8]] {
    guard let folder = opendir(path) else { return [content(path)] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted().map { content(path + "/" + $0) }
  }

  private static func content(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { fail("can't open \(path)") }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: ftell(file))
    rewind(file)
    guard fread(&bytes, 1, bytes.count, file) == bytes.count else { fail("can't read \(path)") }
    return bytes
  }

  /// Prints the processor time of one piece of work, in nanoseconds, once `milliseconds` have been spent on it.
  ///
  /// `work` does all `pieces` once and returns a number that depends on what it read.
  public static func print(pieces: Int, milliseconds: Int, _ work: () -> Int) {
    var check = work()
    var rounds = 0
    let start = processorTime()
    var now = start
    repeat {
      check = work()
      rounds += 1
      now = processorTime()
    } while now - start < UInt64(milliseconds) * 1_000_000
    Swift.print(Double(now - start) / Double(rounds) / Double(pieces), check)
  }

  /// Ends the process: a measurement of something else than was meant is worse than none.
  public static func fail(_ message: String) -> Never {
    let line = Array((message + "\n").utf8)
    _ = write(2, line, line.count)
    exit(1)
  }

  /// Of this process, waiting not counted, so that other processes disturb less.
  private static func processorTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
