public import CheckerKit

/// Executables agree with Info.plist and carry nothing of the machine that built them.
public struct BinaryChecker: Checker {
  /// What rules call it.
  public static let identity = CheckerIdentity(
    "bundlepolicy.binaries", version: "1.0.0",
    summary: "Executables must match Info.plist and must not depend on the build machine")

  @Option("The architectures that the executable must have, such as arm64 and x86_64")
  var architectures: [String] = []
  @Option("The only architectures that code may have; empty for any")
  var allowedArchitectures: [String] = []
  @Option("Whether libraries and tools must have the architectures of the executable")
  var sameArchitectures = true
  @Option("Folders outside the system that code may look for libraries in, with all below them")
  var allowedRunPaths: [String] = []
  @Option("Folders outside the system that code may name libraries in, with all below them")
  var allowedLibraries: [String] = []
  @Option("The code signature that all code must have")
  var signature = SignatureRequirement.any
  @Option("The identifier of the team that must have signed all code")
  var team: String? = nil
  @Option("Whether programs for the Mac must be signed for the hardened runtime")
  var hardenedRuntime = false

  /// Makes one with the options as they are by default.
  public init() {}

  /// See `Checker`.
  public func check(_ bundle: CheckedBundle, _ report: CheckerReport) throws {
    let options = BinaryOptions(
      architectures: architectures, allowedArchitectures: allowedArchitectures, sameArchitectures: sameArchitectures,
      allowedRunPaths: allowedRunPaths, allowedLibraries: allowedLibraries, signature: signature, team: team,
      hardenedRuntime: hardenedRuntime)
    for finding in try BundleJudgement(HostBundle(bundle), options).findings() {
      finding.report(to: report, of: bundle)
    }
  }
}

/// The factory that Info.plist names.
@_cdecl("BinaryCheckerFactory")
public func factory(_ allocator: CheckerAllocator, _ type: CheckerType) -> CheckerObject {
  export(BinaryChecker.self, type)
}
