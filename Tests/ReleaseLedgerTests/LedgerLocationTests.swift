import Testing

@testable import ReleaseLedger

@Suite struct LedgerLocationTests {
  @Test(arguments: [
    ("builds.db", "builds.db", false), ("./a:b.db", "./a:b.db", false), ("postgres.db", "postgres.db", false),
    ("postgres://db.example.com/ledger", "postgres://db.example.com/ledger", false),
    ("postgresql://ci@db:5433/ledger?sslmode=require", "postgres://db:5433/ledger", false),
    ("postgres://ci:secret@db/ledger", "postgres://db/ledger", true),
    ("POSTGRES://ci:secret@db/ledger", "postgres://db/ledger", true),
    ("postgres://ci:se@cr/et@db/ledger", "postgres://db/ledger", true),
    ("postgres://db/ledger?password=secret", "postgres://db/ledger", true),
    ("postgres://db/ledger?user=a&PassWord=secret", "postgres://db/ledger", true),
    ("postgres://db/ledger?sslpassword=secret", "postgres://db/ledger", true),
    ("postgres://db/ledger?%70assword=secret", "postgres://db/ledger", true),
    ("postgres://ci:se?secret@db/ledger", "postgres://…", true),
    ("postgres://ci:se#secret@db/ledger", "postgres://…", true),
    ("postgres://ci:secret/ledger", "postgres://ci:…/ledger", false),
    ("postgres://ci:12?secret/3@db/l", "postgres://…", true),
    ("postgres://a:1,b:secret,[::1]:5,[::1]:secret,[::1]/l", "postgres://a:1,b:…,[::1]:5,[::1]:…,[::1]/l", false),
    ("postgres:///ledger?host=/run/postgresql", "postgres:///ledger", false),
    ("git+https://h.example/o/r.git", "git+https://h.example/o/r.git#bundlepolicy-ledger", false),
    ("git+https://h:8443/o/r.git#a/b-c_1.0", "git+https://h:8443/o/r.git#a/b-c_1.0", false),
    ("git+https://ci:sec%40ret@h/r.git#b", "git+https://h/r.git#b", true),
    ("git+https://secret@h/r.git", "git+https://h/r.git#bundlepolicy-ledger", true),
    ("git+ssh://git@h:22/o/r.git#b", "git+ssh://git@h:22/o/r.git#b", false),
    ("git+file:///srv/r.git#", "git+file:///srv/r.git#bundlepolicy-ledger", false),
  ])
  func shows(_ text: String, _ shown: String, _ holdsPassword: Bool) throws {
    let location = try LedgerLocation(text)
    #expect(location.shown == shown)
    #expect(location.holdsPassword == holdsPassword)
    #expect(!location.shown.contains("secret"))
  }

  @Test(arguments: [
    "builds.db", "postgres.db", "/data/builds.db", "../a=b.db", "./postgre://h/db", "./postgres:x.db", "./host=x",
    "/a b/x ",
    "a=b", "my host/x.db", "hosted=x.db", "dir/a:b.db", "ci@builds.db", "~x.db", "",
  ])
  func paths(_ text: String) throws { #expect(try LedgerLocation(text).kind == .file(text)) }

  /// Invalid git addresses are refused with a reason that does not contain possible passwords.
  @Test(arguments: [
    "git+http://ci:sesame@h/r", "git+git://h/r", "git+ext::sh -c sesame", "git+https://h", "git+https:///r",
    "git+https://ci:se/same@h/r", "git+https://sesame/x@h/r", "git+https://ci:ses#ame@h/r", "git+https://ci:%zz@h/r",
    "git+https://@h/r", "git+ssh://git:sesame@h/r", "git+ssh://-oProxyCommand=sesame@h/r", "git+ssh://-h/r",
    "git+file://host/r", "git+file://r", "git+https://h/r#a b", "git+https://h/r#-b", "git+https://h/r#a..b",
    "git+https://h/r#refs/x.lock", "git+https://h/r#a//b", "git+https://h/r#a@{1}", "git+https://h:ses/r",
    "git+sesame@h:r",
    "git+https://h/r\n#b", "git+",
  ])
  func noBranches(_ text: String) {
    let error = #expect(throws: LedgerAddressError.self) { try LedgerLocation(text) }
    #expect(error?.message.hasPrefix("the ledger's address ") == true && error?.message.contains("sesame") == false)
  }

  @Test func branches() throws {
    let address = try GitLedgerAddress("git+https://ci:se%2Fc%25@h/o/r.git#b")
    #expect(address.url == "https://h/o/r.git" && address.branch == "b" && address.credentials == "ci:se/c%")
    #expect(try GitLedgerAddress("git+https://token@h/r").credentials == "token:")
    #expect(try GitLedgerAddress("git+ssh://git@h/r").url == "ssh://git@h/r")
  }

  @Test(arguments: ["postgresql://x/y", "postgres://x/y", "PostGres://x/y"])
  func servers(_ text: String) throws { #expect(try LedgerLocation(text).kind == .server(url: text)) }

  /// Mistyped addresses are neither created nor printed.
  @Test(arguments: [
    ("postgre://ci:sesame@h/db", "postgre"), ("'postgres://ci:sesame@h/db'", "postgres"),
    ("\"postgres://ci:sesame@h/db\"", "postgres"), (" postgres://ci:sesame@h/db", "postgres"),
    ("postgres://ci:sesame@h/db\n", "postgres"), ("\u{FEFF}postgres://ci:sesame@h/db", nil),
    ("postgres:/ci:sesame@h/db", nil), ("postgres//ci:sesame@h/db", nil), ("postgres:ci:sesame@h/db", nil),
    ("//ci:sesame@h/db", nil), ("://ci:sesame@h/db", nil), ("mysql://ci:sesame@h/db", "mysql"),
    ("sqlite:sesame.db", nil),
    ("ci:sesame@h/db", nil), ("host=h password=sesame", nil), ("password = sesame", nil),
    ("dbname=x;password=sesame", nil),
    ("x PASSWORD=sesame", nil), ("user=ci password='sesame'", nil), ("sesame.db ", nil), ("'sesame.db'", nil),
    ("jdbc:postgresql://h/db?password=sesame", nil), ("sesame~sesame://h", nil),
  ])
  func neither(_ text: String, _ scheme: String?) {
    let error = #expect(throws: LedgerAddressError.self) { try LedgerLocation(text) }
    #expect(error?.subject == scheme)
    #expect(error?.message.contains("sesame") == false)
    #expect(error?.message.contains("neither a file nor postgres://…") == true)
  }
}
