internal import CLuaBridge

/// A source that Lua runs.
package struct LuaSource {
  package let text: [UInt8]
  /// What messages call the file.
  package let name: String
  /// What `precompiled` made of the same text and name, which saves parsing it; empty for none. Lua trusts it, so only what the program
  /// carries may have it.
  package let compiled: [UInt8]

  package init(_ text: [UInt8], name: String, compiled: [UInt8] = []) {
    (self.text, self.name, self.compiled) = (text, name, compiled)
  }
}
