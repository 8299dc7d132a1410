import Basics
import Bundles
import CheckerPlugIns
import PolicyTestSupport
import Testing

extension CheckerSuite {
  /// Nothing of a run is left behind.
  @Suite struct LeftoverTests {
    #if os(Linux)
      /// Several at a time, as with `--jobs`, of which some crash: none holds another's connection open, none stays.
      @Test func manyAtATime() async throws {
        let workshop = try CheckerWorkshop([.fault(), .good()])
        let settings = workshop.settings()
        let app = workshop.folder("App.app")
        let codes = try await withThrowingTaskGroup(of: [PlugInCode?].self) { group in
          for number in 0..<8 {
            group.addTask {
              let checkers = Checkers(settings)
              let graph = try BundleGraph.open(path: app)
              return try (0..<3).map { round in
                let fault = (number + round) % 2 == 0 ? "abort" : "none"
                return checkers.check(
                  "com.example.fault", bundle: 0, of: graph, options: try CheckerWorkshop.options(["fault": fault]),
                  isExplaining: false
                ).failure?.code
              }
            }
          }
          return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(codes == [[.crashed, nil, .crashed]: 4, [nil, .crashed, nil]: 4])
        #expect(ProcessCensus.left(with: workshop.worker).isEmpty)
        #expect(ProcessCensus.unreaped().isEmpty)
      }

      /// The process ends with the program, though a checker never returns.
      @Test func theProgramIsKilled() throws {
        let workshop = try CheckerWorkshop([.fault()])
        try workshop.folder.write(
          "policy.lua",
          """
          policy "test" { summary = "for a test" }
          rule "r" { summary = "s", checker = "com.example.fault", with = { fault = "loop" } }
          """)
        // The process of its checkers is the one that has the checker in its memory: counted before and after.
        let process = try ChildProcess.run(
          "/bin/sh",
          [
            "-c",
            """
            count() { grep -ls "$3" /proc/[0-9]*/maps | wc -l; }
            until_is() { for i in $(seq 6000); do [ "$(count "$@")" -eq "$4" ] && break; sleep 0.1; done; count "$@"; }
            "$0" check --checker-time 3600 --policy "$1" --plugins "$2" "$3" &
            until_is "$1" "$2" "$2/Fault.checker" 1
            kill -9 $!
            wait $!
            until_is "$1" "$2" "$2/Fault.checker" 0
            """, workshop.worker, workshop.folder("policy.lua"), workshop.folder("Plugins"), workshop.folder("App.app"),
          ])
        #expect(process.outputText == "1\n0\n", "\(process.errorText)")
      }

      /// Whether a thread crashes that runs code which is gone would depend on when it gets to run, so none does, however busy the machine is.
      @Test func threadsNeverMatter() async throws {
        let workshop = try CheckerWorkshop([.fault(), .good()])
        let settings = workshop.settings(seconds: 600)
        let app = workshop.folder("App.app")
        let failures = try await withThrowingTaskGroup(of: [PlugInError].self) { group in
          for _ in 0..<4 {
            group.addTask {
              try (0..<10).flatMap { _ in
                let checkers = Checkers(settings)
                let outcome = checkers.check(
                  "com.example.fault", bundle: 0, of: try BundleGraph.open(path: app),
                  options: try CheckerWorkshop.options(["fault": "threads"]), isExplaining: false)
                return [outcome.failure].compactMap { $0 } + checkers.finish()
              }
            }
          }
          return try await group.reduce([], +)
        }
        #expect(failures == [])
        #expect(ProcessCensus.left(with: workshop.worker).isEmpty)
      }

      @Test func descriptorsAreClosed() throws {
        let workshop = try CheckerWorkshop([.fault(), .good()])
        // By number and by what it leads to, for other tests open and close theirs meanwhile.
        func open() -> Set<String> {
          Set(
            (0..<1024).compactMap { number in
              var target = [CChar](repeating: 0, count: 256)
              guard readlink("/proc/self/fd/\(number)", &target, 255) > 0 else { return nil }
              return "\(number) "
                + String(decoding: target.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            })
        }
        let before = open()
        for _ in 0..<5 {
          let checkers = Checkers(workshop.settings())
          _ = try workshop.check(checkers, "abort")
          try workshop.expectGood(checkers)
        }
        // Those of other tests are closed in time; ten processes would have left theirs for good.
        var left = open().subtracting(before)
        let areClosed = Patience.wait {
          left.formIntersection(open())
          return left.count < 5
        }
        #expect(areClosed, "\(left)")
      }
    #endif
  }
}
