/// Lists of Markdown that are cut at whole items where they would take more room than there is.
struct MarkdownCut {
  /// How many bytes may still be written.
  private(set) var bytesLeft: Int
  /// How many items had no room.
  private(set) var left = 0

  init(bytesLeft: Int) { self.bytesLeft = bytesLeft }

  /// A heading and what stands under it; nothing at all when there is nothing under it.
  mutating func section(
    _ head: String, _ text: inout String, _ write: (inout MarkdownCut, inout String) -> Void
  ) {
    let before = bytesLeft
    var body = ""
    reserve(head.utf8.count)
    write(&self, &body)
    if body.isEmpty { bytesLeft = before } else { text += head + body }
  }

  /// A list of those items that there is room for.
  mutating func list(_ items: [() -> String], _ text: inout String) {
    var isFirst = true
    for item in items {
      // What there is no room for is not even put together.
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

  /// A list that is shown when its title is clicked. The title is ours.
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
