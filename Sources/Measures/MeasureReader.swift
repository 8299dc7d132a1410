package import BuildRecords
package import Bundles

package final class MeasureReader {
  package struct Value: Hashable, Sendable {
    package let number: Int64
    /// The file that it is about, relative to the bundle.
    package var file: String?
  }

  private struct Sizes {
    let graph: BundleGraph
    var plain: BundleSizes?
    var withCode: BundleSizes?
  }

  private var sizes: [ObjectIdentifier: Sizes] = [:]
  private var own: [String: [ObjectIdentifier: Int64]] = [:]
  private struct Noted {
    var measures: [String: Int64] = [:]
    var sets: [String: BuildSet] = [:]
  }

  private var noted: [ObjectIdentifier: Noted] = [:]
  package var declared: [String] = []

  package init() {}

  package var names: [String] { BuiltInMeasure.allCases.map(\.rawValue) + declared }

  package func forget() {
    sizes.removeAll(keepingCapacity: true)
    own.removeAll(keepingCapacity: true)
    noted.removeAll(keepingCapacity: true)
  }

  /// Adds a number to what reports and ledgers keep of a bundle.
  package func note(_ number: Int64, of name: String, for bundle: Bundle) {
    noted[ObjectIdentifier(bundle), default: Noted()].measures[name] = number
  }

  package func note(_ set: BuildSet, for bundle: Bundle) {
    noted[ObjectIdentifier(bundle), default: Noted()].sets[set.name] = set
  }

  package func details(of bundle: Bundle, ofRow: Bool = false) -> BuildDetails {
    guard let noted = noted[ObjectIdentifier(bundle)] else { return BuildDetails() }
    return BuildDetails(
      measures: noted.measures.map { BuildMeasure(name: $0.key, value: $0.value) },
      sets: noted.sets.values.filter { !ofRow || ComparedSet(rawValue: $0.name)?.source == .files })
  }

  package func keep(_ value: Int64, of name: String, for bundle: Bundle) {
    own[name, default: [:]][ObjectIdentifier(bundle)] = value
  }

  /// The value of a measure; nil if the bundle has none, or if it is a record of a build without it.
  ///
  /// Adds the work to `fuel`, the same whether or not it was measured before. Throws if files cannot be listed.
  package func value(
    of name: String, for bundle: Bundle, in graph: BundleGraph, fuel: inout UInt64
  ) throws(StorageError) -> Value? {
    fuel += 100
    if let recorded = graph.recordedDetails(of: bundle) { return recorded.measure(name).map { Value(number: $0) } }
    guard let measure = BuiltInMeasure(rawValue: name) else {
      return own[name]?[ObjectIdentifier(bundle)].map { Value(number: $0) }
    }
    if bundle.infoPath == nil { return nil }
    if measure == .localizations { return Value(number: Int64(try bundle.localizations().count)) }
    let looksIntoFiles = measure == .codeSize || measure == .resourcesSize
    let found = try sizes(of: graph, looksIntoFiles: looksIntoFiles)
    fuel += UInt64(found.count) * (looksIntoFiles ? 300 : 50)
    let size = found.sizes[bundle.index]
    switch measure {
    case .installSize: return Value(number: Int64(size.all))
    case .compressedSize: return size.largestPath == nil ? nil : size.compressed.map { Value(number: Int64($0)) }
    case .largestFile:
      let above = bundle.path.isEmpty ? 0 : bundle.path.utf8.count + 1
      return Value(
        number: Int64(size.largest),
        file: size.largestPath.map { String(decoding: $0.utf8.dropFirst(above), as: UTF8.self) })
    case .codeSize: return Value(number: Int64(size.code))
    case .resourcesSize: return Value(number: Int64(size.all - size.code))
    case .localizations: return nil
    }
  }

  package func installSize(of bundle: Bundle, in graph: BundleGraph) -> Int64? {
    var fuel: UInt64 = 0
    return (try? value(of: BuiltInMeasure.installSize.rawValue, for: bundle, in: graph, fuel: &fuel))?.number
  }

  private func sizes(of graph: BundleGraph, looksIntoFiles: Bool) throws(StorageError) -> BundleSizes {
    var known = sizes[ObjectIdentifier(graph)] ?? Sizes(graph: graph)
    if let found = looksIntoFiles ? known.withCode : known.withCode ?? known.plain { return found }
    let found = try BundleSizes(of: graph, looksIntoFiles: looksIntoFiles)
    if looksIntoFiles { known.withCode = found } else { known.plain = found }
    sizes[ObjectIdentifier(graph)] = known
    return found
  }
}
