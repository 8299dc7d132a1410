import Basics

package struct InlineScript {
  package let text: String

  package init(_ source: StaticString) { text = "\n\(source)\n" }

  /// The `hash-source` that names the script in a Content Security Policy (CSP 3, 2.3.1).
  package var source: String {
    var digest = SHA256Digest()
    digest.update(text)
    return "'sha256-\(Base64.encode(digest.bytes))'"
  }
}
