import CheckerKit
import FileFacts

/// Each slice of a file is one that a system of the bundle can run, is there once, and says what it was built for.
struct SliceJudge {
  private let systems: MinimumSystemJudge

  init(_ systems: MinimumSystemJudge) { self.systems = systems }

  func judge(_ binary: Binary, _ found: inout CodeFindings) {
    judgeNumber(binary, &found)
    judgeTypes(binary, &found)
    for slice in binary.slices { judgeBuilds(slice, binary, &found) }
    judgeLifetimes(binary, &found)
  }

  // MARK: Number and type

  private func judgeNumber(_ binary: Binary, _ found: inout CodeFindings) {
    var counts: [[UInt32]: Int] = [:]
    for slice in binary.file.slices { counts[Self.processor(slice), default: 0] += 1 }
    for slice in binary.file.slices {
      guard let count = counts[Self.processor(slice)], count > 1 else { continue }
      found.add(
        .init(
          place: .file(binary.path), predicate: "occurs \(count) times in the file, but only the first can be loaded",
          expected: "one slice for each architecture",
          fix:
            "build the file again, or split it with lipo -thin and combine one slice of each architecture with lipo -create",
          topic: "slice-twice:\(slice.architecture)"), slice.architecture)
    }
  }

  /// Without the bits that tell capabilities, as the loader compares them.
  private static func processor(_ slice: MachOSlice) -> [UInt32] { [slice.cpuType, slice.cpuSubtype & 0x00FF_FFFF] }

  /// Of the executable each slice is held against the kind of the bundle.
  private func judgeTypes(_ binary: Binary, _ found: inout CodeFindings) {
    guard !binary.isMain, let first = binary.slices.first else { return }
    for slice in binary.slices where slice.fileType != first.fileType {
      found.add(
        .init(
          place: .file(binary.path),
          predicate: "is of type \(slice.fileType), but the code for \(first.architecture) is of type "
            + first.fileType,
          expected: "slices of the same type", fix: "combine only slices of the same product with lipo -create",
          severity: .warning, topic: "slice-types"), slice.architecture)
    }
  }

  // MARK: What it was built for

  private func judgeBuilds(_ slice: MachOSlice, _ binary: Binary, _ found: inout CodeFindings) {
    let severity: CheckerReport.Severity = binary.isMain ? .rule : .warning
    func add(
      _ predicate: String, _ expected: String, _ fix: String, _ topic: String, _ severity: CheckerReport.Severity
    ) {
      found.add(
        .init(
          place: .file(binary.path), predicate: predicate, expected: expected, fix: fix, severity: severity,
          topic: topic), slice.architecture)
    }
    // There was no such command when systems for these were made.
    if slice.builds.isEmpty, !slice.architecture.hasPrefix("ppc") {
      add(
        "states neither a platform nor a minimum system", "a load command LC_BUILD_VERSION or LC_VERSION_MIN",
        "link it again with a current linker and a deployment target, or add the command with vtool -set-build-version",
        "no-build", severity)
    }
    var known: [String: MachOSlice.Build] = [:]
    for build in slice.builds {
      if let earlier = known.updateValue(build, forKey: build.platform) {
        let minimums =
          earlier.minimumOS == build.minimumOS
          ? ""
          : ", with minimum systems "
            + Excerpt.list([earlier.minimumOS, build.minimumOS])
        add(
          "states its build for \(build.platform) more than once\(minimums)", "one load command for each platform",
          "link it again, or replace the commands with vtool -set-build-version … -replace", "build-twice", severity)
      }
    }
    // Files may be made to state thousands.
    let without = slice.builds.filter { SystemVersion($0.minimumOS) == SystemVersion("0") }.map(\.platform)
    if !without.isEmpty {
      add(
        "states 0.0 as its minimum system for \(Excerpt.list(without))", "the oldest system that it runs on",
        "build it with a deployment target", "minimum-zero", severity)
    }
    let unknown = slice.builds.filter { $0.sdk == nil }.map(\.platform)
    if binary.isMain, !unknown.isEmpty {
      add(
        "states no SDK for \(Excerpt.list(unknown))", "the version of the SDK that it was built with",
        "link it with the linker of Xcode, or set the version with vtool -set-build-version", "sdk-zero", .warning)
    }
  }

  // MARK: Systems that run it

  /// Which systems of a platform run code for an architecture.
  private struct Lifetime {
    /// The first that did; nil for the first there was.
    var first: String?
    /// The first that no longer does; nil for none.
    var end: String?
  }

