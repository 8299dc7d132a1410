import Basics
import Testing

/// Results that threads finish in any order are delivered in the order of the pieces.
@Suite struct OrderedDeliveryTests {
  @Test(arguments: [(1, 1), (2, 1), (2, 4), (8, 3), (16, 64)])
  func everyPieceOnceAndInOrder(_ jobs: Int, _ window: Int) {
    let received = Locked([Int]())
    let order = OrderedDelivery<Int>(window: window) { piece in
      received.withValue { $0.append(piece) }
      return true
    }
    let furthest = Locked(0)
    WorkerPool.work(groups: 1, jobs: jobs) { worker in
      if worker.isFirst { worker.begin(items: 300, cost: 0) }
      while let piece = worker.take(), order.awaitTurn(of: piece) {
        let done = received.withValue { $0.count }
        furthest.withValue { $0 = max($0, piece - done) }
        // Every seventh piece takes longest, so that others overtake it.
        usleep(piece % 7 == 0 ? 900 : 100)
        order.put(piece, at: piece)
      }
    }
    #expect(received.withValue { $0 } == Array(0..<300))
    #expect(furthest.withValue { $0 } <= window)
  }

  @Test func whoReceivesCanEndIt() {
    let received = Locked([Int]())
    let order = OrderedDelivery<Int>(window: 4) { piece in
      received.withValue { $0.append(piece) }
      return piece < 20
    }
    WorkerPool.work(groups: 1, jobs: 4) { worker in
      if worker.isFirst { worker.begin(items: 1_000_000, cost: 0) }
      while let piece = worker.take(), order.awaitTurn(of: piece) { order.put(piece, at: piece) }
    }
    #expect(received.withValue { $0 } == Array(0...20))
  }
}
