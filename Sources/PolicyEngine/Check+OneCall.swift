import Bundles

extension Check {
  /// Holds the bundles at `paths` against policies, one after the other: the whole of a check in one call.
  ///
  /// ```swift
  /// let report = try Check.report(on: ["App.app"], policies: ["apple.recommended"])
  /// ```
  ///
  /// - Parameters:
  ///   - paths: Bundle directories, archives of them, or bare property lists.
  ///   - policies: What `--policy` takes: Lua files, directories with a `policy.lua`, and standard policies and packs by their names.
  ///   - parameters: Values of the policies' parameters, by name.
  ///   - asOf: The day that waivers are held against, today in UTC unless told otherwise. The same day gives the same report.
  /// - Returns: The report. A bundle that can't be read, and a rule that can't be evaluated, are errors in it: look at its verdict,
  ///   which is `pass` only when every bundle was judged and nothing counts against any.
  /// - Throws: The first error of loading the policies, with its place.
  public static func report(
    on paths: [String], policies: [String], parameters: [String: String] = [:], asOf: CalendarDate = .today()
  ) throws(EngineError) -> Report {
    var loading = PolicyProgram.Options(policies: policies, parameters: PolicyParameters(texts: parameters))
    try loading.findPacks()
    let program = try PolicyProgram(loading)
    var check = Check(program, Options(asOf: asOf))
    for path in paths {
      do throws(BundleError) {
        let graph = try BundleGraph.open(path: path)
        check.run(on: graph, path: graph.displayPath)
      } catch {
        check.add(unreadable: path, error)
      }
    }
    check.add(unloading: program.finishCheckers())
    return check.report()
  }
}
