// TableGenerator policies|keys|checker-kit|texts OUTPUT FOLDER FILE…
//
// Writes a Swift file with the contents of the FILEs, all of them in FOLDER. GenerateTables runs it when they change.

import Basics

private func contents(of path: String) throws(Mistake) -> [UInt8] {
  try mapError(try NamedFile.bytes(path, limit: 64 << 20, isFound: true)) { (error: NamedFile.Failure) in
    Mistake(path, 0, "cannot be read: \(error.reason)")
  }
}

private func generate(_ arguments: [String]) throws(Mistake) {
  guard arguments.count >= 3, let kind = TableKind(rawValue: arguments[0]) else {
    throw Mistake("TableGenerator", 0, "usage: TableGenerator policies|keys|checker-kit|texts OUTPUT FOLDER FILE…")
  }
  let (output, folder) = (arguments[1], arguments[2] + "/")
  var sources: [TableSource] = []
  for path in arguments[3...] {
    guard path.hasPrefix(folder) else { throw Mistake(path, 0, "is not in \(folder)") }
    let name = String(path.dropFirst(folder.count))
    if kind.isMade(of: name) { sources.append(try TableSource(path: path, name: name, bytes: contents(of: path))) }
  }
  let text = try kind.table(of: sources)
  guard let file = fopen(output, "wb") else {
    throw Mistake(output, 0, "cannot be written: \(String(cString: strerror(errno)))")
  }
  let count = fwrite(text, 1, text.utf8.count, file)
  guard fclose(file) == 0, count == text.utf8.count else { throw Mistake(output, 0, "cannot be written") }
}

do throws(Mistake) {
  try generate(Array(CommandLine.arguments.dropFirst()))
} catch {
  let text = "\(error)\n"
  write(STDERR_FILENO, text, text.utf8.count)
  exit(1)
}
