import Bundles
import LuaRuntime
import Measures
import PolicySchema

// `bundle.measures`: numbers that describe a build, for bundles under test and earlier builds.
extension PolicyHost {
  static let measuresClass = APIClass(
    "Measures", .object,
    "The measures of a bundle by name: "
      + BuiltInMeasure.allCases.map { "`\($0.rawValue)`, \($0.summary)" }.joined(separator: "; ")
      + "; and those that the policies declare with `measure`. Nil if the bundle has no such number, or if an earlier build was recorded without it.",
    index: .init("string", "integer?"))

  func readMeasures(_ node: LuaNode, _ key: LuaKey, _ answer: LuaAnswer) {
    guard case .string(let bytes) = key else { return answer.fail("measures are read by name") }
    readMeasure(String(decoding: bytes, as: UTF8.self), of: node, answer)
  }

  /// `node`: a bundle, or its measures.
  func readMeasure(_ name: String, of node: LuaNode, _ answer: LuaAnswer) {
    guard let bundle = objects.bundle(node) else { return answer.fail("this object is no longer valid") }
    let graph = objects.graphs[Int(node.owner)]
    let recorded = graph.recordedDetails(of: bundle)
    guard measures.names.contains(name) || recorded?.measure(name) != nil else {
      return answer.fail(
        "there is no measure '\(name)'" + DeclarationError.suggestion(for: name, among: measures.names))
    }
    var fuel: UInt64 = 0
    do throws(StorageError) {
      let value = try measures.value(of: name, for: bundle, in: graph, fuel: &fuel)?.number
      reads?.field("measures.\(name)", value.map { String($0) }, of: bundle, graph: Int(node.owner))
      if let value { answer.set(value) }
    } catch {
      fail(error, answer, saying: "the files cannot be measured: \(error.description)")
    }
    answer.charge(fuel)
  }
}
