import CheckerKit
import FileFacts

/// Code is there for the architectures that it is to run on.
struct ArchitectureJudge {
  private let main: Binary?
  private let options: BinaryOptions

  init(main: Binary?, _ options: BinaryOptions) {
    self.main = main
    self.options = options
  }

  /// Architectures that are in a file and may not be.
  func judge(_ binary: Binary, _ found: inout CodeFindings) {
    if options.allowedArchitectures.isEmpty { return }
    for slice in binary.slices where !options.allowedArchitectures.contains(slice.architecture) {
      found.add(
        .init(
          place: .file(binary.path), predicate: "is not allowed",
          expected: "code only for \(options.allowedArchitectures.joined(separator: " or "))",
          fix: "exclude it with ARCHS, or remove it with lipo -remove", topic: "architecture"), slice.architecture)
    }
  }

  /// Architectures that are not in a file and must be.
  func missing(_ binary: Binary) -> [BinaryFinding] {
    let present = binary.architectures
    if present.isEmpty { return [] }
    if binary.isMain || main == nil {
      let missing = options.architectures.filter { !present.contains($0) }
      guard !missing.isEmpty else { return [] }
      return [
        BinaryFinding(
          place: .file(binary.path),
          message: "the file has no code for \(Excerpt.of(Excerpt.list(missing))), only for \(Excerpt.list(present))",
          expected: "code for \(Excerpt.of(Excerpt.list(options.architectures)))",
          fix: "build for all of them with ARCHS, or combine the builds with lipo -create",
          topic: "architectures-missing")
      ]
    }
    return options.sameArchitectures ? missingOfMain(binary, present) : []
  }

  /// Code that code for the key can load or stand in for, where it has none of its own: dyld falls back to the general form
  /// of an architecture.
  private static let general = ["x86_64h": "x86_64", "arm64e": "arm64", "arm64v8": "arm64", "armv7s": "armv7"]

  private func missingOfMain(_ binary: Binary, _ present: [String]) -> [BinaryFinding] {
    guard let main else { return [] }
    let missing = main.architectures.filter { architecture in
      !present.contains(architecture) && !(Self.general[architecture].map { present.contains($0) } ?? false)
    }
    if missing.isEmpty || Self.isNamedByArchitecture(binary.path) { return [] }
    // A program stops nothing but itself, may be translated, and may be data, such as the launcher that a tool for developers
    // copies into what it makes.
    let isProgram = binary.slices.allSatisfy(\.isProgram)
    return [
      BinaryFinding(
        place: .file(binary.path),
        message:
          "the file has no code for \(Excerpt.list(missing)), unlike the executable; only for \(Excerpt.list(present))",
        expected: "code for \(Excerpt.list(main.architectures))",
        fix: "build it for all of them, or combine the builds with lipo -create",
        severity: isProgram ? .warning : .rule, topic: "architectures-of-executable")
    ]
  }

  /// Files that are there once for each architecture, and say so in their paths: `lib-arm64/libx.dylib`, `x.x86_64.so`.
  private static let names: Set<String> = [
    "arm64", "arm64e", "aarch64", "x86_64", "x86-64", "x64", "amd64", "i386", "x86", "ia32", "armv7", "intel", "arm",
  ]

  private static func isNamedByArchitecture(_ path: String) -> Bool {
    let lower = path.lowercased()
    return names.contains { name in
      lower.ranges(of: name).contains { range in
        let before = range.lowerBound == lower.startIndex ? nil : lower[..<range.lowerBound].last
        let after = range.upperBound == lower.endIndex ? nil : lower[range.upperBound]
        return !(before?.isLetter ?? false) && !(after?.isLetter ?? false) && !(after?.isNumber ?? false)
      }
    }
  }
}
