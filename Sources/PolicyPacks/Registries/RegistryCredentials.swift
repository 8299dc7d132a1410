import Basics
import StructuredText

/// Credentials for registries, from the file that `docker login` and `podman login` write: `REGISTRY_AUTH_FILE`, else `config.json` in
/// `DOCKER_CONFIG` or `~/.docker`. The file contains them (`auths`) or names helper programs (`credHelpers`, `credsStore`). Each credential
/// is for one host and is never sent to another.
struct RegistryCredentials {
  private let file: String?
  /// Whether `REGISTRY_AUTH_FILE` names the file; then it must exist.
  private let isNamed: Bool
  private let seconds: Int
  private let variables: [String: String]

  init(seconds: Int, _ variables: [String: String] = [:]) {
    func variable(_ name: String) -> String? {
      let value = variables[name] ?? getenv(name).map { String(cString: $0) } ?? ""
      return value.isEmpty ? nil : value
    }
    (self.seconds, self.variables) = (seconds, variables)
    isNamed = variable("REGISTRY_AUTH_FILE") != nil
    file =
      variable("REGISTRY_AUTH_FILE") ?? variable("DOCKER_CONFIG").map { $0 + "/config.json" }
      ?? variable("HOME").map { $0 + "/.docker/config.json" }
  }

  static func advice(_ host: String) -> String {
    "if it needs a login, run 'docker login \(host)', or name a file of credentials with REGISTRY_AUTH_FILE"
  }

  static func identityToken(_ registry: String, file: String) -> PackError {
    PackError(
      .network, "the credential for \(registry) is an identity token, which is not supported", file: file,
      hint: "log in with a user name and a password or access token: docker login --username NAME --password-stdin")
  }

  /// Returns the name and password for an artifact, in Base64 as they are sent, or nil to read the registry anonymously.
  ///
  /// Like docker, prefers a helper for the host to the default helper, and asks nothing else if a helper is configured.
  func basic(for host: String, name: String) throws(PackError) -> String? {
    guard let file, let root = try read(file) else { return nil }
    // Docker's names for its own registry.
    let aliases = host == "registry-1.docker.io" ? ["https://index.docker.io/v1/", "index.docker.io", "docker.io"] : []
    func text(_ value: StructuredValue?, _ what: String) throws(PackError) -> String? {
      guard let value else { return nil }
      guard let text = value.string else { throw PackError(.network, "'\(what)' is not a string", file: file) }
      // Docker treats an empty string as absent.
      return text.isEmpty ? nil : text
    }
    var helper: String?
    for key in [host] + aliases where helper == nil {
      helper = try text(root["credHelpers"]?[key], "credHelpers.\(key)")
    }
    if helper == nil { helper = try text(root["credsStore"], "credsStore") }
    if let helper {
      return try CredentialHelper(helper, file: file, seconds: seconds, variables)
        .credentials(for: aliases.first ?? host).map(Base64.encode)
    }
    return try kept(in: root["auths"], Self.keys(host, name) + aliases, file: file, host: host)
  }

  /// The keys that may match an artifact, most specific first: podman has credentials for parts of a registry (containers-auth.json(5)).
  private static func keys(_ host: String, _ name: String) -> [String] {
    var parts = name.split(separator: "/")
    var keys: [String] = []
    while !parts.isEmpty {
      keys.append(host + "/" + parts.joined(separator: "/"))
      parts.removeLast()
    }
    return keys + [host, "https://\(host)", "http://\(host)", "https://\(host)/v2/", "https://\(host)/v1/"]
  }

  private func read(_ file: String) throws(PackError) -> StructuredValue? {
    let bytes: [UInt8]
    do throws(NamedFile.Failure) {
      bytes = try NamedFile.bytes(file, limit: 1 << 20, isFound: true)
    } catch {
      if error.isMissing, !isNamed { return nil }
      throw PackError(.network, "the credentials cannot be read: \(error.reason)", file: file)
    }
    do throws(StructuredTextError) {
      return try JSONReader.read(bytes)
    } catch {
      // The error omits the text near the place, which may be a password.
      throw PackError(.network, "the credentials are not valid JSON", file: file, place: error.place)
    }
  }

  private func kept(
    in auths: StructuredValue?, _ keys: [String], file: String, host: String
  ) throws(PackError) -> String? {
    for key in keys {
      guard let entry = auths?[key] else { continue }
      if let token = entry["identitytoken"]?.string, !token.isEmpty { throw Self.identityToken(host, file: file) }
      guard let text = entry["auth"]?.string, !text.isEmpty else { continue }
      guard let plain = Base64.decode(Array(text.utf8)), plain.contains(UInt8(ascii: ":")) else {
        throw PackError(.network, "the credentials for \(host) are not a name and password in Base64", file: file)
      }
      return Base64.encode(plain)
    }
    return nil
  }
}
