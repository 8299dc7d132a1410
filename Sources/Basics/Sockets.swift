/// Connected sockets, read and written without waiting and without a signal when the other end is gone. `prepare` comes first; `send` and
/// `receive` answer as in C.
package enum Sockets {}
