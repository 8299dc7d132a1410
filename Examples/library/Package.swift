// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "BuildGate",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "bundlepolicy", path: "../..")],
  targets: [
    .executableTarget(
      name: "BuildGate",
      dependencies: [
        .product(name: "PolicyEngine", package: "bundlepolicy"),
        .product(name: "Presentation", package: "bundlepolicy"),
        .product(name: "Reports", package: "bundlepolicy"),
      ])
  ]
)
