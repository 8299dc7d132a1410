internal import StructuredText

/// The packs that a project asks for: `bundlepolicy.json`, in its top folder.
///
///     { "format": "bundlepolicy-manifest", "version": 1,
///       "packs": { "acme": { "source": "git+https://host/policies.git", "ref": "v3", "path": "mobile",
///                            "signed": "tag", "signers": "allowed_signers" },
///                  "shared": { "source": "../policies" } } }
public struct PackManifest: Hashable, Sendable {
  /// The file's name.
  public static let fileName = "bundlepolicy.json"
  /// The largest that is read: 1 MiB.
  static let limit = 1 << 20
  /// The most packs.
  static let maximumCount = 256

  /// By name.
  public var packs: [String: PackRequest]

  /// Makes a manifest.
  public init(packs: [String: PackRequest] = [:]) { self.packs = packs }

  /// The contents of the file, sorted.
  public var text: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("format", "bundlepolicy-manifest")
      writer.member("version", 1)
      writer.name("packs")
      writer.object { writer in
        for (name, pack) in packs.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
          writer.name(name)
          writer.object { writer in
            writer.member("source", pack.source.text)
            if let ref = pack.ref { writer.member("ref", ref) }
            if let path = pack.path { writer.member("path", path) }
            if let demand = pack.demand {
              writer.member("signed", demand.object.rawValue)
              writer.member("signers", demand.signers)
            }
          }
        }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }
}
