// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that the program's does not depend on Foundation.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "bundlepolicy", path: "..")],
  targets: [
    .target(name: "Measurement", path: "peers/Measurement"),
    .executableTarget(
      name: "OwnReader",
      dependencies: [
        "Measurement", .product(name: "Bundles", package: "bundlepolicy"),
        .product(name: "PropertyLists", package: "bundlepolicy"),
      ],
      path: "peers/OwnReader"),
    .executableTarget(name: "FoundationPeer", dependencies: ["Measurement"], path: "peers/FoundationPeer"),
  ])
