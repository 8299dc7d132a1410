import LuaRuntime

/// Makes a waiver out of its declaration.
struct WaiverReader {
  /// The policy it stands in; nil in a file of waivers.
  let policy: String?

  func waiver(_ rule: String, _ value: LuaValue, at declared: SourceLocation) throws(DeclarationError) -> Waiver {
    let place = "waive '\(rule)'"
    let reader = try DeclarationReader(
      value, place: place, known: ["bundle", "file", "key", "because", "owner", "expires"])
    let expires = try reader.requiredText("expires", purpose: "the last day it holds, YYYY-MM-DD")
    guard CalendarDate(expires) != nil else {
      throw DeclarationError("\(place): 'expires' is not a day: '\(expires)' (write YYYY-MM-DD)")
    }
    for field in ["bundle", "file", "key"] where try reader.text(field)?.isEmpty == true {
      throw DeclarationError("\(place): '\(field)' is empty, so it would cover nothing; leave it out to cover all")
    }
    let file = try reader.text("file")
    if file == Waiver.wholeBundle, reader.has("key") {
      throw DeclarationError("\(place): the bundle itself ('file = \".\"') has no keys; leave one of the two out")
    }
    return Waiver(
      rule: rule, policy: policy, bundle: try reader.text("bundle"), file: file, key: try reader.text("key"),
      because: try reader.requiredText("because", purpose: "why the rule may be broken"),
      owner: try reader.requiredText("owner", purpose: "who answers for it"), expires: expires, declared: declared)
  }
}
