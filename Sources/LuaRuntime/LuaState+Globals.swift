internal import CLuaBridge

extension LuaState {
  /// The names of all globals, sorted by their bytes: what a source can name without declaring it.
  package var globalNames: [String] {
    var names: [String] = []
    withUnsafeMutablePointer(to: &names) { names in
      _ = bp_visit_globals(
        state,
        { context, name in
          context?.assumingMemoryBound(to: [String].self).pointee.append(String(cString: name))
        }, names)
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
