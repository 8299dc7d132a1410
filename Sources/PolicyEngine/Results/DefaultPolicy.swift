import StandardPolicies

/// The policy that bundles are held against when none is named and none lies in reach.
public struct DefaultPolicy: Hashable, Sendable {
  /// What it is called.
  public let id: String
  /// Why it was taken.
  public let because: String

  /// `apple.recommended`, for want of a policy of one's own.
  public static let standard = DefaultPolicy(
    id: "apple.recommended", because: "there is no policy.lua in the working directory or above it")

  /// Whether a policy is named by the id of one that the program carries.
  public static func isStandard(_ policy: String) -> Bool { StandardPolicies.has(policy) }

  /// One line for people.
  public var remark: String { "\(because), and none was named: \(id) is used" }
}
