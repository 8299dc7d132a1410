/// Hands over, one after the other and in the order of their items, what threads come to in any order. Few wait to be handed over:
/// who is far ahead waits for the others.
package final class OrderedDelivery<Element: Sendable>: Sendable {
  private struct State {
    /// What is there and waits for what is before it.
    var waiting: [Int: Element] = [:]
    var next = 0
    /// Whether a thread is handing over; there is only ever one.
    var isBusy = false
    var hasEnded = false
  }

  private let state = Locked(State())
  private let window: Int
  private let receive: @Sendable (Element) -> Bool

  /// `receive` is called by one thread at a time, with each element; false of it ends all. `window` is how many items may be
  /// underway at most.
  package init(window: Int, _ receive: @escaping @Sendable (Element) -> Bool) {
    self.window = window
    self.receive = receive
  }

  /// Waits until an item is near enough to those that are still to be handed over; false when no more is wanted.
  package func awaitTurn(of item: Int) -> Bool {
    state.wait { state in
      if state.hasEnded { return false }
      return item - state.next < window ? true : nil
    }
  }

  /// Gives what an item came to. The thread that brings what all wait for hands over as much as there is.
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
