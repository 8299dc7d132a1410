internal import CheckerABI
internal import PropertyLists

/// The meaning of a `checker_node`: its upper half is the kind, its lower half the index.
enum CheckerNode {
  case bundle(Int)
  case option(PropertyList.Node)
  case value(PropertyList.Node, bundle: Int)

  private static let bundleSpace: UInt64 = 1
  private static let optionSpace: UInt64 = 2
  private static let firstValueSpace: UInt64 = 16

  /// Nil for numbers that no session returns.
  init?(_ number: checker_node) {
    let low = UInt32(truncatingIfNeeded: number)
    switch number >> 32 {
    case Self.bundleSpace: self = .bundle(Int(low))
    case Self.optionSpace: self = .option(PropertyList.Node(index: low))
    case let space where space >= Self.firstValueSpace:
      self = .value(PropertyList.Node(index: low), bundle: Int(space - Self.firstValueSpace))
    default: return nil
    }
  }

  var number: checker_node {
    switch self {
    case .bundle(let index): Self.bundleSpace << 32 | UInt64(UInt32(truncatingIfNeeded: index))
    case .option(let node): Self.optionSpace << 32 | UInt64(node.index)
    case .value(let node, let bundle):
      (Self.firstValueSpace &+ UInt64(UInt32(truncatingIfNeeded: bundle))) << 32 | UInt64(node.index)
    }
  }
}

extension CheckerSession {
  /// The facts about a bundle; nil if there is no such bundle, or if it cannot be read.
  func facts(_ bundle: Int) -> CheckerFacts? {
    if let known = bundles[bundle] { return known }
    do throws(CheckerReadError) {
      guard let facts = try graph.facts(of: bundle) else { return nil }
      bundles[bundle] = facts
      return facts
    } catch {
      _ = status(error)
      return nil
    }
  }

  func facts(ofNode number: checker_node) -> (index: Int, facts: CheckerFacts)? {
    guard case .bundle(let index)? = CheckerNode(number), let facts = facts(index) else { return nil }
    return (index, facts)
  }

  /// A value, its property list, and the bundle; nil for the value of an option.
  func value(_ number: checker_node) -> (list: PropertyList, node: PropertyList.Node, bundle: Int?)? {
    switch CheckerNode(number) {
    case .option(let node): Int(node.index) < options.nodeCount ? (options, node, nil) : nil
    case .value(let node, let bundle):
      facts(bundle).flatMap { Int(node.index) < $0.info.nodeCount ? ($0.info, node, bundle) : nil }
    case .bundle, nil: nil
    }
  }

  func number(_ node: PropertyList.Node, in bundle: Int?) -> checker_node {
    (bundle.map { CheckerNode.value(node, bundle: $0) } ?? .option(node)).number
  }

  // MARK: Bundles

  func parent(_ bundle: checker_node) -> checker_node {
    guard let parent = facts(ofNode: bundle)?.facts.parent else { return 0 }
    return CheckerNode.bundle(parent).number
  }

  func child(_ bundle: checker_node, _ position: Int) -> checker_node {
    guard let children = facts(ofNode: bundle)?.facts.children, children.indices.contains(position) else { return 0 }
    return CheckerNode.bundle(children[position]).number
  }

  func bundleText(_ bundle: checker_node, _ field: UInt32, _ result: UnsafeMutablePointer<checker_text>?) -> Int32 {
    guard let result else { return Int32(CHECKER_INVALID.rawValue) }
    result.pointee = checker_text()
    guard let (index, facts) = facts(ofNode: bundle) else { return Int32(CHECKER_INVALID.rawValue) }
    let text: String?
    let name: String
    switch checker_bundle_field(field) {
    case CHECKER_BUNDLE_PATH: (text, name) = (facts.path, "path")
    case CHECKER_BUNDLE_NAME: (text, name) = (facts.name, "name")
    case CHECKER_BUNDLE_KIND: (text, name) = (facts.kind, "kind")
    case CHECKER_BUNDLE_PLATFORM: (text, name) = (facts.platform, "platform")
    case CHECKER_BUNDLE_LAYOUT: (text, name) = (facts.layout, "layout")
    case CHECKER_BUNDLE_IDENTIFIER: (text, name) = (facts.identifier, "identifier")
    case CHECKER_BUNDLE_EXECUTABLE: (text, name) = (facts.executable, "executable")
    case CHECKER_BUNDLE_INFO_PATH: (text, name) = (facts.infoPath, "info_path")
    case CHECKER_BUNDLE_RESOURCES_PATH: (text, name) = (facts.resourcesPath, "resources_path")
    default: return Int32(CHECKER_INVALID.rawValue)
    }
    note(.field, index, name)
    guard let text else { return Int32(CHECKER_ABSENT.rawValue) }
    let key = FieldKey(bundle: index, field: field)
    let kept = texts[key] ?? keep(text.utf8)
    texts[key] = kept
    result.pointee = kept
    return Int32(CHECKER_OK.rawValue)
  }

  func info(_ bundle: checker_node) -> checker_node {
    guard let (index, facts) = facts(ofNode: bundle) else { return 0 }
    return CheckerNode.value(facts.info.root, bundle: index).number
  }
}
