package enum CheckerTemplate {
  /// Marks files of the kit, which are rewritten when the kit changes.
  package static let mark = "Part of bundlepolicy's CheckerKit"

  /// The kit that a checker in Swift imports, with the C interface. Each package has a copy, so that it builds without other sources.
  package static var kit: [ScaffoldFile] {
    CheckerKitSources.files.map { path, text in
      ScaffoldFile(
        path: "Sources/\(path)",
        text: "// \(mark); 'bundlepolicy plugin new --update' rewrites this file.\n\(text)", isGenerated: true)
    }
  }

  package static var header: String {
    CheckerKitSources.files.first { $0.path.description.hasSuffix("/CheckerABI.h") }?.text.description ?? ""
  }

  /// Returns whether a string can be the name of a checker: of a Swift type and a library.
  package static func isName(_ name: String) -> Bool {
    name.utf8.first.map { 0x41...0x5A ~= $0 } ?? false && name.utf8.count <= 64
      && name.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }
      && ![
        "CheckerKit", "CheckerABI", "Checker", "Option", "Swift", "Foundation", "Builtin", "Glibc", "Darwin", "Musl",
      ].contains(name)
  }

  /// Returns a package in the order in which to read the files; `factory` is the UUID of its factory.
  package static func files(name: String, id: String, factory: String) -> [ScaffoldFile] {
    [
      ScaffoldFile(path: "Sources/\(name)/\(name).swift", text: source(name, id)),
      ScaffoldFile(path: "Info.plist", text: info(name, id, factory)),
      ScaffoldFile(path: "Package.swift", text: manifest(name)),
      ScaffoldFile(path: "make-checker", text: script(name), isExecutable: true),
      ScaffoldFile(path: "policy.lua", text: policy(id)),
      ScaffoldFile(path: "README.md", text: readme(name, id)),
      ScaffoldFile(path: ".gitignore", text: ".build\n*.checker\n"),
    ] + kit
  }

  private static func source(_ name: String, _ id: String) -> String {
    """
    import CheckerKit

    /// Reports files that are too large.
    public struct \(name): Checker {
      public static let identity = CheckerIdentity(
        "\(id)", version: "1.0.0", summary: "Files must not exceed a size limit")

      @Option("The maximum size of a file, in MiB", in: 1...10_000) var limit = 50

      public init() {}

      public func check(_ bundle: CheckedBundle, _ report: CheckerReport) throws {
        for (path, type) in try bundle.files() where type == .regular {
          guard let status = try bundle.status(of: path) else { continue }
          if status.size > UInt64(limit) << 20 {
            report.finding(
              at: .file(path), "the size of the file is \\(status.size) bytes",
                  expected: "at most \\(limit) MiB, which is \\(UInt64(limit) << 20) bytes",
              fix: "remove it, or download it when it is needed")
          }
        }
      }
    }

    @_cdecl("\(name)Factory")
    public func factory(_ allocator: CheckerAllocator, _ type: CheckerType) -> CheckerObject { export(\(name).self, type) }

    """
  }

  private static func info(_ name: String, _ id: String, _ factory: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>CFBundleExecutable</key>
    \t<string>\(name)</string>
    \t<key>CFBundleIdentifier</key>
    \t<string>\(id)</string>
    \t<key>CFBundleInfoDictionaryVersion</key>
    \t<string>6.0</string>
    \t<key>CFBundleName</key>
    \t<string>\(name)</string>
    \t<key>CFBundlePackageType</key>
    \t<string>BNDL</string>
    \t<key>CFBundleShortVersionString</key>
    \t<string>1.0.0</string>
    \t<key>CFBundleVersion</key>
    \t<string>1</string>
    \t<key>CFPlugInFactories</key>
    \t<dict>
    \t\t<key>\(factory)</key>
    \t\t<string>\(name)Factory</string>
    \t</dict>
    \t<key>CFPlugInTypes</key>
    \t<dict>
    \t\t<key>2BCAC4B1-A261-403E-91BC-194CB31A07FF</key>
    \t\t<array>
    \t\t\t<string>\(factory)</string>
    \t\t</array>
    \t</dict>
    </dict>
    </plist>

    """
  }

  private static func manifest(_ name: String) -> String {
    """
    // swift-tools-version: 6.0
    import PackageDescription

    let package = Package(
      name: "\(name)",
      platforms: [.macOS(.v13)],
      products: [.library(name: "\(name)", type: .dynamic, targets: ["\(name)"])],
      targets: [
        .target(name: "CheckerABI"),
        .target(name: "CheckerKit", dependencies: ["CheckerABI"]),
        .target(name: "\(name)", dependencies: ["CheckerKit"]),
      ]
    )

    """
  }

  private static func policy(_ id: String) -> String {
    """
    policy "\(id).trial" { summary = "A trial of the checker" }

    rule "checked" {
      summary = "The checker must report nothing",
      checker = "\(id)",
      with = { limit = 50 },
    }

    """
  }

  private static func readme(_ name: String, _ id: String) -> String {
    """
    # \(name)

    A checker for bundlepolicy, called `\(id)` by rules.

        ./make-checker                                              # builds \(name).checker
        bundlepolicy plugin inspect \(name).checker                 # what it registers, and its options
        bundlepolicy plugin test \(name).checker Some.app           # what it reports on a bundle
        bundlepolicy check --plugins \(name).checker --policy policy.lua Some.app

    `Sources/CheckerKit` and `Sources/CheckerABI` come from bundlepolicy; `bundlepolicy plugin new --update .` updates them.

    """
  }

  private static func script(_ name: String) -> String {
    #"""
    #!/usr/bin/env bash
    # Builds the library and puts it into \#(name).checker, for the current system; libraries for other systems stay in it.
    # usage: make-checker [DIRECTORY]   where the checker goes (default: here)
    set -euo pipefail
    cd "$(dirname "$0")"
    destination=${1:-.}
    checker=$destination/\#(name).checker
    flags=(-c release --product \#(name))
    # With Swift's own library linked in, it runs where Swift is not installed; macOS has that library.
    if [ "$(uname)" = Linux ]; then flags+=(-Xswiftc -static-stdlib); fi
    swift build "${flags[@]}"
    products=$(swift build "${flags[@]}" --show-bin-path)
    # A loaded library must not be overwritten in place.
    put() { cp "$1" "$2.new" && mv -f "$2.new" "$2"; }
    mkdir -p "$checker/Contents"
    cp Info.plist "$checker/Contents/Info.plist"
    if [ "$(uname)" = Darwin ]; then
      mkdir -p "$checker/Contents/MacOS"
      put "$products/lib\#(name).dylib" "$checker/Contents/MacOS/\#(name)"
    else
      mkdir -p "$checker/Contents/Linux"
      put "$products/lib\#(name).so" "$checker/Contents/Linux/lib\#(name).so"
    fi
    echo "$checker"

    """#
  }
}
