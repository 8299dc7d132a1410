// A common interface for system-specific functions, in `System+Darwin.swift` and `System+Linux.swift`.

/// Non-blocking access to connected sockets without signals if the other end is gone. Call `prepare` first; `send` and `receive` return the
/// same values as in C.
package enum Sockets {}

package enum MemoryPages {}

/// Returns the value of an environment variable, or nil if it is not set or empty.
package func environmentVariable(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}
