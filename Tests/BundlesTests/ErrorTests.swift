import Testing

@testable import Bundles

struct ErrorCase: Sendable, CustomTestStringConvertible {
  var name = "It.app"
  var files: [String: MemoryStorage.Node]
  var text: String
  var testDescription: String { text }
}

/// The exact wording of errors.
@Suite struct ErrorTests {
  static let cases: [ErrorCase] = [
    ErrorCase(
      files: [:],
      text:
        "It.app: error: not a bundle: It.app is an empty directory; a build or copy step created it but added no files"
    ),
    ErrorCase(
      files: ["a.txt": .text("")],
      text: "It.app: error: not a bundle: no Info.plist in It.app; looked in the top directory"),
    ErrorCase(
      files: ["Contents/a.txt": .text("")],
      text: "It.app: error: not a bundle: no Info.plist in It.app; looked in Contents/"),
    ErrorCase(
      files: ["Contents/a.txt": .text(""), "Info.plist": .info()],
      text:
        "It.app: error: not a bundle: no Info.plist in It.app; looked in Contents/; the Info.plist at the top is not used in this layout"
    ),
    ErrorCase(
      files: ["Resources/a.txt": .text(""), "Info.plist": .info()],
      text:
        "It.app: error: not a bundle: no Info.plist in It.app; looked in Resources/, because a directory named Resources at the top makes the platform look only there; the Info.plist at the top is not used in this layout"
    ),
    ErrorCase(
      name: "Payload", files: ["It.app/Info.plist": .info()],
      text:
        "Payload: error: not a bundle: no Info.plist in Payload; looked in the top directory; did you mean Payload/It.app?"
    ),
    ErrorCase(
      files: ["Contents/info.plist": .info()],
      text:
        "It.app/Contents/info.plist: error: found info.plist, but the platform looks for Info.plist; letter case matters; rename it to Info.plist"
    ),
    ErrorCase(
      files: ["Contents/Info.plist": .text("")],
      text:
        "It.app/Contents/Info.plist: error: the information property list is empty (0 bytes); check the build step that writes it"
    ),
    ErrorCase(
      files: ["Contents/Info.plist": .directory],
      text:
        "It.app/Contents/Info.plist: error: Contents/Info.plist is not a regular file but a directory; it was not opened; put a regular file there"
    ),
    ErrorCase(
      files: ["Contents/Info.plist": .other],
      text:
        "It.app/Contents/Info.plist: error: Contents/Info.plist is not a regular file but a named pipe, socket or device; it was not opened; put a regular file there"
    ),
    ErrorCase(
      files: ["Contents/Info.plist": .link("/etc/passwd")],
      text:
        "It.app/Contents/Info.plist: error: the symbolic link Contents/Info.plist -> /etc/passwd is absolute; links inside a bundle must be relative; replace the link with its target, or point it to a file inside the bundle"
    ),
    ErrorCase(
      files: ["Contents/Info.plist": .link("../../Info.plist")],
      text:
        "It.app/Contents/Info.plist: error: the symbolic link Contents/Info.plist -> ../../Info.plist points outside the bundle; it was not followed; replace the link with its target, or point it to a file inside the bundle"
    ),
    ErrorCase(
      files: ["Contents/Info.plist": .link("Other.plist"), "Contents/Other.plist": .link("Info.plist")],
      text:
        "It.app/Contents/Info.plist: error: more than 32 symbolic links on the path to Contents/Info.plist, the last one the symbolic link Contents/Info.plist -> Other.plist; correct the target of the link"
    ),
    ErrorCase(
      files: ["Contents/Info.plist": .link("Gone.plist")],
      text:
        "It.app/Contents/Info.plist: error: the symbolic link Contents/Info.plist -> Gone.plist points to a file that does not exist; correct the target of the link"
    ),
    ErrorCase(
      files: ["Contents": .link("Gone")],
      text:
        "It.app/Contents: error: the symbolic link Contents -> Gone points to a file that does not exist; correct the target of the link"
    ),
    ErrorCase(
      files: ["Wrapper/x": .text(""), "WrappedBundle": .link("../It.app")],
      text:
        "It.app/WrappedBundle: error: Wrapper/ and WrappedBundle make this a wrapped bundle, but its target '../It.app' is not inside the bundle; WrappedBundle must be a relative symbolic link to the bundle below Wrapper/, with the same extension"
    ),
    ErrorCase(
      files: ["Wrapper/It.bundle/Info.plist": .info(), "WrappedBundle": .link("Wrapper/It.bundle")],
      text:
        "It.app/WrappedBundle: error: Wrapper/ and WrappedBundle make this a wrapped bundle, but its target 'Wrapper/It.bundle' has a different extension; WrappedBundle must be a relative symbolic link to the bundle below Wrapper/, with the same extension"
    ),
    ErrorCase(
      name: "It.framework",
      files: ["Versions/A/Resources/Info.plist": .info(), "Versions/B/Resources/Info.plist": .info()],
      text:
        "It.framework: error: the framework has the versions A, B but neither Versions/Current nor a Resources link says which is current; make Versions/Current a symbolic link to the current version"
    ),
    ErrorCase(
      name: "Unpacked", files: ["Payload/It.app/Info.plist": .info()],
      text:
        "Unpacked: error: not a bundle: no Info.plist in Unpacked; looked in the top directory; did you mean Unpacked/Payload/It.app?"
    ),
    ErrorCase(
      name: "AppResources", files: ["Info.plist": .info()],
      text:
        "AppResources: error: the platform treats a flat directory whose name ends in 'Resources' as the inside of a bundle and does not read its Info.plist; rename the directory"
    ),
    ErrorCase(
      files: ["Wrapper/It.APP/Info.plist": .info(), "WrappedBundle": .link("Wrapper/It.APP")],
      text:
        "It.app/WrappedBundle: error: Wrapper/ and WrappedBundle make this a wrapped bundle, but its target 'Wrapper/It.APP' has a different extension; WrappedBundle must be a relative symbolic link to the bundle below Wrapper/, with the same extension"
    ),
    ErrorCase(
      name: "It.app.dSYM", files: ["Contents/Info.plist": .info()],
      text:
        "It.app.dSYM: error: a .dSYM contains debug symbols; bundles of this kind are not checked; check the application or framework that it belongs to"
    ),
  ]

