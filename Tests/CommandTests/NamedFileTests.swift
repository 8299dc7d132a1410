import PolicyTestSupport
import Testing

/// Files that options name can be anywhere, and are never overwritten by mistake.
@Suite struct NamedFileTests {
  private static func folder() throws -> TemporaryFolder {
    let folder = try workshop(
      """
      local keys = parameter "keys" { default = { "Bad" } }
      rule "r" { summary = "s", forbid = keys, examples = { pass = { {} }, fail = { { info = { Bad = true } } } } }
      """)
    try folder.write("far/p.json", "{ \"keys\": [\"Worse\"] }")
    try folder.write(
      "far/w.lua", "waive \"r\" { because = \"b\", owner = \"o\", expires = \"2026-12-31\" }\n")
    try folder.link("p.json", to: folder("far/p.json"))
    try folder.link("w.lua", to: "far/w.lua")
    try folder.link("up", to: "far/../far")
    return folder
  }

  /// Run by a shell in the folder, with the program as `$0`.
  private static func run(_ script: String, in folder: TemporaryFolder) throws -> ChildProcess {
    try ChildProcess.run("/bin/sh", ["-c", script, Program.path], in: folder.path)
  }

  @Test(arguments: [
    ("$0 check --params p.json Bad.app", "PASS: no findings"),
    ("$0 check --params up/p.json Bad.app", "PASS: no findings"),
    ("cat p.json | $0 check --params /dev/stdin Bad.app", "PASS: no findings"),
    ("printf 'keys: [Worse]' | $0 check --params /dev/stdin Bad.app", "PASS: no findings"),
    ("$0 check --as-of 2026-06-15 --waivers w.lua Bad.app", "PASS: 1 waived"),
    ("$0 check --as-of 2026-06-15 --waivers w.lua --waivers far/w.lua Bad.app", "waivers from w.lua\n"),
    (
      "cp -r Bad.app Bad2.app; cp -r Bad.app Bad3.app; cat w.lua | $0 check --as-of 2026-06-15 --jobs 4 --waivers /dev/stdin Bad.app Bad2.app Bad3.app",
      "PASS: 3 waived"
    ),
    (
      "cp -r Bad.app Bad2.app; cat w.lua | $0 diff --as-of 2026-06-15 --jobs 4 --policy policy.lua --against policy.lua --waivers /dev/stdin Bad.app Bad2.app",
      "SAME: 0 of 2 bundles newly fail"
    ),
    ("mkfifo q; cat w.lua > q & $0 check --as-of 2026-06-15 --waivers q Bad.app", "PASS: 1 waived"),
    (
      "$0 check --write-baseline far/b Bad.app > o; ln -s \"$PWD/far/b\" b; cat b | $0 check --baseline /dev/stdin Bad.app && $0 check --baseline b --write-baseline b Bad.app",
      "PASS: 1 baselined"
    ),
    (
      "$0 check --format json Bad.app | $0 waive --from-report /dev/stdin --expires 2099-12-31 --because b --owner o --output up/new.lua",
      "up/new.lua: 1 waiver added\n"
    ),
  ])
  func read(_ script: String, _ output: String) throws {
    let result = try Self.run(script, in: try Self.folder())
    #expect(result.status == 0 && result.outputText.contains(output), "\(result.outputText)\(result.errorText)")
  }

  @Test func notWithoutEnd() throws {
    let folder = try Self.folder()
    let result = try Program.run(["check", "--params", "/dev/zero", "Good.app"], in: folder.path)
    #expect(result.status == 2)
    #expect(result.errorText == "/dev/zero: error: the parameters cannot be read: it has more than 1048576 bytes\n")
  }

  @Test(arguments: [
    ("check --write-baseline x --output x Good.app", "--output x and --write-baseline x are the same file"),
    (
      "check --format text --output y --format json --output ./y Good.app",
      "--output y and --output ./y are the same file"
    ),
    ("check --output policy.lua Good.app", "--output policy.lua would overwrite a file that --policy reads"),
    ("check --policy . --output policy.lua Good.app", "would overwrite a file that --policy reads"),
    ("check --params p.json --output far/p.json Good.app", "would overwrite a file that --params reads"),
    ("check --waivers w.lua --output far/w.lua Good.app", "would overwrite a file that --waivers reads"),
    ("check --baseline text.txt --output text.txt Good.app", "would overwrite a file that --baseline reads"),
    ("check --output Info.plist Info.plist", "would overwrite a file that BUNDLE reads"),
    ("check --output Good.app/Contents/Info.plist Good.app", "would write into Good.app"),
    ("check --output Good.app/new.txt Good.app", "would write into Good.app, which BUNDLE reads"),
    ("check --previous Bad.app --output Bad.app/x Good.app", "would write into Bad.app, which --previous reads"),
    ("check --output Good.app/Contents/a Good.app/", "would write into Good.app/"),
    ("check --output ./far/../Good.app/x --output y --format text --format json Good.app", "would write into Good.app"),
    ("check --output Good.app Good.app", "would write into Good.app"),
    ("check --output /dev/stdout --write-baseline Bad.app/x Good.app Bad.app", "would write into Bad.app"),
    ("check --output - Good.app", "for standard output, write /dev/stdout"),
    ("test --junit -", "for standard output, write /dev/stdout"),
    ("test --junit a --lcov ./a", "--junit a and --lcov ./a"),
    ("test --junit policy.lua policy.lua", "--junit policy.lua would overwrite a Lua file"),
    ("test --mutate --junit policy.lua", "--junit policy.lua would overwrite a Lua file"),
    ("rules --output policy.lua", "--output policy.lua would overwrite a file that --policy reads"),
    (
      "waive --from-report text.txt --output text.txt --because b --owner o --expires 2099-12-31",
      "--output text.txt would overwrite a file that --from-report reads"
    ),
  ])
  func neverWrittenOver(_ arguments: String, _ errors: String) throws {
    let folder = try Self.folder()
    let before = try (folder.names(), folder.bytes("policy.lua"), folder.bytes("far/w.lua"))
    let result = try Program.run(arguments.split(separator: " ").map(String.init), in: folder.path)
    #expect(result.status == 64 && result.output.isEmpty, "\(result.outputText)")
    #expect(result.errorText.contains(errors), "\(result.errorText)")
    #expect(try folder.names() == before.0)
    #expect(try folder.bytes("policy.lua") == before.1 && folder.bytes("far/w.lua") == before.2)
  }

