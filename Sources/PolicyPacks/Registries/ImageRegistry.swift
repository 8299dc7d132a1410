import Basics
import CheckerPlugIns
import StructuredText

/// An artifact in a registry (OCI distribution specification 1.1, Pull). Not thread-safe.
final class ImageRegistry: ImageStore {
  /// The maximum number of pages of tags; servers choose the page size.
  private static let pageLimit = 100
  private static let tagLimit = 100_000

  let shown: String
  private let web: WebClient
  private let host: String
  private let name: String
  private let scheme: String
  private let credentials: RegistryCredentials
  /// The `Authorization: …` header, once the registry has asked for it.
  private var authorization: String?

  /// `reference` is `HOST[:PORT]/NAME`.
  init(_ reference: String, _ web: WebClient, _ credentials: RegistryCredentials) {
    shown = "oci://" + reference
    let parts = reference.split(separator: "/", maxSplits: 1)
    host = String(parts[0])
    name = parts.count > 1 ? String(parts[1]) : ""
    scheme = WebAddress.isLocal(host.lowercased()) ? "http" : "https"
    (self.web, self.credentials) = (web, credentials)
  }

  func manifest(_ ref: String?) throws(PackError) -> (digest: String, bytes: [UInt8]) {
    guard let ref else { throw PackError(.source, "\(shown): the version is missing", hint: "name a tag or a digest") }
    let response = try get(
      "manifests/\(ref)", accepting: ImageManifest.mediaTypes, limit: ImageManifest.limit,
      missing: PackError(
        .source, "\(shown) has no artifact '\(ref)', or you may not read it",
        hint: "check the name and the tag; \(RegistryCredentials.advice(host))"))
    let digest = ImageDigest.of(response.body)
    // The server's own digest must match, too.
    for expected in [HexDigest.isSHA256(ref) ? ref : nil, response.header("docker-content-digest")].compactMap({ $0 })
    where expected.hasPrefix("sha256:") { try ImageDigest.check(response.body, expected, shown) }
    return (digest, response.body)
  }

  func blob(_ digest: String, size: Int, isManifest: Bool) throws(PackError) -> [UInt8] {
    try get(
      "\(isManifest ? "manifests" : "blobs")/\(digest)", accepting: isManifest ? ImageManifest.mediaTypes : ["*/*"],
      // One more byte, so that a blob that is too long is detected.
      limit: min(size, TarContent.limit) + 1,
      missing: PackError(
        .source, "\(shown) does not have the blob \(digest) that its manifest names",
        hint: "the artifact is damaged; push it again")
    ).body
  }

  func tags() throws(PackError) -> [(name: String, digest: String?)] {
    var tags: [(name: String, digest: String?)] = []
    var page: String? = "tags/list?n=1000"
    var pages = 0
    while let path = page {
      pages += 1
      if pages > Self.pageLimit || tags.count > Self.tagLimit {
        throw PackError(.limit, "\(shown) has too many tags to search for a version", hint: "name a tag with 'ref'")
      }
      let response = try get(
        path, accepting: ["application/json"], limit: 8 << 20,
        missing: PackError(
          .source, "\(shown) has no tags, or you may not list them",
          hint: "check the name; \(RegistryCredentials.advice(host))"))
      guard let list = (try? JSONReader.read(response.body))?["tags"] else {
        throw PackError(.network, "\(shown): the list of tags is malformed")
      }
      tags += (list.list ?? []).compactMap { tag in tag.string.map { ($0, nil) } }
      page = try Self.next(response.header("link"), of: name)
    }
    return tags
  }

  /// Parses `</v2/NAME/tags/list?n=1000&last=v1>; rel="next"` (RFC 5988) with the same artifact name; nil for the last page.
  private static func next(_ link: String?, of name: String) throws(PackError) -> String? {
    guard let link, link.contains("rel=\"next\"") || link.contains("rel=next") else { return nil }
    let target = link.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" }
    let path = target.firstRange(of: "/v2/\(name)/").map { target[$0.upperBound...] } ?? target
    guard path.hasPrefix("tags/list?") else {
      throw PackError(.network, "the registry names an invalid next page of tags: \(target)")
    }
    return String(path)
  }

