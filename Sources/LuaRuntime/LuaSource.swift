internal import CLuaBridge

package struct LuaSource {
  package let text: [UInt8]
  package let name: String
  /// The result of `precompiled` for the same text and name, which saves parsing it; empty if there is none. Lua trusts it, so only
  /// sources that are built into the program may have it.
  package let compiled: [UInt8]

  package init(_ text: [UInt8], name: String, compiled: [UInt8] = []) {
    (self.text, self.name, self.compiled) = (text, name, compiled)
  }
}
