import Basics
import ProjectFiles

/// libFuzzer's entry point: any bytes must give settings, or an error with a place in the text; a pack that is added to the text must be
/// there and everything else unchanged, or the change must be refused. `Scripts/fuzz` builds and runs it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzProjectFile(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  let file: ProjectFile
  do throws(ProjectFileError) {
    file = try ProjectFile(input, file: "bundlepolicy.yml")
  } catch {
    precondition(!error.message.isEmpty && error.file == "bundlepolicy.yml", "an error without a message or a file")
    precondition(Int(error.place.line ?? 1) <= count + 1, "a place outside the text")
    return 0
  }
  for setting in file.settings {
    for text in file.texts(setting) { precondition(!file.path(text.value).isEmpty, "an empty path") }
  }
  for source in file.sources {
    for (field, paths) in source.fields {
      precondition(!paths.isEmpty && (field.isList || paths.count == 1), "a field with another number of paths")
      precondition(paths.allSatisfy { !$0.value.isEmpty && !file.path($0.value).isEmpty }, "an empty path")
    }
  }
  let text = String(decoding: input, as: UTF8.self)
  let pack: ProjectFileText.Pack = [("source", "git+https://h/x"), ("version", "^1.2")]
  guard let added = try? ProjectFileText.changing(text, packs: [("fuzzed", pack)], file: "f") else { return 0 }
  guard let again = try? ProjectFile(Array(added.utf8), file: "f"), let packs = again.value(.packs) else {
    fatalError("it cannot be read: \(added)")
  }
  precondition(packs["fuzzed"]?["version"]?.string == "^1.2", "the pack is missing")
  precondition(
    again.settings == (file.settings.contains(.packs) ? file.settings : again.settings), "settings are missing")
  return 0
}
