/// The ids of policies.
public enum PolicyIdentifier {
  /// What is wrong with a text as the id of a policy; nil when nothing is.
  public static func problem(in text: String) -> String? {
    do throws(DeclarationError) {
      try RuleReader.checkID(text, what: "policy")
      return nil
    } catch {
      return error.message
    }
  }
}
