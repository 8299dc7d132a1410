import Foundation
public func record(_ key: String, _ actual: String?) {
  guard let path = getenv("RECORD").map({ String(cString: $0) }) else { return }
  let data = try! JSONSerialization.data(withJSONObject: [key, actual as Any? ?? NSNull()])
  let handle = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o644)
  let all = data + Data([10])
  _ = all.withUnsafeBytes { Foundation.write(handle, $0.baseAddress!, $0.count) }
  close(handle)
}
