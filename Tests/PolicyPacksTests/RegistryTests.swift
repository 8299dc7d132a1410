import Basics
import CheckerPlugIns
import PolicyTestSupport
import Testing

@testable import PolicyPacks

/// Packs in image layouts, and from a registry and a file server on this machine.
@Suite struct RegistryTests {
  @Test func aLayoutIsAPack() throws {
    let shop = try RegistryWorkshop()
    let digest = try shop.publish()
    for ref in ["v1.0.0", nil, digest] {
      let request = try shop.request("oci-layout:../layout", ref)
      let locked = try shop.lock(request)
      #expect(locked.revision == digest && locked.kind == (ref == "v1.0.0" ? .tag : .digest))
      #expect(try shop.sources(request, locked).keys.sorted() == ["mobile/ios.lua", "policy.lua"])
      FolderTree.remove(shop.cache.root)
      #expect(try shop.fetchLocked(request, locked))
    }
    let missing = trouble { try shop.lock(try shop.request("oci-layout:../layout", "v9")) }
    #expect(missing?.code == .source && missing?.hint?.contains("v1.0.0") == true)
    #expect(trouble { try shop.lock(try shop.request("oci-layout:../nothing")) }?.code == .source)
    #expect(trouble { try shop.lock(try shop.request("oci-layout:.")) }?.code == .source)
  }

