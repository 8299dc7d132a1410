public import Basics

/// Tells what is meant for a file's name from what is meant for an address: a mistyped address that was taken for a file would be
/// printed with its password, and `ledger init` would make a file of that name.
struct LedgerAddress {
  private let text: String

  init(_ text: String) { self.text = text }

  /// What keeps a ledger there. Throws for what is neither a path nor a URL of PostgreSQL or git.
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

  /// Whether it begins as nothing but a path does. Two slashes may be what is left of a URL.
  private var isPlainPath: Bool {
    text.hasPrefix("./") || text.hasPrefix("../") || text.hasPrefix("/") && !text.hasPrefix("//")
  }

  /// Quotes and blanks, as they are left at the ends of a text that was copied.
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

  /// Names of libpq's that a connection string is made of (PostgreSQL documentation, 34.1.2 Parameter Key Words).
  private static let keywords: Set<String> = [
    "host", "hostaddr", "port", "dbname", "user", "password", "passfile", "sslpassword", "sslmode", "service",
  ]

  /// `host=… password=…`: blanks may stand around the equals sign (34.1.1.1 Keyword/Value Connection Strings).
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

/// A text names no file, PostgreSQL database or git branch, though it looks like an address. It may hold a password, so nothing of it
/// is told but its scheme, the subject: what stands before `://`, when it is a word of ASCII letters.
public typealias LedgerAddressError = Diagnostic<LedgerAddressCode>

/// What kind of trouble it is.
public enum LedgerAddressCode: String, DiagnosticCode {
  /// It is no address of a ledger.
  case malformed = "ledger.address"

  /// One sentence, and what to look for.
  public static func message(of error: LedgerAddressError) -> String {
    let word = error.subject.map { " ('\($0)://')" } ?? ""
    return "the ledger's address is neither a file nor postgres://… nor git+https://…\(word); "
      + "look for quotes, spaces or a misspelled scheme (for a file of this name, write ./NAME)"
  }
}
