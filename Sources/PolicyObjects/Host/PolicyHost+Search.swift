import Basics
import BundleFacts
package import Bundles
package import LuaRuntime
import PolicySchema
import PropertyLists

extension PolicyHost {
  /// Finds the files that a pattern matches in a bundle, once for all rules. Returns the full fuel of the search, even if another rule
  /// has done it; nil if that is more than `HostLibrary.workLimit`.
  func search(
    _ glob: Glob, _ pattern: String, of bundle: Bundle, _ node: LuaNode
  ) throws(StorageError) -> WalkCache.Walk? {
    if let known = walks.walk(pattern, of: node.number) { return known }
    var fuel = UInt64(try bundle.files.all().count)
    let found = try bundle.files.entries(matching: glob, steps: &fuel, limit: HostLibrary.workLimit)
    guard fuel <= HostLibrary.workLimit else { return nil }
    walks.keep(pattern, of: node.number, found, fuel: fuel)
    return WalkCache.Walk(files: found, fuel: fuel)
  }

  /// The number of files and folders of a bundle under test that a pattern matches. Adds the cost of the search to `fuel`.
  ///
  /// - Throws: If the files cannot be listed, or the search takes more than one call may.
  package func countFiles(
    matching glob: Glob, _ pattern: String, in bundle: Bundle, fuel: inout UInt64
  ) throws(LuaFailure) -> Int {
    let walk: WalkCache.Walk?
    do throws(StorageError) {
      walk = try search(glob, pattern, of: bundle, objects.node(bundle: bundle.index))
    } catch {
      throw LuaFailure(kind: .error, message: "the files cannot be listed: \(error.description)")
    }
    guard let walk else { throw LuaFailure(kind: .fuel) }
    let sum = fuel.addingReportingOverflow(walk.fuel)
    fuel = sum.overflow ? .max : sum.partialValue
    return walk.files.count
  }

  /// Whether the Info.plist of a bundle under test has a key, with or without a qualifier, or a value at a JSON Pointer.
  ///
  /// `countsBlank`: whether a string without visible characters counts.
  package func hasKey(_ key: String, of bundle: Bundle, countsBlank: Bool = true) -> Bool {
    let info = bundle.info
    var node: PropertyList.Node? = info.root
    for step in PropertyList.steps(key) {
      guard let container = node else { break }
      if reads != nil { reads?.step(step, of: container, in: objects.info(graph: 0, bundle: bundle.index)) }
      node = info.child(of: container, step)
    }
    if let node, countsBlank || info.kind(of: node) != .string || !TextForms.isBlank(info.utf8(of: node)) {
      return true
    }
    let qualified: Set<ExactText>
    if let known = qualifiedKeys[bundle.index] {
      qualified = known
    } else {
      qualified = Set(QualifiedKey.all(in: info).map { ExactText($0.parts.base) })
      qualifiedKeys[bundle.index] = qualified
    }
    return qualified.contains(ExactText(key))
  }
}
