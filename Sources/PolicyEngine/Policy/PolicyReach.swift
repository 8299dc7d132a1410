/// Which policy includes which, and so whose rules a policy may loosen: its own, and the rules of the policies it includes.
///
/// Several policies may include the same one. Its rules are loosened only by policies on every path from a named
/// policy to it: none of them loosens a rule for another that has not agreed to it.
package struct PolicyReach: Sendable {
  private let named: [String]
  /// The ids of the policies that each includes directly, in the order given.
  private let direct: [String: [String]]

  init(named: [String], inclusions: [(from: String, to: String)]) {
    self.named = named
    direct = Dictionary(grouping: inclusions, by: \.from).mapValues { $0.map(\.to) }
  }

  func policies(includedBy id: String) -> Set<String> {
    var found: Set<String> = []
    var pending = [id]
    while let policy = pending.popLast() {
      for other in direct[policy] ?? [] where found.insert(other).inserted { pending.append(other) }
    }
    return found.subtracting([id])
  }

  /// Whether the rules of `owner` are within the reach of `policy`, unless another policy includes them, too.
  func reaches(_ owner: String, from policy: String) -> Bool {
    owner == policy || policies(includedBy: policy).contains(owner)
  }

  /// How the policy `owner` is included without any of `policies`.
  package enum Bypass: Hashable {
    case named
    case includer(String)
  }

  /// A way to the rules of `owner` that bypasses all of `policies`; nil if they decide about them together.
  package func bypass(of policies: Set<String>, to owner: String) -> Bypass? {
    if policies.contains(owner) { return nil }
    if named.contains(owner) { return .named }
    var seen = policies
    var pending = named.filter { seen.insert($0).inserted }[...]
    while let policy = pending.popFirst() {
      for other in direct[policy] ?? [] {
        if other == owner { return .includer(policy) }
        if seen.insert(other).inserted { pending.append(other) }
      }
    }
    return nil
  }
}

extension PolicyReach.Bypass {
  package func phrase(_ owner: String) -> String {
    switch self {
    case .named: "policy '\(owner)' is also used on its own"
    case .includer(let policy): "policy '\(policy)' also includes '\(owner)'"
    }
  }

  /// A hint; `what` is what that policy would have to declare.
  package func hint(_ what: String) -> String {
    switch self {
    case .named: "move it to a policy that includes all of these, and name only that one"
    case .includer(let policy): "\(what) in policy '\(policy)' as well, or in a policy that includes both"
    }
  }
}
