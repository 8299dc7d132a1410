// TableGenerator policies|keys|checker-kit|texts OUTPUT FOLDER FILE…
//
// Writes a Swift file with the contents of the FILEs, all of them in FOLDER. GenerateTables runs it when they change.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

private func contents(of path: String) throws(Mistake) -> [UInt8] {
  guard let file = fopen(path, "rb") else {
    throw Mistake(path, 0, "cannot be opened: \(String(cString: strerror(errno)))")
  }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&part, 1, part.count, file)
    if count == 0 { break }
    bytes += part[..<count]
  }
  guard ferror(file) == 0 else { throw Mistake(path, 0, "cannot be read") }
  return bytes
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
