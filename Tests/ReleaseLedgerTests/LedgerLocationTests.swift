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
  func shows(_ text: String, _ shown: String, _ holdsPassword: Bool) {
    let location = LedgerLocation(text)
    #expect(location.shown == shown)
    #expect(location.holdsPassword == holdsPassword)
    #expect(!location.shown.contains("secret"))
  }

  @Test func tellsFilesFromServers() {
    #expect(LedgerLocation("postgres:x.db").kind == .file("postgres:x.db"))
    #expect(LedgerLocation("postgresql://x/y").kind == .server(url: "postgresql://x/y"))
  }
}
