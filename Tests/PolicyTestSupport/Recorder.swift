import Glibc
public func record(_ key: String, _ actual: String?) {
  guard let path = getenv("RECORD").map({ String(cString: $0) }) else { return }
  func hex(_ s: String) -> String { s.utf8.map { let h = String($0, radix: 16); return h.count < 2 ? "0" + h : h }.joined() }
  let all = Array((hex(key) + " " + (actual.map { "=" + hex($0) } ?? "nil") + "\n").utf8)
  let handle = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o644)
  _ = all.withUnsafeBytes { Glibc.write(handle, $0.baseAddress!, $0.count) }
  close(handle)
}
