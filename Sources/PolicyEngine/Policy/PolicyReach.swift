/// Which policy includes which, and so whose rules a policy may loosen: its own, and those of the policies it includes.
///
/// Several policies may bring in the same one. Its rules are loosened only by policies that lie on every path from a policy that was
/// named to it: none of them loosens a rule for another that has not agreed to it.
package struct PolicyReach: Sendable {
  /// The ids of the policies that were named, not just included.
  private let named: [String]
  /// The ids of the policies that each includes directly, in the order given.
  private let direct: [String: [String]]

  init(named: [String], inclusions: [(from: String, to: String)]) {
    self.named = named
    direct = Dictionary(grouping: inclusions, by: \.from).mapValues { $0.map(\.to) }
  }

  /// The policies that a policy includes, directly or through others.
  func policies(includedBy id: String) -> Set<String> {
    var found: Set<String> = []
    var pending = [id]
    while let policy = pending.popLast() {
      for other in direct[policy] ?? [] where found.insert(other).inserted { pending.append(other) }
    }
    return found.subtracting([id])
  }

  /// Whether the rules of `owner` are within the reach of `policy`, at least where nothing else brings them in.
  func reaches(_ owner: String, from policy: String) -> Bool {
    owner == policy || policies(includedBy: policy).contains(owner)
  }

  /// Who brings in the policy `owner` without any of `policies` having a part in it.
  package enum Bypass: Hashable {
    /// It was named itself.
    case named
    /// A policy includes it.
    case includer(String)
  }

  /// A way to the rules of `owner` that passes by all of `policies`; nil when there is none, so that together they decide about them.
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
  /// For messages: why a policy does not decide alone about the rules of `owner`.
  package func phrase(_ owner: String) -> String {
    switch self {
    case .named: "policy '\(owner)' is also used on its own"
    case .includer(let policy): "policy '\(policy)' also includes '\(owner)'"
    }
  }

  /// What to do about it; `what` is what that policy would have to say.
  package func hint(_ what: String) -> String {
    switch self {
    case .named: "move it to a policy that includes all of these, and name only that one"
    case .includer(let policy): "\(what) in policy '\(policy)' as well, or in a policy that includes both"
    }
  }
}
