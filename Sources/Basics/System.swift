// What each system does in its own way, with one interface: `System+Darwin.swift`, `System+Linux.swift`.

/// Connected sockets, read and written without waiting and without a signal when the other end is gone. `prepare` comes first; `send` and
/// `receive` answer as in C.
package enum Sockets {}

/// How the system divides memory.
package enum MemoryPages {}
