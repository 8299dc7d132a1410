/// Writes Markdown lists within a limit of bytes, with whole items only.
struct MarkdownCut {
  private(set) var bytesLeft: Int
  /// The number of items that did not fit.
  private(set) var left = 0

  init(bytesLeft: Int) { self.bytesLeft = bytesLeft }

  mutating func section(
    _ head: String, _ text: inout String, _ write: (inout MarkdownCut, inout String) -> Void
  ) {
    let before = bytesLeft
    var body = ""
    reserve(head.utf8.count)
    write(&self, &body)
    if body.isEmpty { bytesLeft = before } else { text += head + body }
  }

  mutating func list(_ items: [() -> String], _ text: inout String) {
    var isFirst = true
    for item in items {
      // Do not build items that cannot fit.
      guard bytesLeft > 1 else {
        left += 1
        continue
      }
      let item = item()
      guard item.utf8.count < bytesLeft else {
        left += 1
        continue
      }
      if isFirst { text += "\n" }
      isFirst = false
      text += item
      reserve(item.utf8.count + 1)
    }
  }

  /// Writes a folded list. The title must not contain text from outside.
  mutating func folded(_ title: String, _ items: [() -> String], _ text: inout String) {
    let (open, close) = ("\n<details><summary>\(title)</summary>\n", "\n</details>\n")
    section(open, &text) { cut, body in
      cut.reserve(close.utf8.count)
      cut.list(items, &body)
      if !body.isEmpty { body += close }
    }
  }

  private mutating func reserve(_ count: Int) { bytesLeft = max(0, bytesLeft - count) }
}
