import Basics
import StructuredText

/// Names and passwords for registries, as `docker login` and `podman login` write them: `REGISTRY_AUTH_FILE`, else `config.json` in
/// `DOCKER_CONFIG` or `~/.docker`. Each is for one host, so a manifest that names another host gets none of them.
struct RegistryCredentials {
  /// The file; nil when none is known.
  private let file: String?
  /// Whether a variable names it, so that it must be there.
  private let isNamed: Bool

  /// `variables` stand in place of this process's.
  init(_ variables: [String: String] = [:]) {
    func variable(_ name: String) -> String? {
      let value = variables[name] ?? getenv(name).map { String(cString: $0) } ?? ""
      return value.isEmpty ? nil : value
    }
    isNamed = variable("REGISTRY_AUTH_FILE") != nil
    file =
      variable("REGISTRY_AUTH_FILE") ?? variable("DOCKER_CONFIG").map { $0 + "/config.json" }
      ?? variable("HOME").map { $0 + "/.docker/config.json" }
  }

  static func advice(_ host: String) -> String {
    "if it needs a login, run 'docker login \(host)', or name a file of credentials with REGISTRY_AUTH_FILE"
  }

  /// The name and password for a host, as they are sent: in Base64. Nil when there are none; then the registry is read anonymously.
  func basic(for host: String) throws(PackError) -> String? {
    guard let file else { return nil }
    let bytes: [UInt8]
    do throws(NamedFile.Failure) {
      bytes = try NamedFile.bytes(file, limit: 1 << 20, isFound: true)
    } catch {
      if error.isMissing, !isNamed { return nil }
      throw PackError(.network, "the credentials cannot be read: \(error.reason)", file: file)
    }
    let root: StructuredValue
    do throws(StructuredTextError) {
      root = try JSONReader.read(bytes)
    } catch {
      // The text near the place may be a password.
      throw PackError(.network, "the credentials are not valid JSON", file: file, place: error.place)
    }
    var keys = [host, "https://\(host)", "http://\(host)", "https://\(host)/v2/", "https://\(host)/v1/"]
    // What docker calls its own registry.
    if host == "registry-1.docker.io" { keys.append("https://index.docker.io/v1/") }
    for key in keys {
      guard let text = root["auths"]?[key]?["auth"]?.string, !text.isEmpty else { continue }
      guard let plain = Base64.decode(Array(text.utf8)), plain.contains(UInt8(ascii: ":")) else {
        throw PackError(.network, "the credentials for \(host) are not a name and password in Base64", file: file)
      }
      return Base64.encode(plain)
    }
    return nil
  }
}
