// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "bundlepolicy-plugin",
  products: [.plugin(name: "CheckBundle", targets: ["CheckBundle"])],
  targets: [
    .plugin(
      name: "CheckBundle",
      capability: .command(
        intent: .custom(verb: "check-bundle", description: "Checks bundles against policies with bundlepolicy")))
  ]
)