  @Test func filesAreLayersOfTheirOwn() throws {
    let shop = try RegistryWorkshop()
    let type = "application/vnd.example.policy+lua"
    func layer(_ title: String, _ text: String) throws -> String {
      RegistryWorkshop.descriptor(
        try shop.blob(Array(text.utf8)), text.utf8.count, type: type, ("org.opencontainers.image.title", title))
    }
    func lock(_ layers: [String]) throws -> LockedPack {
      try shop.index([(try shop.blob(Array(RegistryWorkshop.manifest(layers).utf8)), nil)])
      return try shop.lock(try shop.request("oci-layout:../layout"))
    }
    let locked = try lock([try layer("policy.lua", "one"), try layer("mobile/ios.lua", "two")])
    #expect(try shop.sources(try shop.request("oci-layout:../layout"), locked).count == 2)
    for (layers, message) in [
      ([try layer("../policy.lua", "one")], "unsafe file name"),
      ([try layer("a", "1"), try layer("a", "2")], "two layers"),
      ([RegistryWorkshop.descriptor(try shop.blob([1]), 1, type: type)], "neither a tar nor a file"), ([], "no layers"),
      ([RegistryWorkshop.descriptor(try shop.blob([1]), PackLimits.bytes + 1, type: type)], "more than 64 MiB"),
      (
        [RegistryWorkshop.descriptor(try shop.blob([1]), 2, type: RegistryWorkshop.tarType)],
        "has 1 byte, but its manifest says 2"
      ),
    ] {
      let error = trouble { try lock(layers) }
      #expect(error?.message.contains(message) == true, "\(error?.message ?? "it was taken")")
    }
    // Like oras: files without a type get the media type of a tar, and a folder is a tar.
    let tar = TarBuilder.tar([.file("house/policy.lua", "one")])
    let tarType = "application/vnd.oci.image.layer.v1.tar"
    let title = "org.opencontainers.image.title"
    let file = RegistryWorkshop.descriptor(try shop.blob(Array("one".utf8)), 3, type: tarType, (title, "policy.lua"))
    let whole = RegistryWorkshop.descriptor(try shop.blob(tar), tar.count, type: tarType, (title, "house.tar"))
    let folder = RegistryWorkshop.descriptor(
      try shop.blob(tar), tar.count, type: tarType, (title, "house\", \"io.deis.oras.content.unpack\": \"true"))
    for layer in [file, whole, folder] {
      let locked = try lock([layer])
      #expect(
        try shop.sources(try shop.request("oci-layout:../layout"), locked) == ["policy.lua": Array("one".utf8)],
        "\(layer)")
    }
    let removing = try shop.artifact(TarBuilder.tar([.file("policy.lua", "x"), .file("a/.wh.b", "")]))
    try shop.index([(removing, nil)])
    #expect(
      trouble { try shop.lock(try shop.request("oci-layout:../layout")) }?.message.contains("remove files") == true)
  }

  @Test func anIndexOfOneArtifactIsFollowed() throws {
    let shop = try RegistryWorkshop()
    let inner = try shop.publish()
    func index(_ count: Int) throws -> String {
      let size = try shop.folder.bytes("layout/blobs/sha256/" + inner.dropFirst(7)).count
      let entry = RegistryWorkshop.descriptor(inner, size, type: "application/vnd.oci.image.manifest.v1+json")
      return try shop.blob(
        Array(
          #"{"schemaVersion": 2, "manifests": [\#([String](repeating: entry, count: count).joined(separator: ","))]}"#
            .utf8))
    }
    try shop.index([(try index(1), "v1.0.0")])
    let request = try shop.request("oci-layout:../layout", "v1.0.0")
    #expect(try shop.sources(request, try shop.lock(request)).count == 2)
    try shop.index([(try index(2), "v1.0.0")])
    #expect(trouble { try shop.lock(request) }?.message.contains("an index of 2 artifacts") == true)
    let both = try shop.blob(Array(#"{"schemaVersion": 2, "manifests": [], "layers": []}"#.utf8))
    try shop.index([(both, "v1.0.0")])
    #expect(trouble { try shop.lock(request) }?.message.contains("either 'layers' or 'manifests'") == true)
  }

  @Test func whatWasChangedInALayoutIsNoticed() throws {
    let shop = try RegistryWorkshop()
    let digest = try shop.publish()
    let request = try shop.request("oci-layout:../layout", "v1.0.0")
    let blobs = (FileSystem.names(in: shop.folder("layout/blobs/sha256")) ?? [])
    for name in blobs {
      let path = "layout/blobs/sha256/" + name
      let bytes = try shop.folder.bytes(path)
      try shop.folder.write(path, bytes.dropLast() + [bytes[bytes.count - 1] ^ 1])
      let changed = trouble { try shop.lock(request) }
      #expect(changed?.code == .content && changed?.message.contains(name) == true, "\(changed?.message ?? "taken")")
      unlink(shop.folder(path))
      try shop.folder.link(path, to: "../../../elsewhere")
      try shop.folder.write("elsewhere", bytes)
      #expect(trouble { try shop.lock(request) }?.code == .source)
      unlink(shop.folder(path))
      try shop.folder.write(path, bytes)
    }
    #expect(try shop.lock(request).revision == digest)
  }

  @Test(arguments: ["plain", "token", "redirect", "pages"]) func aRegistryIsRead(_ way: String) throws {
    let shop = try RegistryWorkshop()
    let digest = try shop.publish("v1.2.0")
    let server = try RegistryWorkshop.Server(shop)
    for (ref, range, kind) in [("v1.2.0", nil, LockedPack.Kind.tag), (digest, nil, .digest), (nil, "^1.1", .tag)] {
      let request = try shop.request(server.name(way), ref, range: range)
      let locked = try shop.lock(request)
      #expect(locked.revision == digest && locked.kind == kind && locked.ref == (ref ?? "v1.2.0"))
      #expect(try shop.sources(request, locked).keys.sorted() == ["mobile/ios.lua", "policy.lua"])
      FolderTree.remove(shop.cache.root)
      #expect(try shop.fetchLocked(request, locked))
    }
    // The token is for reading this name only, no matter what the registry asks for, and is requested only when needed.
    let tokens = try shop.log().filter { $0.contains("/token?") }
    #expect(tokens.isEmpty == (way != "token"))
    #expect(tokens.allSatisfy { $0.contains("scope=repository%3Atoken%2Fpolicies%3Apull ") }, "\(tokens)")
  }

  @Test func theHighestVersionOfAllPagesIsFound() throws {
    let shop = try RegistryWorkshop()
    let digest = try shop.publish()
    try shop.index(["v1.0.0", "v1.9.0", "v1.10.0", "v2.0.0", "v1.11.0-rc.1", "latest"].map { (digest, $0) })
    let server = try RegistryWorkshop.Server(shop)
    for way in ["plain", "pages"] {
      #expect(try shop.lock(try shop.request(server.name(way), range: "^1.0")).ref == "v1.10.0")
      let error = trouble { try shop.lock(try shop.request(server.name(way), range: "^3")) }
      #expect(error?.code == .source && error?.message.contains("v1.0.0 to v2.0.0") == true, "\(error?.message ?? "")")
    }
  }

  @Test(arguments: [
    ("wrong", PackCode.content, "has the digest"), ("lying", .content, "has the digest"),
    ("short", .content, "bytes, but its manifest says"), ("cut", .network, "cannot be read"),
    ("huge", .limit, "is larger than"), ("slow", .time, "within 2 seconds"), ("broken", .network, "status 500"),
    ("loop", .network, "redirects more than 5 times"), ("away", .network, "is not protected"),
    ("login", .network, "did not issue a token"), ("basic", .network, "no credentials for 127.0.0.1"),
  ])
  func whatARegistryMayNotDo(_ way: String, _ code: PackCode, _ message: String) throws {
    let shop = try RegistryWorkshop()
    try shop.publish()
    let server = try RegistryWorkshop.Server(shop)
    let error = trouble { try shop.lock(try shop.request(server.name(way), "v1.0.0"), seconds: way == "slow" ? 2 : 60) }
    #expect(error?.code == code && error?.message.contains(message) == true, "\(error?.message ?? "it was taken")")
    #expect((FileSystem.names(in: shop.cache.root + "/packs") ?? []).isEmpty)
  }

  @Test(arguments: ["login", "basic", "handoff"]) func credentialsAreForOneHost(_ way: String) throws {
    let shop = try RegistryWorkshop()
    let digest = try shop.publish()
    let server = try RegistryWorkshop.Server(shop)
    let request = try shop.request(server.name(way), "v1.0.0")
    let secret = #"{"auth": "dXNlcjpzZWNyZXQ="}"#
    for host in ["example.com", "localhost:\(server.port)"] {
      try shop.folder.write("docker/config.json", #"{"auths": {"\#(host)": \#(secret)}}"#)
      #expect(trouble { try shop.lock(request) }?.code == .network)
    }
    try shop.folder.write("docker/config.json", #"{"auths": {"127.0.0.1:\#(server.port)": \#(secret)}}"#)
    #expect(try shop.lock(request).revision == digest)
    #expect(try shop.log().filter { $0.hasPrefix("localhost") }.allSatisfy { $0.hasSuffix(" -") })
    try shop.folder.write("docker/config.json", "{ secret")
    let broken = trouble { try shop.lock(request) }
    #expect(broken?.file == shop.folder("docker/config.json") && broken?.message.contains("secret") == false)
    #expect(
      trouble { try shop.lock(request, ["REGISTRY_AUTH_FILE": shop.folder("gone")]) }?.file == shop.folder("gone"))
  }

  /// A credential helper of docker that logs its arguments and input.
  private static func helper(_ name: String, _ body: String, in shop: RegistryWorkshop) throws {
    try shop.folder.write(
      "bin/docker-credential-" + name,
      Array("#!/bin/sh\necho \"\(name) $* $(cat)\" >> '\(shop.folder("asked"))'\n\(body)\n".utf8), mode: 0o755)
  }

  private static func path(_ shop: RegistryWorkshop) -> [String: String] {
    ["PATH": shop.folder("bin") + ":/usr/local/bin:/usr/bin:/bin"]
  }

  private static func printing(_ user: String, _ secret: String) -> String {
    #"printf %s '{"ServerURL": "x", "Username": "\#(user)", "Secret": "\#(secret)"}'"#
  }

  /// The helper for a host takes precedence over the default one, and both over credentials in the file.
  @Test func helpersAreAsked() throws {
    let shop = try RegistryWorkshop()
    let digest = try shop.publish()
    let server = try RegistryWorkshop.Server(shop)
    let host = "127.0.0.1:\(server.port)"
    try Self.helper("good", Self.printing("user", "secret"), in: shop)
    try Self.helper("bad", Self.printing("user", "wrong"), in: shop)
    let own = #""auths": {"\#(host)": {"auth": "dXNlcjpzZWNyZXQ="}}"#
    for (configuration, isTaken, asked) in [
      (#"{"credsStore": "good"}"#, true, "good get \(host)"),
      (#"{"credsStore": "bad", "credHelpers": {"\#(host)": "good"}}"#, true, "good get \(host)"),
      (#"{"credsStore": "good", "credHelpers": {"example.com": "bad"}}"#, true, "good get \(host)"),
      (#"{"credsStore": "", \#(own)}"#, true, nil), (#"{"credsStore": "bad", \#(own)}"#, false, "bad get \(host)"),
    ] as [(String, Bool, String?)] {
      try shop.folder.write("docker/config.json", configuration)
      try shop.folder.write("asked", "")
      let request = try shop.request(server.name("login"), "v1.0.0")
      let error = trouble { try shop.lock(request, Self.path(shop)) }
      #expect((error == nil) == isTaken, "\(configuration): \(error?.message ?? "taken")")
      // Once for the manifest, and once for its blobs.
      let lines = Set(try shop.folder.text("asked").split(separator: "\n").map(String.init))
      #expect(lines == Set([asked].compactMap { $0 }), "\(configuration): \(lines)")
    }
    // No helper is asked for a registry that requires no login.
    try shop.folder.write("docker/config.json", #"{"credsStore": "absent"}"#)
    #expect(try shop.lock(try shop.request(server.name("plain"), "v1.0.0"), Self.path(shop)).revision == digest)
    // A registry for which a helper has no credentials is read anonymously.
    try Self.helper("none", "echo 'credentials not found in native keychain'; exit 1", in: shop)
    try shop.folder.write("docker/config.json", #"{"credsStore": "none"}"#)
    #expect(try shop.lock(try shop.request(server.name("token"), "v1.0.0"), Self.path(shop)).revision == digest)
  }

  @Test func aHelperThatFailsIsOneClearError() throws {
    let shop = try RegistryWorkshop()
    try shop.publish()
    let server = try RegistryWorkshop.Server(shop)
    try shop.folder.write("docker/config.json", #"{"credsStore": "tests"}"#)
    let request = try shop.request(server.name("login"), "v1.0.0")
    for (body, code, message) in [
      ("echo s3cret; echo s3cret >&2; exit 3", PackCode.network, "docker-credential-tests failed with exit status 3"),
      ("echo s3cret", .network, "did not print a JSON object"), ("", .network, "did not print a JSON object"),
      (#"echo '{"Username": "user"}'"#, .network, "did not print a JSON object"),
      (Self.printing("user", ""), .network, "did not print a JSON object"),
      (Self.printing("a:b", "s3cret"), .network, "that HTTP cannot carry"),
      (Self.printing("user", #"s3cret\n"#), .network, "that HTTP cannot carry"),
      (Self.printing("<token>", "s3cret"), .network, "is an identity token, which is not supported"),
      ("sleep 600", .time, "took longer than 2 seconds"), ("yes s3cret", .limit, "printed more than 1048576 bytes"),
    ] {
      try Self.helper("tests", body, in: shop)
      let error = trouble { try shop.lock(request, seconds: code == .time ? 2 : 60, Self.path(shop)) }
      #expect(error?.code == code && error?.message.contains(message) == true, "\(body): \(error?.message ?? "taken")")
      #expect(error?.file == shop.folder("docker/config.json") && error?.hint != nil)
      #expect([error?.message, error?.hint].allSatisfy { $0?.contains("s3cret") == false })
    }
    for (configuration, message) in [
      (#"{"credsStore": "absent"}"#, "docker-credential-absent is not in PATH"),
      (#"{"credsStore": "../tests"}"#, "'../tests' is not the name of a credential helper"),
      (#"{"credsStore": "a b"}"#, "is not the name"), (#"{"credsStore": 7}"#, "'credsStore' is not a string"),
      (
        #"{"auths": {"127.0.0.1:\#(server.port)": {"auth": "dXNlcjo=", "identitytoken": "s3cret"}}}"#,
        "an identity token"
      ),
    ] {
      try shop.folder.write("docker/config.json", configuration)
      let error = trouble { try shop.lock(request, Self.path(shop)) }
      #expect(error?.code == .network && error?.message.contains(message) == true, "\(error?.message ?? "taken")")
    }
  }

  /// Podman has credentials for parts of a registry; the most specific one is used.
  @Test func credentialsMayBeForAPartOfARegistry() throws {
    let shop = try RegistryWorkshop()
    try shop.publish()
    let server = try RegistryWorkshop.Server(shop)
    let host = "127.0.0.1:\(server.port)"
    for (good, bad, isTaken) in [
      ("\(host)/basic/policies", host, true), ("\(host)/basic", host, true), (host, "\(host)/basic", false),
      (host, "\(host)/basic/pol", true),
    ] {
      try shop.folder.write(
        "auth.json",
        #"{"auths": {"\#(bad)": {"auth": "dXNlcjp3cm9uZw=="}, "\#(good)": {"auth": "dXNlcjpzZWNyZXQ="}}}"#)
      let request = try shop.request(server.name("basic"), "v1.0.0")
      let error = trouble { try shop.lock(request, ["REGISTRY_AUTH_FILE": shop.folder("auth.json")]) }
      #expect((error == nil) == isTaken, "\(good): \(error?.message ?? "taken")")
    }
  }

  /// The lock has the digest: another artifact under the same tag is not used.
  @Test func aTagThatWasMovedIsNotFollowed() throws {
    let shop = try RegistryWorkshop()
    try shop.publish()
    let server = try RegistryWorkshop.Server(shop)
    let request = try shop.request(server.name("plain"), "v1.0.0")
    let locked = try shop.lock(request)
    try shop.publish("v1.0.0", [.file("policy.lua", "evil")])
    FolderTree.remove(shop.cache.root)
    #expect(try shop.fetchLocked(request, locked))
    #expect(try shop.fetcher().current(request, locked, root: shop.project).revision != locked.revision)
    FolderTree.remove(shop.cache.root)
    unlink(shop.folder("layout/blobs/sha256/" + locked.revision.dropFirst(7)))
    #expect(trouble { try shop.fetchLocked(request, locked) }?.code == .source)
  }

  @Test(arguments: ["plain", "redirect"]) func anArchiveIsDownloaded(_ way: String) throws {
    let shop = try RegistryWorkshop()
    try shop.folder.write("layout/files/pack.tar", TarBuilder.tar([.file("house/policy.lua", "one")]))
    let server = try RegistryWorkshop.Server(shop)
    let request = try shop.request(server.address(way + "/pack.tar"))
    let locked = try shop.lock(request)
    #expect(try shop.sources(request, locked) == ["policy.lua": Array("one".utf8)])
    FolderTree.remove(shop.cache.root)
    #expect(try shop.fetchLocked(request, locked))
    FolderTree.remove(shop.cache.root)
    try shop.folder.write("layout/files/pack.tar", TarBuilder.tar([.file("house/policy.lua", "evil")]))
    #expect(trouble { try shop.fetchLocked(request, locked) }?.code == .drift)
    unlink(shop.folder("layout/files/pack.tar"))
    #expect(trouble { try shop.fetchLocked(request, locked) }?.message.contains("404") == true)
  }

  @Test(arguments: [
    ("cut", PackCode.network), ("huge", .limit), ("slow", .time), ("broken", .network), ("loop", .network),
    ("away", .network),
    ("short", .content), ("wrong", .content),
  ])
  func whatAServerOfFilesMayNotDo(_ way: String, _ code: PackCode) throws {
    let shop = try RegistryWorkshop()
    try shop.folder.write("layout/files/pack.tar.gz", TarBuilder.tar([.file("policy.lua", "one")]))
    #expect(
      try ChildProcess.run(
        "/usr/bin/env",
        ["sh", "-c", "gzip -nc < \"$0\" > \"$0.new\" && mv \"$0.new\" \"$0\"", shop.folder("layout/files/pack.tar.gz")]
      ).status == 0)
    let server = try RegistryWorkshop.Server(shop)
    let error = trouble {
      try shop.lock(try shop.request(server.address(way + "/pack.tar.gz")), seconds: way == "slow" ? 2 : 60)
    }
    #expect(error?.code == code, "\(error?.message ?? "it was taken")")
  }

  @Test func whoCannotBeReachedIsNamed() throws {
    let shop = try RegistryWorkshop()
    // Nothing listens on port 1.
    for source in ["oci://127.0.0.1:1/policies", "http://127.0.0.1:1/pack.tar.gz"] {
      let error = trouble { try shop.lock(try shop.request(source, source.hasPrefix("oci") ? "v1" : nil)) }
      #expect(error?.code == .network && error?.message.contains("127.0.0.1:1") == true)
      #expect(error?.hint?.contains("work offline") == true)
    }
    let error = trouble {
      try shop.lock(try shop.request("oci://127.0.0.1:1/policies", "v1"), ["PATH": "/nonexistent"])
    }
    #expect(error?.message.contains("curl is not in PATH") == true)
  }

  /// The user's configuration is not read, because it could name another server or an output file.
  @Test func configurationFilesOfCurlAreNotRead() throws {
    let shop = try RegistryWorkshop()
    try shop.folder.write("layout/files/pack.tar", TarBuilder.tar([.file("policy.lua", "one")]))
    try shop.folder.write(".curlrc", "output = \"\(shop.folder("written"))\"\nuser-agent = \"x\"\n")
    let server = try RegistryWorkshop.Server(shop)
    _ = try shop.lock(
      try shop.request(server.address("plain/pack.tar")),
      ["CURL_HOME": shop.folder.path, "XDG_CONFIG_HOME": shop.folder.path])
    #expect(try !shop.folder.names().contains("written"))
  }

  @Test(arguments: [
    (
      #"Bearer realm="https://a/t",service="s",scope="x:y:pull,push""#, "bearer",
      ["realm": "https://a/t", "service": "s", "scope": "x:y:pull,push"]
    ),
    (#"Basic realm="a \"b\"""#, "basic", ["realm": "a \"b\""]), ("Bearer realm=x", "bearer", ["realm": "x"]),
    ("", "", [:]),
    ("Negotiate", "negotiate", [:]), (#"Bearer realm="#, "bearer", ["realm": ""]),
    (#"Bearer realm=""#, "bearer", ["realm": ""]),
  ])
  func challengesAreRead(_ text: String, _ scheme: String, _ parameters: [String: String]) {
    let challenge = AuthenticationChallenge(text)
    #expect(challenge.scheme == scheme && challenge.parameters == parameters)
  }

  @Test(
    arguments: [
      ("https://h/a/b", "/c", "https://h/c"), ("https://h/a/b?q=1/2", "c", "https://h/a/c"),
      ("https://h:8/a", "//g/x", "https://g/x"),
      ("https://h/a", "http://g/x", "http://g/x"), ("https://h/a", "ftp://g/x", nil), ("https://h/a", "https://", nil),
      ("https://h/a", "https://h:99999/", nil), ("https://h/a", "https://u:p@h/x", "https://u:p@h/x"),
    ] as [(String, String, String?)])
  func locationsAreResolved(_ base: String, _ location: String, _ expected: String?) throws {
    #expect(try #require(WebAddress(base)).resolving(location)?.text == expected)
  }
}