  @Test(arguments: cases) func wording(of test: ErrorCase) throws {
    let error = try bundleError { try open(test.name, test.files) }
    #expect(error.description == test.text)
  }

  /// A pipe on disk would block a reader that opens it.
  @Test(.timeLimit(.minutes(30)), arguments: cases) func code(of test: ErrorCase) throws {
    let expected = try bundleError { try open(test.name, test.files) }
    let temporary = try TemporaryDirectory()
    temporary.makeDirectory(test.name)
    for (path, node) in test.files { try temporary.write([test.name + "/" + path: node]) }
    let found = try bundleError { try BundleGraph.open(path: temporary.path + "/" + test.name) }
    #expect(found.code == expected.code)
    #expect(found.file == temporary.path + "/" + (expected.file ?? ""))
    #expect(found.hint?.isEmpty == expected.hint?.isEmpty)
  }

  @Test(arguments: ["Contents", "Resources", "Support Files"]) func innards(name: String) throws {
    let error = try bundleError { try open(name, ["Info.plist": .info()]) }
    #expect(
      error.description
        == "\(name): error: not a bundle: \(name) is a part of a bundle; check the directory that contains it")
  }

  @Test(arguments: [
    ("<plist><array/></plist>", BundleCode.infoNotADictionary),
    ("<plist><string>a</string></plist>", .infoNotADictionary),
    ("<plist><dict><key>a</key>", .malformedPropertyList), ("bplist00", .malformedPropertyList),
    (String(plist(strings(["CFBundleName": "It"])).dropLast(20)), .malformedPropertyList),
  ])
  func contents(of text: String, give code: BundleCode) throws {
    let error = try bundleError { try open("It.app", ["Contents/Info.plist": .text(text)]) }
    #expect(error.code == code)
    #expect(error.file == "It.app/Contents/Info.plist")
    #expect(error.description.hasPrefix("It.app/Contents/Info.plist:"))
  }

  @Test func tooLarge() throws {
    let storage = try MemoryStorage(["Info.plist": .info()])
    let error = try bundleError {
      try BundleGraph.open(storage: storage, name: "It.app", limits: BundleGraph.Limits(infoBytes: 100))
    }
    #expect(error.code == .unreadable)
    #expect(error.message == "Info.plist is larger than 100 bytes")
  }
}
