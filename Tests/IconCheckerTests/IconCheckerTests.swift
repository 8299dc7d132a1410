import Testing

@testable import IconChecker

@Suite struct IconCheckerTests {
  @Test func hasAnIdentity() { #expect(IconChecker.identity.identifier == "bundlepolicy.icons") }

  @Test func itsOptionsAreTheSettings() {
    let checker = IconChecker()
    let settings = IconSettings()
    #expect(checker.opaque == settings.opaque && checker.tolerance == settings.tolerance)
    #expect(checker.images == settings.images && checker.blank == settings.blank)
  }
}
