import Basics

/// Counts what one archive inflates to, so that a small one can't keep a check busy without end.
final class ArchiveBudget: Sendable {
  let limits: ArchiveLimits
  private let used = Locked<Int>(0)

  init(_ limits: ArchiveLimits) { self.limits = limits }

  /// Takes `count` bytes; throws when that is more than is left.
  func charge(_ count: Int, path: String) throws(StorageError) {
    let isWithin = used.withValue { used in
      let sum = used.addingReportingOverflow(max(0, count))
      used = sum.overflow ? .max : sum.partialValue
      return used <= limits.inflatedBytes
    }
    guard isWithin else { throw .inflatedTooMuch(limits.inflatedBytes, path: path) }
  }

  /// Throws when `compressed` bytes became suspiciously many.
  func checkRatio(compressed: Int, inflated: Int, path: String) throws(StorageError) {
    guard inflated > limits.ratioFloor else { return }
    guard inflated / max(1, compressed) < limits.ratio else { throw .inflatedRatio(limits.ratio, path: path) }
  }
}
