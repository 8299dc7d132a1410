import LuaRuntime
import Reports

extension Traceback {
  init(_ trace: LuaTraceback) {
    self.init(inner: trace.inner.map(Place.init), omitted: trace.omitted, outer: trace.outer.map(Place.init))
  }
}

extension Traceback.Place {
  fileprivate init(_ frame: LuaTraceback.Frame) {
    let owner: String
    if let name = frame.function {
      owner = "function '\(name)'"
    } else if let defined = frame.defined {
      owner = "the function at line \(defined)"
    } else {
      owner = "the file itself"
    }
    self.init(file: frame.file, line: frame.line, owner: owner)
  }
}
