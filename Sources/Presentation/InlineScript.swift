import Basics

/// A script within a page: a literal of the program, without markup of its own.
package struct InlineScript {
  /// What stands between the tags.
  package let text: String

  package init(_ source: StaticString) { text = "\n\(source)\n" }

  /// What a Content Security Policy names it by (CSP 3, 2.3.1, hash-source).
  package var source: String {
    var digest = SHA256Digest()
    digest.update(text)
    return "'sha256-\(Base64.encode(digest.bytes))'"
  }
}