  private func get(
    _ path: String, accepting types: [String], limit: Int, missing: PackError
  ) throws(PackError) -> WebClient.Response {
    let address = WebAddress(scheme: scheme, authority: host.lowercased(), path: "/v2/\(name)/\(path)")
    let accept = ["Accept: " + types.joined(separator: ", ")]
    var response = try web.get(address, headers: accept, secret: authorization, limit: limit)
    if response.status == 401 {
      authorization = try authorize(response)
      response = try web.get(address, headers: accept, secret: authorization, limit: limit)
    }
    switch response.status {
    case 200: return response
    case 404: throw missing
    case 401, 403:
      throw PackError(
        .network, "\(shown): the registry refuses access (\(response.status))", hint: RegistryCredentials.advice(host))
    case 429:
      throw PackError(
        .network, "\(shown): the registry refuses further requests for now (429)", hint: "try again later")
    default:
      throw PackError(.network, "\(shown): the registry responded to \(path) with status \(response.status)")
    }
  }

  /// Returns the `Authorization` header after a 401 response: a token limited to pulling this artifact, or name and password.
  private func authorize(_ response: WebClient.Response) throws(PackError) -> String {
    func refuse(_ what: String) -> PackError {
      PackError(
        .network, "\(shown): the registry requires a login, but \(what)", hint: RegistryCredentials.advice(host))
    }
    guard let challenge = response.header("www-authenticate").map(AuthenticationChallenge.init(_:)) else {
      throw refuse("does not say how (the WWW-Authenticate header is missing)")
    }
    let basic = try credentials.basic(for: host, name: name)
    switch challenge.scheme {
    case "basic":
      guard let basic else { throw refuse("there are no credentials for \(host)") }
      return "Authorization: Basic " + basic
    case "bearer":
      guard let text = challenge.parameters["realm"], let realm = WebAddress(text) else {
        throw refuse("does not name a token server")
      }
      // A registry on the network must not make us contact services on this machine.
      if let problem = realm.securityProblem ?? (realm.isLocal && scheme == "https" ? "it is on this machine" : nil) {
        throw refuse("its token server, \(realm.origin), is refused: \(problem)")
      }
      // Our scope rather than the one the registry asks for: the token of a shared token server is then valid for this artifact only.
      var query = "scope=" + PercentEncoding.encode("repository:\(name):pull")
      if let service = challenge.parameters["service"] { query = "service=\(PercentEncoding.encode(service))&" + query }
      let address = WebAddress(
        scheme: realm.scheme, authority: realm.authority,
        path: realm.path + (realm.path.contains("?") ? "&" : "?") + query)
      let answer = try web.get(address, secret: basic.map { "Authorization: Basic " + $0 }, limit: 1 << 20)
      guard answer.status == 200, let document = try? JSONReader.read(answer.body),
        let token = (document["token"] ?? document["access_token"])?.string,
        !token.isEmpty, token.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
      else { throw refuse("\(realm.origin) did not issue a token (status \(answer.status))") }
      return "Authorization: Bearer " + token
    default: throw refuse("by '\(challenge.scheme.shortened(to: 40))', which is not supported")
    }
  }
}

struct AuthenticationChallenge {
  let scheme: String
  let parameters: [String: String]

  init(_ text: String) {
    let text = text.prefix(8192)
    scheme = text.prefix { $0 != " " }.lowercased()
    var rest = text.dropFirst(scheme.count)
    var parameters: [String: String] = [:]
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].drop { $0 == " " || $0 == "," }.lowercased()
      rest = rest[rest.index(after: equals)...]
      var value = ""
      if rest.first == "\"" {
        rest = rest.dropFirst()
        while let character = rest.popFirst(), character != "\"" {
          if character == "\\", let next = rest.popFirst() { value.append(next) } else { value.append(character) }
        }
      } else {
        value = String(rest.prefix { $0 != "," })
        rest = rest.dropFirst(value.count)
      }
      if parameters[name] == nil { parameters[name] = value }
    }
    self.parameters = parameters
  }
}
