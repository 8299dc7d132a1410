import Foundation
import PackagePlugin

/// Runs TableGenerator before compiling a target that contains other files of the package as constant data.
///
/// All these files are in the folder of a target, because elsewhere Swift Package Manager does not notice added or removed files.
@main
struct GenerateTables: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let kind: String
    let sources: [String]
    switch target.name {
    case "StandardPolicies": (kind, sources) = ("policies", ["StandardPolicies"])
    case "KeyRegistry": (kind, sources) = ("keys", ["StandardPolicies"])
    case "Presentation": (kind, sources) = ("texts", ["Presentation"])
    case "Scaffolding": (kind, sources) = ("checker-kit", ["CheckerABI", "CheckerKit", "Scaffolding"])
    default:
      Diagnostics.error("GenerateTables makes no table for \(target.name)")
      return []
    }
    let isOfPolicies = kind == "policies" || kind == "keys"
    let root = context.package.directoryURL.appending(path: isOfPolicies ? "Policies" : "Sources")
    let files = try context.package.targets(named: sources).flatMap { target in
      // Headers are not listed among the sources.
      let headers = (target as? ClangSourceModuleTarget)?.publicHeadersDirectoryURL
      return try (target.sourceModule?.sourceFiles.map(\.url) ?? [])
        + (headers.map { try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil) } ?? [])
    }
    let output = context.pluginWorkDirectoryURL.appending(path: "Generated\(target.name).swift")
    return [
      .buildCommand(
        displayName: "Generating \(output.lastPathComponent)",
        executable: try context.tool(named: "TableGenerator").url,
        arguments: [kind, output.path, root.path] + files.map(\.path), inputFiles: files, outputFiles: [output])
    ]
  }
}
