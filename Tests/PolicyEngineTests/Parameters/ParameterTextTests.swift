import Parameters
import LuaRuntime
import Testing

@testable import PolicyEngine

/// The values of texts on the command line.
@Suite struct ParameterTextTests {
  @Test(arguments: [
    "nan", "-nan", "inf", "-inf", "infinity", "1e999", "", "x", "1,5", "0x1p3", "0x10", "-0x1.8p0", "1_000",
  ])
  func noNumbers(_ text: String) { #expect(ParameterType.number.value(of: text) == nil) }

  @Test(arguments: [("1", 1.0), ("-2.5", -2.5), ("1e3", 1000.0)])
  func numbers(_ text: String, _ value: Double) { #expect(ParameterType.number.value(of: text) == .number(value)) }

  @Test(arguments: ["a,,b", ",a", "a,", ",", ",,"])
  func noLists(_ text: String) { #expect(ParameterType.list.value(of: text) == nil) }

  @Test(arguments: [("", []), ("a", ["a"]), ("a,b", ["a", "b"]), ("a, b", ["a", " b"])])
  func lists(_ text: String, _ elements: [String]) {
    #expect(ParameterType.list.value(of: text)?.table?.list?.compactMap(\.string) == elements)
  }
}