  private static let ever = Lifetime()
  private static let lifetimes: [String: [String: Lifetime]] = {
    let powerPC = [
      "ppc", "ppc601", "ppc603", "ppc603e", "ppc603ev", "ppc604", "ppc604e", "ppc750", "ppc7400", "ppc7450", "ppc970",
      "ppc64", "ppc970-64",
    ]
    var mac: [String: Lifetime] = [
      "i386": Lifetime(end: "10.15"), "i486": Lifetime(end: "10.15"), "x86_64": ever, "x86_64h": ever,
      "arm64": Lifetime(first: "11.0"), "arm64v8": Lifetime(first: "11.0"), "arm64e": Lifetime(first: "11.0"),
    ]
    // The last system with Rosetta for it was 10.6.
    for name in powerPC { mac[name] = Lifetime(end: "10.7") }
    let thirtyTwo = Lifetime(end: "11.0")
    return [
      "macos": mac,
      "catalyst": ["x86_64": ever, "x86_64h": ever, "arm64": ever, "arm64v8": ever, "arm64e": ever],
      "ios": [
        "armv6": Lifetime(end: "5.0"), "armv7": thirtyTwo, "armv7f": thirtyTwo, "armv7s": thirtyTwo, "arm64": ever,
        "arm64v8": ever, "arm64e": ever,
      ],
      "tvos": ["arm64": ever, "arm64v8": ever, "arm64e": ever],
      "watchos": ["armv7k": Lifetime(end: "9.0"), "arm64_32": ever, "arm64": ever, "arm64v8": ever, "arm64e": ever],
      "visionos": ["arm64": ever, "arm64v8": ever, "arm64e": ever],
      "ios-simulator": ["i386": thirtyTwo, "i486": thirtyTwo, "x86_64": ever, "arm64": ever, "arm64e": ever],
      "tvos-simulator": ["x86_64": ever, "arm64": ever, "arm64e": ever],
      "watchos-simulator": [
        "i386": Lifetime(end: "7.0"), "i486": Lifetime(end: "7.0"), "x86_64": ever, "arm64": ever, "arm64e": ever,
      ],
      "visionos-simulator": ["x86_64": ever, "arm64": ever, "arm64e": ever],
    ]
  }()

  /// Why no system that the bundle is for runs a slice.
  private struct Death {
    let predicate: String
    let topic: String
    /// Whether no system ever did.
    let isAlways: Bool
  }

  private func judgeLifetimes(_ binary: Binary, _ found: inout CodeFindings) {
    let deaths = binary.slices.map(death)
    let isDead = deaths.allSatisfy { $0 != nil }
    for (slice, death) in zip(binary.slices, deaths) {
      if let death {
        // What is not the executable may be data, and a slice beside others is only of no use.
        let isGrave = binary.isMain && (isDead || death.isAlways)
        found.add(
          .init(
            place: .file(binary.path), predicate: death.predicate,
            expected: "code for an architecture that the systems of the bundle run",
            fix: isDead
              ? "build for a current architecture with ARCHS"
              : "exclude it with ARCHS, or remove it with lipo -remove",
            severity: isGrave ? .rule : .warning, topic: death.topic), slice.architecture)
        continue
      }
      for build in slice.builds { judgeBeginning(build, slice, binary, &found) }
    }
  }

  private func death(of slice: MachOSlice) -> Death? {
    for build in slice.builds {
      guard let lifetimes = Self.lifetimes[build.platform] else { continue }
      guard let lifetime = lifetimes[slice.architecture] else {
        // An architecture that has no name here may be a later one.
        if slice.architecture.hasPrefix("cpu_") { continue }
        return Death(
          predicate: "cannot run: no version of \(build.platform) supports it", topic: "architecture-never",
          isAlways: true)
      }
      guard let end = lifetime.end, let limit = SystemVersion(end), let own = SystemVersion(build.minimumOS) else {
        continue
      }
      let promise = systems.promise(for: slice.architecture, on: build.platform)
      let lowest = promise.map { $0.version > own ? $0.text : build.minimumOS } ?? build.minimumOS
      guard max(own, promise?.version ?? own) >= limit else { continue }
      return Death(
        predicate:
          "cannot run: \(build.platform) \(end) and later do not support it, and the minimum system is \(lowest)",
        topic: "architecture-ended", isAlways: false)
    }
    return nil
  }

  private func judgeBeginning(
    _ build: MachOSlice.Build, _ slice: MachOSlice, _ binary: Binary, _ found: inout CodeFindings
  ) {
    guard let lifetime = Self.lifetimes[build.platform]?[slice.architecture],
      let own = SystemVersion(build.minimumOS), let zero = SystemVersion("0"), own != zero
    else { return }
    if let first = lifetime.first, let limit = SystemVersion(first), own < limit {
      found.add(
        .init(
          place: .file(binary.path),
          predicate:
            "states \(build.platform) \(build.minimumOS) as its minimum system, but the first to support it is \(first)",
          expected: "\(first) or later",
          fix: "build this architecture with a deployment target of \(first) or later", severity: .warning,
          topic: "architecture-early"), slice.architecture)
    }
    // Its interface is only fixed for programs of Apple's and, since these systems, for those that ask for it.
    if slice.architecture == "arm64e", slice.isProgram, ["macos", "ios"].contains(build.platform),
      let stable = SystemVersion("26.0"), own < stable
    {
      found.add(
        .init(
          place: .file(binary.path),
          predicate: "does not run on systems before \(build.platform) 26.0, except those set up for testing",
          expected: "code for arm64", fix: "build for arm64 instead of arm64e with ARCHS", severity: .warning,
          topic: "architecture-arm64e"), slice.architecture)
    }
  }
}
