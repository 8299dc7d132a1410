import CLuaBridgeTestSupport

/// Two Lua states, one with the system's libraries and one with ours.
final class LuaTwins {
  private let twins: OpaquePointer

  init?() {
    guard let twins = bpt_open() else { return nil }
    self.twins = twins
  }

  deinit { bpt_close(twins) }

  /// The results of one source in both states.
  struct Outcome {
    let agree: Bool
    let stock: String
    let ours: String
  }

  func run(_ source: String, _ first: Int64 = 0, _ second: Int64 = 0) -> Outcome {
    let agree = bpt_run(twins, source, first, second)
    return Outcome(agree: agree, stock: String(cString: bpt_stock(twins)), ours: String(cString: bpt_ours(twins)))
  }

  /// Returns the result in the state with our libraries only.
  func runOurs(_ source: String) -> String {
    bpt_run_ours(twins, source, 0, 0)
    return String(cString: bpt_ours(twins))
  }
}
