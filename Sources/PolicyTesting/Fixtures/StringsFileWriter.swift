import PolicyEngine
import LuaRuntime

/// Writes a table of strings that a test describes as translators write it.
enum StringsFileWriter {
  /// Lines such as `"KEY" = "text";`. Where there is anything but strings, or nothing at all, it is a property list.
  static func text(_ entries: [(key: String, value: LuaValue)], in place: String) throws(DeclarationError) -> String {
    var text = ""
    for (key, value) in entries {
      guard case .string(let string) = value else { return try PropertyListWriter.text(entries, in: place) }
      text += "\(quoted(key)) = \(quoted(string));\n"
    }
    return text.isEmpty ? try PropertyListWriter.text(entries, in: place) : text
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}
