import FileFacts

/// What has been found out about files during the check of one bundle, by position in `GraphObjects.files`.
package struct FileFactCache {
  /// One reading. It is kept with its price, so that a fact costs a rule the same whoever asked first.
  struct Reading<Facts> {
    enum Outcome {
      case found(Facts)
      /// The file is of another form, or is no regular file.
      case none
      case failed(String)
    }

    let outcome: Outcome
    let fuel: UInt64

    /// What was found.
    var facts: Facts? { if case .found(let facts) = outcome { facts } else { nil } }
  }

  var digests: [Int: Reading<String>] = [:]
  var pngs: [Int: Reading<PNGHeader>] = [:]
  var iconFamilies: [Int: Reading<IconFamily>] = [:]
  var machOFiles: [Int: Reading<MachOFile>] = [:]
  /// By the executable; what was found is the number of a document.
  var entitlements: [GraphObjects.FileReference: Reading<Int>] = [:]
}
