/// What a state may use. Fuel is given per evaluation, see `LuaState.begin(fuel:)`.
public struct LuaLimits: Hashable, Sendable {
  /// Bytes of live Lua memory.
  public var memory: Int
  /// Seconds of processor time of one evaluation, on its thread; a back-stop that fuel normally makes superfluous.
  public var seconds: Double
  /// Bytes of one source file.
  public var sourceSize: Int

  /// 64 MiB, 10 seconds, 1 MiB.
  public static let standard = LuaLimits(memory: 64 << 20, seconds: 10, sourceSize: 1 << 20)

  /// Makes limits in bytes, seconds and bytes.
  public init(memory: Int, seconds: Double, sourceSize: Int) {
    self.memory = memory
    self.seconds = seconds
    self.sourceSize = sourceSize
  }
}
