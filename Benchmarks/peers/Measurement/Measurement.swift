#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Shared by all peers: loads files, repeats the work, prints one line.
public enum Measurement {
  /// The contents of a file, or of all files in a folder, by name.
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

  /// Prints the processor time of one piece of work in nanoseconds, after repeating it for `milliseconds`.
  ///
  /// `work` processes all `pieces` once and returns a number that depends on their contents.
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

  /// Ends the process: a wrong measurement is worse than none.
  public static func fail(_ message: String) -> Never {
    let line = Array((message + "\n").utf8)
    _ = write(2, line, line.count)
    exit(1)
  }

  /// Processor time of this process, which is less affected by others.
  private static func processorTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
