import ReleaseLedger
import Testing

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

  @Test(arguments: ["postgresql://x/y", "postgres://x/y", "PostGres://x/y"])
  func servers(_ text: String) throws { #expect(try LedgerLocation(text).kind == .server(url: text)) }

  /// What is mistyped is neither made nor printed.
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
