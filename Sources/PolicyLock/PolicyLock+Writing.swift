internal import StructuredText

extension PolicyLock {
  /// The contents of the lock file, sorted by the bytes of names.
  public var text: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("format", "bundlepolicy-lock")
      writer.member("version", 1)
      if !checkers.isEmpty || packs.isEmpty { Self.write(checkers, "checkers", to: &writer) }
      if packs.isEmpty { return }
      writer.name("packs")
      writer.object { writer in
        for (name, pack) in Self.sorted(packs) {
          writer.name(name)
          writer.object { Self.write(pack, to: &$0) }
        }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  private static func sorted<Value>(_ entries: [String: Value]) -> [(key: String, value: Value)] {
    entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  private static func write(_ digests: [String: String], _ name: String, to writer: inout JSONWriter) {
    writer.name(name)
    writer.object { writer in
      for (path, digest) in sorted(digests) { writer.member(path, digest) }
    }
  }

  private static func write(_ pack: LockedPack, to writer: inout JSONWriter) {
    func member(_ name: String, _ text: String?) {
      if let text { writer.member(name, text) }
    }
    member("source", pack.source)
    member("ref", pack.ref)
    member("path", pack.path)
    member("kind", pack.kind.rawValue)
    member("commit", pack.commit)
    member("tag", pack.tag)
    member("tree", pack.tree)
    member("digest", pack.digest)
    if let signature = pack.signature {
      writer.name("signature")
      writer.object { writer in
        writer.member("object", signature.object.rawValue)
        writer.member("principal", signature.principal)
        writer.member("key", signature.key)
      }
    }
    if !pack.checkers.isEmpty { write(pack.checkers, "checkers", to: &writer) }
  }
}
