import Basics
import CheckerPlugIns

/// Names and versions of artifacts (OCI distribution specification 1.1, Pulling manifests).
enum ImageReference {
  static func problem(in ref: String) -> String? {
    if HexDigest.isSHA256(ref) { return nil }
    if ref.contains(":") { return "'\(ref)' is not a digest: sha256: and 64 lower-case hexadecimal digits" }
    let isTag = ref.utf8.enumerated().allSatisfy { place, byte in
      byte.isASCIIAlphanumeric || byte == 0x5F || place > 0 && (byte == 0x2E || byte == 0x2D)
    }
    return isTag && 1...128 ~= ref.utf8.count ? nil : "'\(ref)' is not a tag of a registry"
  }

  static func checked(_ text: String) throws(PackError) -> String {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    if parts[0].contains("@"), parts.count == 2 {
      throw PackError(
        .source, "the address contains a password or token, which would be stored in files that others can read",
        hint: "remove it, and log in with 'docker login' or 'podman login'")
    }
    if ["docker.io", "index.docker.io"].contains(parts[0]) {
      throw PackError(
        .source, "'\(parts[0])' is not the address of a registry",
        hint: "write oci://registry-1.docker.io/NAME for Docker Hub")
    }
    guard parts.count == 2, WebAddress.isAuthority(String(parts[0])), isName(parts[1]) else {
      throw PackError(
        .source, "this is not the name of an artifact: a host, and a name of lower-case letters and digits",
        hint: "write oci://HOST/NAME; the version is not part of a manifest's source: it has 'version' or 'ref'")
    }
    return text
  }

  private static func isName(_ name: Substring) -> Bool {
    name.utf8.count <= 255
      && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
        func isPlain(_ byte: UInt8) -> Bool { byte.isASCIILowercase || byte.isASCIIDigit }
        guard let first = part.utf8.first, let last = part.utf8.last, isPlain(first), isPlain(last) else {
          return false
        }
        return !part.contains("..") && part.utf8.allSatisfy { isPlain($0) || "._-".utf8.contains($0) }
      }
  }
}
