import Basics
import Bundles
import Testing

@testable import BinaryChecker

/// Bundles that others built. They are not part of the project; without them these tests are skipped and say so.
@Suite struct RealBundleTests {
  /// The corpus beside the checkout, and a folder of unpacked wheels that `BINARY_CHECKER_TESTS_WHEELS` names.
  static let corpus = "../shared/corpus/bundles"
  static let wheels = getenv("BINARY_CHECKER_TESTS_WHEELS").map { String(cString: $0) } ?? ""

  /// Every finding, by bundle, in the outer bundle at a path.
  static func findings(
    _ path: String, _ change: (inout BinaryOptions) -> Void = { _ in }
  ) throws -> [String] {
    let graph = try BundleGraph.open(path: path)
    return try graph.bundles.flatMap { bundle in
      try GraphBundle(graph: graph, bundle: bundle).judged(change).map {
        (bundle.path.isEmpty ? "" : bundle.path + "/") + $0
      }
    }
  }

  @Test func explore() throws {
    guard let list = getenv("EXPLORE").map({ String(cString: $0) }) else { return }
    for path in list.split(separator: ":") {
      do {
        let graph = try BundleGraph.open(path: String(path))
        for bundle in graph.bundles {
          for line in try GraphBundle(graph: graph, bundle: bundle).judged({
            if getenv("STRICT") != nil { ($0.signature, $0.hardenedRuntime) = (.identified, true) }
          }) { print("@@ \(path.split(separator: "/").last ?? "")/\(bundle.path) \(bundle.kind) | \(line)") }
        }
      } catch { print("@@ \(path): \(error)") }
    }
  }

  /// What `llvm-objdump --macho --private-headers` says of them agrees.
  static let wheelFindings: [(String, [String])] = [
    (
      // A wheel without the executable.
      "mitmproxy_macos/mitmproxy_macos/macos-certificate-truster.app",
      ["CFBundleExecutable: the executable Contents/MacOS/macos-certificate-truster does not exist"]
    ),
    (
      // A launcher that CPack copies into what it makes.
      "cmake/cmake/data/CMake.app",
      [
        "Contents/share/cmake-3.17/Modules/Internal/CPack/CPack.OSXScriptLauncher.in: warning: the file has no code for x86_64,"
          + " which the executable has; only for ppc and i386",
        "Contents/share/cmake-3.17/Modules/Internal/CPack/CPack.OSXScriptLauncher.in: warning: the code for i386 states"
          + " neither a platform nor a minimum system",
      ]
    ),
    ("mujoco/mujoco/MuJoCo (mjpython).app", []), ("pysdl2_dll/sdl2dll/dll/SDL2.framework", []),
    ("pysdl2_dll/sdl2dll/dll/SDL2_gfx.framework", []), ("pysdl2_dll/sdl2dll/dll/SDL2_image.framework", []),
    ("pysdl2_dll/sdl2dll/dll/SDL2_mixer.framework", []), ("pysdl2_dll/sdl2dll/dll/SDL2_ttf.framework", []),
  ]

  @Test(
    .enabled(if: access(wheels, R_OK) == 0, "no wheels: BINARY_CHECKER_TESTS_WHEELS names no folder"),
    arguments: wheelFindings)
  func wheelBundles(_ path: String, _ expected: [String]) throws {
    #expect(try Self.findings(Self.wheels + "/" + path) == expected)
  }

  /// Who signed them, as the signatures in the files say.
  @Test(
    .enabled(if: access(wheels, R_OK) == 0, "no wheels: BINARY_CHECKER_TESTS_WHEELS names no folder"),
    arguments: [
      ("cmake/cmake/data/CMake.app", 2), ("mujoco/mujoco/MuJoCo (mjpython).app", 2),
      ("pysdl2_dll/sdl2dll/dll/SDL2_image.framework", 3),
    ])
  func signedWheelBundles(_ path: String, _ count: Int) throws {
    let found = try Self.findings(Self.wheels + "/" + path) {
      ($0.signature, $0.hardenedRuntime) = (.identified, true)
    }
    #expect(found.count == count, "\(found.joined(separator: "\n"))")
  }

  @Test(
    .enabled(if: access(corpus, R_OK) == 0, "no corpus beside the checkout (../shared/corpus)"),
    arguments: ["terminal-notifier.app", "appinfo_embedded.ipa", "appinfo_ipad.ipa", "appinfo_iphone.ipa"])
  func corpusBundles(_ path: String) throws {
    #expect(try Self.findings(Self.corpus + "/" + path) == [])
  }
}
