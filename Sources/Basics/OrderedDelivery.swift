/// Delivers results in the order of their items, one at a time, although threads produce them in any order. A thread that is too far ahead
/// waits, so that few results are pending.
package final class OrderedDelivery<Element: Sendable>: Sendable {
  private struct State {
    var waiting: [Int: Element] = [:]
    var next = 0
    /// Whether a thread is delivering; at most one does.
    var isBusy = false
    var hasEnded = false
  }

  private let state = Locked(State())
  private let window: Int
  private let receive: @Sendable (Element) -> Bool

  /// `receive` is called by one thread at a time, with each element; if it returns false, delivery ends. `window` is the maximum number of
  /// items in progress.
  package init(window: Int, _ receive: @escaping @Sendable (Element) -> Bool) {
    self.window = window
    self.receive = receive
  }

  /// Waits until an item is within the window; returns false if delivery has ended.
  package func awaitTurn(of item: Int) -> Bool {
    state.wait { state in
      if state.hasEnded { return false }
      return item - state.next < window ? true : nil
    }
  }

  /// Adds the result of an item. The thread that adds the next result in order delivers all that are ready.
  package func put(_ element: Element, at item: Int) {
    state.withValue { $0.waiting[item] = element }
    while let element = state.withValue({ Self.take(&$0) }) {
      let goesOn = receive(element)
      state.change { state in
        state.isBusy = false
        state.next += 1
        if !goesOn { state.hasEnded = true }
      }
    }
  }

  private static func take(_ state: inout State) -> Element? {
    guard !state.isBusy, !state.hasEnded, let element = state.waiting.removeValue(forKey: state.next) else {
      return nil
    }
    state.isBusy = true
    return element
  }
}
