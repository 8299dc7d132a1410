public import Basics

/// Keeps other processes from changing a project's manifest and lock file, for as long as it lives.
///
/// It is a lock on the project's folder, so nothing is left there; the system releases it with the process, however that ends.
public final class ProjectLock {
  private let descriptor: Int32

  /// Waits for its turn, for at most `seconds`. `root` is the project's folder, empty for the working directory.
  public init(_ root: String, seconds: Int = 60) throws(PackError) {
    let folder = root.isEmpty ? "." : root
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // Whoever reads or writes there says what is wrong.
    if descriptor < 0 { return }
    let deadline = Clocks.nanoseconds() &+ UInt64(clamping: seconds) &* 1_000_000_000
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      // A file system without locks; what is written is compared and replaced whole all the same.
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      if Clocks.nanoseconds() >= deadline {
        throw PackError(
          .manifest, "another process has been changing this project's packs for \(seconds) seconds", file: folder,
          hint: "see what 'bundlepolicy pack' is still running, and try again")
      }
      usleep(20_000)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
