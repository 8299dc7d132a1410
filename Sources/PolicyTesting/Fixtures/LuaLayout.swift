import PolicyEngine
import LuaRuntime

/// Values as people lay them out in sources: on one line where it fits, else an entry a line.
package enum LuaLayout {
  /// Columns that a line should not exceed.
  private static let width = 100

  /// The value, over as many lines as it takes; `indentation` is that of the line it stands in, `column` where it begins.
  static func text(_ value: LuaValue, indentation: Int = 0, column: Int = 0) -> String {
    let line = FixtureText.text(value)
    // Behind it comes a comma.
    guard column + line.count >= width, case .table(let table) = value, !table.entries.isEmpty else { return line }
    let inner = indentation + 2
    let margin = String(repeating: " ", count: inner)
    let isList = table.isList
    let entries = table.entries.map { entry in
      let name =
        isList ? "" : (entry.key.string.map(FixtureText.key) ?? "[\(FixtureText.text(entry.key))]") + " = "
      return margin + name + text(entry.value, indentation: inner, column: inner + name.count) + ",\n"
    }
    return "{\n" + entries.joined() + String(repeating: " ", count: indentation) + "}"
  }
}
