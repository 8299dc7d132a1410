// swift-tools-version: 6.2
import PackageDescription

// CI sets this, so that our warnings fail there, but warnings of a new compiler do not affect anyone else.
let areWarningsErrors = Context.environment["BUNDLEPOLICY_WARNINGS_AS_ERRORS"] == "1"
let swiftSettings: [SwiftSetting] =
  [.enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("ExistentialAny")]
  + (areWarningsErrors ? [.treatAllWarnings(as: .error)] : [])
let cSettings: [CSetting] = areWarningsErrors ? [.treatAllWarnings(as: .error)] : []
let cxxSettings: [CXXSetting] = areWarningsErrors ? [.treatAllWarnings(as: .error)] : []

#if os(Linux)
  let isLinux = true
#else
  let isLinux = false
#endif

let package = Package(
  name: "bundlepolicy",
  // The oldest macOS that Apple maintains, and the first whose Swift library has String(validating:as:). Older ones would need a
  // replacement that nobody could test.
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "bundlepolicy", targets: ["bundlepolicy"]),
    // For the benchmarks, which are a separate package.
    .library(name: "Bundles", targets: ["Bundles"]),
    .library(name: "PropertyLists", targets: ["PropertyLists"]),
    // For programs that check bundles against policies themselves: see docs/library.md.
    .library(name: "PolicyEngine", targets: ["BuildHistory", "Parameters", "PolicyEngine"]),
    .library(name: "Reports", targets: ["Reports"]),
    .library(name: "Reporting", targets: ["Reporting"]),
    .library(name: "Presentation", targets: ["Presentation"]),
    .library(name: "Basics", targets: ["Basics"]),
    // Ledgers, and the limits of policies, for the options of a check.
    .library(name: "ReleaseLedger", targets: ["BuildRecords", "ReleaseLedger"]),
    .library(name: "LuaRuntime", targets: ["LuaRuntime"]),
    // For checkers in Swift.
    .library(name: "CheckerKit", targets: ["CheckerKit"]),
    // The code of Plugins/*.checker.
    .library(name: "IconChecker", type: .dynamic, targets: ["IconChecker"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
  ],
  targets: [
    .systemLibrary(
      name: "CLua", path: "Sources/CLibraries/CLua", pkgConfig: "lua5.4",
      providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]),
    .systemLibrary(
      name: "CLibXML2", path: "Sources/CLibraries/CLibXML2", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(
      name: "CLibArchive", path: "Sources/CLibraries/CLibArchive", pkgConfig: "libarchive",
      providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
    .systemLibrary(name: "CExtendedAttributes", path: "Sources/CLibraries/CExtendedAttributes"),
    .systemLibrary(
      name: "CZLib", path: "Sources/CLibraries/CZLib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    // Part of every macOS.
    .systemLibrary(
      name: "CSQLite", path: "Sources/CLibraries/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CNettle", path: "Sources/CLibraries/CNettle", pkgConfig: "nettle",
      providers: [.apt(["nettle-dev"]), .brew(["nettle"])]),
    .systemLibrary(
      name: "CHogweed", path: "Sources/CLibraries/CHogweed", pkgConfig: "hogweed",
      providers: [.apt(["nettle-dev"]), .brew(["nettle"])]),
    .systemLibrary(
      name: "CGMP", path: "Sources/CLibraries/CGMP", pkgConfig: "gmp",
      providers: [.apt(["libgmp-dev"]), .brew(["gmp"])]),
    .systemLibrary(
      name: "CLibYAML", path: "Sources/CLibraries/CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CLibPNG", path: "Sources/CLibraries/CLibPNG", pkgConfig: "libpng16",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    // Its pkg-config file has the flag -pthread, which Swift Package Manager ignores with a warning.
    .systemLibrary(
      name: "CRE2", path: "Sources/CLibraries/CRE2", pkgConfig: isLinux ? nil : "re2",
      providers: [.apt(["libre2-dev"]), .brew(["re2"])]),
    .systemLibrary(
      name: "CLibEdit", path: "Sources/CLibraries/CLibEdit", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
    // Embeds files of the package as constant data, generated during the build.
    .executableTarget(
      name: "TableGenerator", dependencies: ["Basics", "CLuaBridge", "LuaRuntime"],
      path: "Sources/BuildTools/TableGenerator"),
    .plugin(
      name: "GenerateTables", capability: .buildTool(), dependencies: ["TableGenerator"],
      path: "Sources/BuildTools/GenerateTables"),
    // Shared by all rooms.
    .target(name: "Basics", dependencies: ["CDigests"]),
    .target(name: "CDigests", dependencies: ["CNettle"]),
    .target(name: "CSignatures", dependencies: ["CGMP", "CHogweed"]),
    .target(name: "CByteSearch", dependencies: ["CRE2"], linkerSettings: [.linkedLibrary("re2")]),
    .target(name: "CLineEditor", dependencies: ["CLibEdit"]),
    .target(name: "CLuaBridge", dependencies: ["CLua"]),
    .target(name: "CheckerABI"),
    .target(name: "CSupervisor"),
    .target(name: "CheckerKit", dependencies: ["CheckerABI"]),
    .target(name: "PropertyLists", dependencies: ["Basics", "CLibXML2"]),
    .target(
      name: "Bundles",
      dependencies: ["Basics", "BuildRecords", "CExtendedAttributes", "CLibArchive", "CZLib", "PropertyLists"]),
    // Patterns in the bytes of files.
    .target(name: "ByteSearch", dependencies: ["Basics", "CByteSearch", "PropertyLists"]),
    .target(
      name: "FileFacts",
      dependencies: ["Basics", "CZLib", "PropertyLists", .product(name: "SwiftASN1", package: "swift-asn1")]),
    // Images and code that tests and the bundles of policy tests consist of.
    .target(name: "SampleFiles", dependencies: ["Basics", "FileFacts"]),
    .target(name: "BundleFacts", dependencies: ["Basics", "Bundles", "FileFacts", "PropertyLists"]),
    // The numbers and sets that builds are compared by.
    .target(name: "Measures", dependencies: ["Basics", "BuildRecords", "Bundles", "FileFacts", "PropertyLists"]),
    .target(
      name: "CheckerPlugIns",
      dependencies: ["Basics", "Bundles", "CheckerABI", "CSupervisor", "FileFacts", "PropertyLists", "StructuredText"]),
    // Runs the installed git in folders of the cache.
    .target(name: "GitRepositories", dependencies: ["Basics"]),
    .target(
      name: "PolicyPacks",
      dependencies: [
        "Basics", "Bundles", "CheckerPlugIns", "FileFacts", "GitRepositories", "ProjectFiles", "StandardPolicies",
        "StructuredText",
      ]),
    .target(name: "StructuredText", dependencies: ["Basics", "CLibYAML", "PropertyLists"]),
    // The places in the project where findings are edited.
    .target(
      name: "SourceMaps",
      dependencies: ["Basics", "Bundles", "ProjectFiles", "PropertyLists", "Reports", "StructuredText"]),
    // bundlepolicy.yml: reading, schema, and changing its text.
    .target(name: "ProjectFiles", dependencies: ["Basics", "StructuredText"]),
    .target(name: "KeyRegistry", dependencies: ["Basics"], plugins: ["GenerateTables"]),
    // In the folder with its data, because Swift Package Manager notices new files only in a target's folder.
    .target(
      name: "StandardPolicies", path: "Policies", sources: ["StandardPolicies.swift"], plugins: ["GenerateTables"]),
    .target(
      name: "ReleaseLedger",
      dependencies: [
        "Basics", "BuildRecords", "Bundles", "CSQLite", "GitRepositories", "PropertyLists", "StructuredText",
      ]),
    // The record of a build, for ledgers and reports.
    .target(name: "BuildRecords", dependencies: ["Basics"]),
    .target(name: "LuaRuntime", dependencies: ["CLuaBridge"]),
    .target(name: "LuaSyntax"),
    .target(
      name: "PolicySchema",
      dependencies: ["Basics", "Bundles", "KeyRegistry", "LuaRuntime", "LuaSyntax", "PropertyLists"]),
    .target(name: "Presentation", dependencies: ["Basics"], plugins: ["GenerateTables"]),
    .target(
      name: "Inspection", dependencies: ["Basics", "Bundles", "Presentation", "PropertyLists", "StructuredText"]),
    .target(
      name: "LedgerViews",
      dependencies: [
        "Basics", "BuildRecords", "Bundles", "Inspection", "Presentation", "PropertyLists", "ReleaseLedger",
        "StructuredText",
      ]),
    .target(
      name: "Reports",
      dependencies: [
        "Basics", "BuildRecords", "Bundles", "FileFacts", "Presentation", "PropertyLists", "StandardPolicies",
        "StructuredText",
      ]),
    // The objects that policies see of bundles, and the functions that they call.
    .target(
      name: "PolicyObjects",
      dependencies: [
        "Basics", "BuildRecords", "BundleFacts", "Bundles", "ByteSearch", "FileFacts", "KeyRegistry", "LuaRuntime",
        "Measures",
        "PolicySchema",
        "PropertyLists", "ReleaseLedger", "Reports", "StructuredText",
      ]),
    // The parameters that policies declare, and the values given for them.
    .target(
      name: "Parameters",
      dependencies: ["Basics", "FileFacts", "LuaRuntime", "PolicySchema", "PropertyLists", "Reports", "StructuredText"]),
    // The builds before the one under test, and what is recorded of it.
    .target(
      name: "BuildHistory",
      dependencies: [
        "Basics", "BuildRecords", "Bundles", "LuaRuntime", "PolicySchema", "PropertyLists", "ReleaseLedger", "Reports",
        "StructuredText",
      ]),
    .target(
      name: "PolicyEngine",
      dependencies: [
        "Basics", "BuildHistory", "BuildRecords", "BundleFacts", "Bundles", "CheckerPlugIns", "FileFacts",
        "KeyRegistry", "LuaRuntime", "Measures", "Parameters", "PolicyObjects", "PolicyPacks", "PolicySchema",
        "PropertyLists",
        "ReleaseLedger", "Reports", "StandardPolicies",
      ]),
    .target(
      name: "PolicyTesting",
      dependencies: [
        "Basics", "Bundles", "CheckerPlugIns", "FileFacts", "KeyRegistry", "LuaRuntime", "LuaSyntax", "Measures",
        "Parameters", "PolicyEngine", "PolicyObjects", "PolicyPacks", "PolicySchema", "Presentation", "PropertyLists",
        "Reports", "SampleFiles",
      ]),
    .target(
      name: "Comparison",
      dependencies: [
        "Basics", "Bundles", "CheckerPlugIns", "FileFacts", "PolicyEngine", "Presentation",
        "PropertyLists", "Reports", "StructuredText",
      ]),
    .target(name: "Fixes", dependencies: ["Basics", "Bundles", "FileFacts", "PropertyLists", "Reports"]),
    .target(
      name: "PolicyLint",
      dependencies: [
        "Basics", "Bundles", "ByteSearch", "KeyRegistry", "LuaSyntax", "PolicyEngine", "PolicySchema",
        "Presentation", "PropertyLists", "Reports", "StandardPolicies", "StructuredText",
      ]),
    .target(
      name: "PolicyConsole",
      dependencies: [
        "Basics", "BuildHistory", "Bundles", "CLineEditor", "Inspection", "KeyRegistry", "LuaRuntime", "LuaSyntax",
        "PolicyEngine", "PolicyObjects", "Presentation", "PropertyLists", "Reports", "StructuredText",
      ]),
    .target(
      name: "Reporting",
      dependencies: [
        "Basics", "BuildRecords", "LedgerViews", "Presentation", "PropertyLists", "Reports", "StructuredText",
      ]),
    .target(
      name: "Receipts",
      dependencies: [
        "Basics", "BuildRecords", "CSignatures", "FileFacts", "PolicyEngine", "PropertyLists", "ReleaseLedger",
        "Reports", "StructuredText", .product(name: "SwiftASN1", package: "swift-asn1"),
      ]),
    // The files that 'init', 'pack new' and 'plugin new' write.
    .target(
      name: "Scaffolding", dependencies: ["Basics", "PolicySchema", "SampleFiles"], plugins: ["GenerateTables"]),
    // The Language Server Protocol for editors of policies.
    .target(
      name: "LanguageServer",
      dependencies: [
        "Basics", "Bundles", "KeyRegistry", "LuaSyntax", "PolicyEngine", "PolicyPacks", "PolicySchema", "ProjectFiles",
        "Reports", "StandardPolicies", "StructuredText",
      ]),
    .executableTarget(
      name: "bundlepolicy",
      dependencies: [
        "Basics", "BuildHistory", "BuildRecords", "Bundles", "CheckerPlugIns", "Comparison", "FileFacts",
        "Fixes", "Inspection", "KeyRegistry", "LanguageServer", "LedgerViews", "Parameters", "PolicyConsole",
        "PolicyEngine", "PolicyLint", "PolicyPacks", "PolicySchema", "PolicyTesting", "Presentation", "ProjectFiles",
        "PropertyLists",
        "Receipts", "ReleaseLedger", "Reporting", "Reports", "Scaffolding", "SourceMaps", "StandardPolicies",
        "StructuredText",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(
      name: "IconChecker", dependencies: ["Basics", "CheckerKit", "CLibPNG", "CZLib", "FileFacts", "PropertyLists"],
      path: "Plugins/IconChecker/Sources"),
    .testTarget(
      name: "CheckerPlugInsTests",
      dependencies: [
        "Basics", "bundlepolicy", "Bundles", "CheckerABI", "CheckerKit", "CheckerPlugIns", "PolicyTestSupport",
        "PropertyLists",
      ], exclude: ["Checkers"]),
    .target(name: "SamplePictures", dependencies: ["SampleFiles"], path: "Tests/SamplePictures"),
    .testTarget(
      name: "IconCheckerTests",
      dependencies: ["Basics", "CheckerKit", "CZLib", "FileFacts", "IconChecker", "SampleFiles", "SamplePictures"]),
    .target(name: "CLuaBridgeTestSupport", dependencies: ["CLuaBridge"], path: "Tests/CLuaBridgeTestSupport"),
    .testTarget(name: "CLuaBridgeTests", dependencies: ["CLuaBridgeTestSupport"]),
    .testTarget(name: "PropertyListsTests", dependencies: ["Basics", "PolicyTestSupport", "PropertyLists"]),
    .testTarget(
      name: "BundlesTests",
      dependencies: ["Basics", "Bundles", "CExtendedAttributes", "CZLib", "PolicyTestSupport", "PropertyLists"]),
    .testTarget(
      name: "ComparisonTests",
      dependencies: [
        "Basics", "Bundles", "Comparison", "FileFacts", "Parameters", "PolicyEngine", "PolicyTestSupport",
        "PropertyLists", "Reports",
        "SampleFiles",
      ]),
    .target(name: "ReferenceSearch", path: "Tests/ReferenceSearch"),
    .testTarget(
      name: "ByteSearchTests", dependencies: ["Basics", "ByteSearch", "PropertyLists", "ReferenceSearch"]),
    .testTarget(
      name: "MeasuresTests",
      dependencies: ["BuildRecords", "Bundles", "Measures", "PolicyTestSupport", "PropertyLists"]),
    .testTarget(name: "FileFactsTests", dependencies: ["Basics", "FileFacts", "PropertyLists", "SampleFiles"]),
    // Records builds from a process of its own, which tests race, stop and kill.
    .executableTarget(
      name: "LedgerRecorder", dependencies: ["Basics", "BuildRecords", "ReleaseLedger"], path: "Tests/LedgerRecorder"),
    .testTarget(
      name: "ReleaseLedgerTests",
      dependencies: [
        "Basics", "BuildRecords", "Bundles", "CSQLite", "LedgerRecorder", "PolicyTestSupport", "PropertyLists",
        "ReleaseLedger",
      ]),
    .testTarget(
      name: "PolicyPacksTests",
      dependencies: [
        "Basics", "CheckerPlugIns", "GitRepositories", "PolicyPacks", "PolicyTestSupport", "StructuredText",
      ]),
    .testTarget(
      name: "SourceMapsTests",
      dependencies: ["PolicyTestSupport", "ProjectFiles", "Reports", "SourceMaps"]),
    .testTarget(name: "ProjectFilesTests", dependencies: ["Basics", "PolicyTestSupport", "ProjectFiles"]),
    .testTarget(name: "StructuredTextTests", dependencies: ["PolicyTestSupport", "PropertyLists", "StructuredText"]),
    .testTarget(name: "BasicsTests", dependencies: ["Basics", "PolicyTestSupport"]),
    .testTarget(name: "KeyRegistryTests", dependencies: ["KeyRegistry"]),
    .testTarget(name: "TableGeneratorTests", dependencies: ["StandardPolicies", "TableGenerator"]),
    .testTarget(name: "LuaRuntimeTests", dependencies: ["Basics", "LuaRuntime", "PolicyTestSupport"]),
    .testTarget(
      name: "PolicySchemaTests",
      dependencies: [
        "Basics", "Bundles", "FileFacts", "KeyRegistry", "LuaSyntax", "PolicyEngine", "PolicySchema", "PolicyTesting",
        "PolicyTestSupport", "SampleFiles",
      ]),
    .target(
      name: "PolicyTestSupport", dependencies: ["Basics", "Bundles", "Parameters", "PolicyEngine", "Reports"],
      path: "Tests/PolicyTestSupport"),
    .testTarget(
      name: "PolicyEngineTests",
      dependencies: [
        "Basics", "BuildHistory", "Bundles", "CheckerKit", "CheckerPlugIns", "FileFacts", "KeyRegistry", "LuaRuntime",
        "Parameters", "PolicyEngine", "PolicyLint", "PolicyObjects", "PolicySchema", "PolicyTesting",
        "PolicyTestSupport",
        "PropertyLists", "ReleaseLedger", "Reports", "SampleFiles", "StandardPolicies",
      ], exclude: ["Snapshots"]),
    .testTarget(
      name: "PolicyTestingTests",
      dependencies: [
        "Basics", "Bundles", "LuaSyntax", "PolicyEngine", "PolicySchema", "PolicyTesting", "PolicyTestSupport",
        "Reports", "ReportTestSupport",
      ]),
    .testTarget(name: "LuaSyntaxTests", dependencies: ["LuaSyntax", "PolicyEngine", "PolicyTestSupport"]),
    .testTarget(
      name: "PolicyLintTests",
      dependencies: ["Basics", "LuaSyntax", "PolicyEngine", "PolicyLint", "PolicyTestSupport"],
      exclude: ["Mistakes.txt", "OtherStyles.lua"]),
    .testTarget(
      name: "PolicyConsoleTests",
      dependencies: [
        "Basics", "Bundles", "LuaRuntime", "PolicyConsole", "PolicyEngine", "PolicyTestSupport", "PropertyLists",
      ]),
    .testTarget(
      name: "LanguageServerTests",
      dependencies: ["LanguageServer", "PolicySchema", "PolicyTesting"]),
    .systemLibrary(name: "CXMLSchemas", path: "Tests/CXMLSchemas", pkgConfig: "libxml-2.0"),
    // Reports to check, and readers of what they look like.
    .target(
      name: "ReportTestSupport",
      dependencies: [
        "Basics", "BuildRecords", "Bundles", "CXMLSchemas", "PolicyEngine", "PolicyTestSupport", "Presentation",
        "ReleaseLedger", "Reports",
      ], path: "Tests/ReportTestSupport"),
    .testTarget(name: "PresentationTests", dependencies: ["Presentation", "ReportTestSupport"]),
    .testTarget(
      name: "InspectionTests",
      dependencies: ["Basics", "Bundles", "Inspection", "PolicyTestSupport", "PropertyLists", "StructuredText"]),
    .testTarget(
      name: "LedgerViewsTests",
      dependencies: [
        "BuildRecords", "LedgerViews", "PolicyTestSupport", "Presentation", "ReleaseLedger", "ReportTestSupport",
      ]),
    .testTarget(
      name: "ReportingTests",
      dependencies: [
        "Basics", "BuildRecords", "Bundles", "CheckerPlugIns", "Inspection", "LedgerViews", "PolicyEngine",
        "PolicyTesting", "PolicyTestSupport", "Presentation", "PropertyLists", "ReleaseLedger", "Reporting", "Reports",
        "ReportTestSupport", "StructuredText",
      ]),
    .testTarget(
      name: "ReportsTests",
      dependencies: [
        "Basics", "Bundles", "FileFacts", "PolicyEngine", "PolicyTestSupport", "PropertyLists", "Reports",
        "ReportTestSupport", "SampleFiles", "SamplePictures",
      ]),
    .testTarget(
      name: "ReceiptsTests",
      dependencies: [
        "Basics", "BuildRecords", "Bundles", "PolicyEngine", "PolicyTestSupport", "Receipts", "ReleaseLedger",
        "Reports",
      ]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "Basics", "bundlepolicy", "FileFacts", "PolicyTestSupport", "PropertyLists", "SampleFiles", "StructuredText",
      ]),
    .target(name: "CanonicalText", path: "Tests/CanonicalText"),
    // A program, because the headers of Foundation and libxml2 conflict in one module.
    .executableTarget(name: "FoundationReader", dependencies: ["CanonicalText"], path: "Tests/FoundationReader"),
    .testTarget(
      name: "DifferentialTests",
      dependencies: ["Basics", "CanonicalText", "FoundationReader", "PolicyTestSupport", "PropertyLists"]),
  ],
  // RE2's headers need it.
  cxxLanguageStandard: .cxx17
)

for target in package.targets where target.type != .system && target.type != .plugin {
  target.swiftSettings = swiftSettings
  target.cSettings = cSettings
  target.cxxSettings = cxxSettings
}
