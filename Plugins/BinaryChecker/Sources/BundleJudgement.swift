import CheckerKit
import FileFacts

/// Judges the code of one bundle.
struct BundleJudgement {
  private let bundle: any JudgedBundle
  private let options: BinaryOptions

  init(_ bundle: any JudgedBundle, _ options: BinaryOptions) {
    self.bundle = bundle
    self.options = options
  }

  /// What is wrong, in the order of the files, the executable first. Throws when a file can't be read.
  func findings() throws(CheckerError) -> [BinaryFinding] {
    // A property list by itself has no files.
    if bundle.kind == "plist" { return [] }
    var collector = BinaryCollector(bundle)
    try collector.collect()
    var findings = collector.findings
    let binaries = (collector.main.map { [$0] } ?? []) + collector.others
    if binaries.isEmpty { return findings }

    let platforms = PlatformJudge(bundle)
    let systems = MinimumSystemJudge(bundle)
    let slices = SliceJudge(systems)
    let architectures = ArchitectureJudge(main: collector.main, options)
    let runPaths = RunPathJudge(options, bundle)
    let libraries = LibraryJudge(bundle, options)
    var resolution = LibraryResolution(bundle, options)
    let embedded = EmbeddedInfoJudge(bundle)
    let signatures = SignatureJudge(bundle, options)
    findings += systems.findings
    for binary in binaries {
      var found = CodeFindings(binary.path)
      platforms.judge(binary, &found)
      slices.judge(binary, &found)
      systems.judge(binary, &found)
      architectures.judge(binary, &found)
      runPaths.judge(binary, &found)
      libraries.judge(binary, &found)
      try resolution.judge(binary, &found)
      try embedded.judge(binary, &found)
      try signatures.judge(binary, &found)
      findings += architectures.missing(binary) + found.findings
    }
    return findings
  }
}
