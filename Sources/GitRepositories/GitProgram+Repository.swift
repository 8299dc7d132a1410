package import Basics

/// A file in a commit or tree.
package struct GitFile: Hashable {
  package let path: String
  package let id: String
  package let size: Int

  package init(path: String, id: String, size: Int) { (self.path, self.id, self.size) = (path, id, size) }
}

// The bare repository in the folder: nothing is checked out, and no filter, attribute or hook affects the files that are read.
extension GitProgram {
  package func create(isSHA256: Bool, what: String) throws(Diagnostic<Code>) {
    try succeed(
      ["init", "--quiet", "--bare", "--template=", "--object-format=\(isSHA256 ? "sha256" : "sha1")"], what: what)
  }

  /// Fetches refs of another repository. Stops at `GitLimits.fetch`.
  package func fetch(
    _ refs: [String], from url: String, isShallow: Bool, settings: [String] = [], what: String
  ) throws(Diagnostic<Code>) -> BoundedProcess.Outcome {
    let packs = folder + "/git/objects/pack"
    return try run(
      ["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", "--no-auto-maintenance"]
        + Self.uploadPackOptions(url) + (isShallow ? ["--depth=1"] : []) + ["--", url] + refs,
      // By default git unpacks small packs into loose objects, whose size would not be measured.
      settings: ["fetch.unpackLimit=1"] + settings, what: what
    ) { FolderTree<Code>.size(ofFilesIn: packs) > GitLimits.fetch }
  }

  /// Returns the id of an object by an expression such as `HEAD^{commit}`; nil if there is none.
  package func id(_ expression: String, what: String) throws(Diagnostic<Code>) -> String? {
    let outcome = try run(["rev-parse", "--verify", "--quiet", "--end-of-options", expression], what: what)
    return outcome.status == 0 && HexDigest.isObject(outcome.line) ? outcome.line : nil
  }

  /// The contents of files, in their order.
  package func contents(of files: some Collection<GitFile>, what: String) throws(Diagnostic<Code>) -> [[UInt8]] {
    let input = files.map { $0.id + "\n" }.joined()
    let size = files.reduce(0) { $0 &+ $1.size &+ 256 }
    let outcome = try run(["cat-file", "--batch"], input: Array(input.utf8), outputLimit: max(0, size), what: what)
    if outcome.status != 0 { throw Self.failure(outcome, what: what) }
    var rest = outcome.output[...]
    var contents: [[UInt8]] = []
    for file in files {
      // `ID blob SIZE`, the bytes, and a line feed (git-cat-file(1), BATCH OUTPUT).
      let head = "\(file.id) blob \(file.size)\n"
      guard rest.starts(with: head.utf8), rest.count > head.utf8.count + file.size else {
        throw Code.error(.exit(what: what, message: "it did not return the file \(file.path)", refusal: nil))
      }
      rest = rest.dropFirst(head.utf8.count)
      contents.append(Array(rest.prefix(file.size)))
      rest = rest.dropFirst(file.size + 1)
    }
    return contents
  }

  /// The ids by name in the output of `git ls-remote`.
  package static func ids(in listing: [UInt8]) -> [String: String] {
    String(decoding: listing, as: UTF8.self).split(separator: "\n").reduce(into: [:]) { ids, line in
      let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
      if parts.count == 2, HexDigest.isObject(parts[0]) { ids[parts[1]] = parts[0] }
    }
  }
}

extension BoundedProcess.Outcome {
  /// The output of a command that prints one line.
  package var line: String { String(decoding: output, as: UTF8.self).filter { $0 != "\n" } }
}