  // File systems of other systems refuse such names.
  #if os(Linux)
    /// Names that are not UTF-8 are reported, and do not hide files or names that look the same.
    @Test(arguments: [
      (#"mkdir Good.app/$'d\xff'; : > Good.app/$'d\xff/k.pem'; $0 check --policy files.lua Good.app"#, 2, directory),
      (
        #"mkdir Good.app/Contents/$'d\xff'; cp -r Bad.app Good.app/Contents/$'d\xff/x.appex'; $0 check Good.app"#, 2,
        directory
      ),
      (
        #"mkdir Good.app/Contents/PlugIns; cp -r Bad.app Good.app/Contents/PlugIns/$'x\xff.appex'; cp -r Good.app $'x\xef\xbf\xbd.appex'; mv $'x\xef\xbf\xbd.appex' Good.app/Contents/PlugIns; $0 check Good.app"#,
        2, directory
      ),
      (#"cp -r Bad.app $'x\xff.app'; tar cf t.tar Good.app $'x\xff.app'; $0 check t.tar"#, 2, directory),
      (
        #"mkdir Good.app/$'d\xff'; : > Good.app/$'d\xff/k.pem'; tar cf t.tar Good.app; $0 check --policy files.lua t.tar"#,
        2, directory
      ),
      (
        #": > Good.app/$'f\xff'; : > Good.app/$'f\xef\xbf\xbd'; $0 check --policy files.lua Good.app"#, 2,
        "is not UTF-8, so it cannot be read; rename the file"
      ),
      (#": > Good.app/$'k\xff.pem'; $0 check --policy files.lua Good.app"#, 1, "must not ship"),
      (#"cp -r Good.app $'x\xef\xbf\xbd.app'; cp -r Bad.app $'x\xff.app'; $0 check --recursive ."#, 2, directory),
      (#"cp -r Good.app $'x\xef\xbf\xbd.app'; cp -r Bad.app $'x\xff.app'; $0 check 'x*.app'"#, 2, directory),
      (
        #"mkdir -p a/b a/$'d\xff' a/c; cp -r Bad.app a/c; mv a/$'d\xff' a/b; $0 check --recursive a"#, 2,
        "a/c/Bad.app  application"
      ),
      (
        #"mkdir Good.app/Contents/$'d\xff'; cp -r Bad.app Good.app/Contents/$'d\xff/x.appex'; $0 check --format json Good.app"#,
        2,
        #""code": "storage.name""#
      ),
      (#"mkdir Good.app/$'d\xff'; $0 inspect --stats Good.app"#, 2, "Good.app: error: the name of d"),
      (#"cp -r Bad.app $'x\xff.app'; $0 check $'x\xff.app'"#, 64, "argument 2 is not UTF-8"),
      (
        #"cp Info.plist $'t\xff.plist'; cp Info.plist $'t\xef\xbf\xbd.plist'; ln -s $'t\xff.plist' l.plist; $0 check --fix l.plist"#,
        2,
        "l.plist: error: Invalid or incomplete"
      ),
      (
        #"cp policy.lua $'t\xff.lua'; cp files.lua $'t\xef\xbf\xbd.lua'; ln -s $'t\xff.lua' l.lua; $0 check --policy l.lua Bad.app"#,
        2,
        "l.lua: error: the policy cannot be opened: Invalid or incomplete"
      ),
      (
        #": > $'o\xff.json'; ln -s $'o\xff.json' o.json; $0 check --format json=o.json Good.app"#, 2,
        "o.json: error: cannot be written"
      ),
      (
        #": > Good.app/$'t\xef\xbf\xbd'; ln -s $'t\xff' Good.app/l; $0 inspect --file l --field text Good.app"#, 2,
        "the target of the symbolic link l is not UTF-8"
      ),
      (
        #": > Good.app/$'t\xef\xbf\xbd'; ln -s $'t\xff' Good.app/l; tar cf t.tar Good.app; $0 inspect --file l --field text t.tar"#,
        2,
        "the target of the symbolic link l is not UTF-8"
      ),
      (
        #"cp -r Good.app A.app; ln -s $'k\xff' Good.app/l; ln -s $'k\xfe' A.app/l; $0 diff Good.app A.app"#, 2,
        "is not UTF-8"
      ),
      (#"rm w.lua; : > $'z\xff_test.lua'; $0 test ."#, 2, "is not UTF-8"),
      (
        #"cp files.lua $'n\xc3\xa9.lua'; cp policy.lua $'ne\xcc\x81.lua'; $0 check --policy $'n\xc3\xa9.lua' --policy $'ne\xcc\x81.lua' Bad.app"#,
        1, "Bad is not allowed"
      ),
      (
        #"cp Info.plist $'n\xc3\xa9.plist'; cp Info.plist $'ne\xcc\x81.plist'; $0 check --format json=$'n\xc3\xa9.json' --format sarif=$'ne\xcc\x81.json' $'n\xc3\xa9.plist' $'ne\xcc\x81.plist' > o; ls n*.json | wc -l"#,
        0, "2\n"
      ),
      (#"$0 check --format json=$'o\xff.json' Good.app"#, 64, "argument 3 is not UTF-8"),
    ])
    func namesThatAreNotUTF8(_ script: String, _ status: Int32, _ text: String) throws {
      let folder = try Self.folder()
      try folder.write(
        "files.lua",
        "policy \"f\" { summary = \"s\" }\nrule \"r\" { summary = \"s\", files = { forbid = \"**/*.pem\" } }\n")
      let result = try ChildProcess.run("/bin/bash", ["-c", script, Program.path], in: folder.path)
      #expect(result.status == status, "\(result.outputText)\(result.errorText)")
      #expect((result.outputText + result.errorText).contains(text), "\(result.outputText)\(result.errorText)")
    }

    private static let directory = "is not UTF-8, so what it contains cannot be read; rename the directory"
  #endif

  @Test(arguments: [
    (["check", ""], "The value '' is invalid for '<BUNDLE>': must not be empty"),
    (["check", "--policy", "", "Good.app"], "The value '' is invalid for '--policy <FILE>': must not be empty"),
    (["check", "--previous=", "Good.app"], "The value '' is invalid for '--previous <OLD>': must not be empty"),
    (["check", "--params", "", "Good.app"], "The value '' is invalid for '--params <FILE>': must not be empty"),
    (["test", ""], "The value '' is invalid for '<PATH>': must not be empty"),
    (["explain", ""], "The value '' is invalid for '<NAME>': must not be empty"),
    (["rules", "--output", ""], "The value '' is invalid for '--output <FILE>': must not be empty"),
    (["repl", ""], "The value '' is invalid for '<BUNDLE>': must not be empty"),
    (["waive", ""], "Missing expected argument '--from-report <FILE>'"),
  ])
  func emptyWords(_ arguments: [String], _ errors: String) throws {
    let folder = try Self.folder()
    let result = try Program.run(arguments, in: folder.path)
    #expect(result.status == 64 && result.errorText.contains(errors), "\(result.errorText)")
  }

  @Test func anEmptyValueThatMeansSomething() throws {
    let folder = try Self.folder()
    #expect(try Program.run(["inspect", "--path", "", "Good.app"], in: folder.path).status == 0)
    let result = try Program.run(["check", "--param", "keys=", "Good.app"], in: folder.path)
    #expect(result.status == 2 && result.errorText.contains("'forbid' is empty"), "\(result.errorText)")
  }

  /// One format's report does not depend on other formats.
  @Test(arguments: ["text", "json", "sarif", "html"]) func linesAreTheSame(_ other: String) throws {
    let folder = try Self.folder()
    let result = try Self.run(
      "$0 check --format jsonl Bad.app > 1; $0 check --format jsonl=2 --format \(other)=o Bad.app > o; cmp 1 2; "
        + "$0 check --format json Bad.app > 3; $0 report 3 --format jsonl > 4; cmp 1 4; grep -c excerpt 1", in: folder)
    #expect(result.outputText == "0\n" && result.errorText.isEmpty, "\(result.outputText)\(result.errorText)")
  }

  /// Waivers for only a part of the findings would look complete.
  @Test(arguments: ["Gone.app", "Bad.app Gone.app"])
  func noWaiversFromAnIncompleteReport(_ bundles: String) throws {
    let folder = try Self.folder()
    _ = try Self.run("$0 check --format json --output r.json " + bundles, in: folder)
    let result = try Program.run(
      ["waive", "--from-report", "r.json", "--because", "b", "--owner", "o", "--expires", "2099-12-31"], in: folder.path
    )
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(
      result.errorText.contains("error: the check of this report did not complete"), "\(result.errorText)")
    #expect(try !folder.names().contains("waivers.lua"))
  }
}
