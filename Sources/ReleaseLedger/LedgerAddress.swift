public import Basics

/// Distinguishes file names from addresses. A mistyped address that was taken for a file name would be printed with
/// its password, and `ledger init` would create a file of that name.
struct LedgerAddress {
  private let text: String

  init(_ text: String) { self.text = text }

  /// The kind of ledger. Throws if the text is neither a path nor a URL of PostgreSQL or git.
  func kind() throws(LedgerAddressError) -> LedgerLocation.Kind {
    let isBare = text.first.map { !Self.isWrapping($0) } ?? true && text.last.map { !Self.isWrapping($0) } ?? true
    if isBare, isServer { return .server(url: text) }
    if isBare, GitLedgerAddress.isMeant(by: text) { return .branch(try GitLedgerAddress(text)) }
    if isPlainPath || isBare && !looksLikeAddress { return .file(text) }
    throw LedgerAddressError(.malformed, subject: shownScheme)
  }

  /// `postgres://…` and `postgresql://…` (PostgreSQL documentation, 34.1.1.2 Connection URIs).
  private var isServer: Bool {
    let head = text.prefix { $0 != ":" }.lowercased()
    return text.dropFirst(head.count).hasPrefix("://") && (head == "postgres" || head == "postgresql")
  }

  /// Whether the text starts as only a path does. Two slashes may be the rest of a URL.
  private var isPlainPath: Bool {
    text.hasPrefix("./") || text.hasPrefix("../") || text.hasPrefix("/") && !text.hasPrefix("//")
  }

  /// Quotes and whitespace that may surround a copied text.
  private static func isWrapping(_ character: Character) -> Bool {
    character.isWhitespace || "'\"`‘’“”«»<>".contains(character)
  }

  private var looksLikeAddress: Bool {
    if text.contains("://") || startsWithScheme || holdsKeywords { return true }
    // `postgres//user:password@host`
    guard let colon = text.firstIndex(of: ":") else { return false }
    return text[colon...].contains("@")
  }

  /// A word and a colon (RFC 3986, section 3.1).
  private var startsWithScheme: Bool {
    let word = text.utf8.prefix { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
      default: false
      }
    }
    return !word.isEmpty && text.utf8.dropFirst(word.count).first == 0x3A
  }

  /// Keywords in libpq's connection strings (PostgreSQL documentation, 34.1.2 Parameter Key Words).
  private static let keywords: Set<String> = [
    "host", "hostaddr", "port", "dbname", "user", "password", "passfile", "sslpassword", "sslmode", "service",
  ]

  /// `host=… password=…`, with or without whitespace around the equals sign (34.1.1.1 Keyword/Value Connection
  /// Strings).
  private var holdsKeywords: Bool {
    text.split(separator: "=", omittingEmptySubsequences: false).dropLast().contains { part in
      let words = part.split { $0.isWhitespace || "'\"`;&?,".contains($0) }
      return words.last.map { Self.keywords.contains($0.lowercased()) } ?? false
    }
  }

  private var shownScheme: String? {
    guard let end = text.firstRange(of: "://")?.lowerBound else { return nil }
    let word = text[..<end].drop { Self.isWrapping($0) }
    let isWord = (1...20).contains(word.utf8.count) && word.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
    return isWord ? String(word) : nil
  }
}

/// A text that looks like an address, but does not name a file, PostgreSQL database or git branch. Because it may
/// contain a password, the error quotes only its scheme, as the subject, if that is a word of ASCII letters before
/// `://`.
public typealias LedgerAddressError = Diagnostic<LedgerAddressCode>

/// The code of a `LedgerAddressError`.
public enum LedgerAddressCode: String, DiagnosticCode {
  /// The address is malformed.
  case malformed = "ledger.address"

  /// One sentence with advice.
  public static func message(of error: LedgerAddressError) -> String {
    let word = error.subject.map { " ('\($0)://')" } ?? ""
    return "the ledger's address is neither a file nor postgres://… nor git+https://…\(word); "
      + "look for quotes, spaces or a misspelled scheme (for a file of this name, write ./NAME)"
  }
}
