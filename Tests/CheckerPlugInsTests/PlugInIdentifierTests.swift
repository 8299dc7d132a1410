import Testing

@testable import CheckerPlugIns

@Suite struct PlugInIdentifierTests {
  @Test(arguments: ["2BCAC4B1-A261-403E-91BC-194CB31A07FF", "2bcac4b1-a261-403e-91bc-194cb31a07ff"])
  func readsUUIDs(_ text: String) {
    #expect(PlugInIdentifier(text) == .checkerType)
    #expect(PlugInIdentifier(text)?.description == "2BCAC4B1-A261-403E-91BC-194CB31A07FF")
  }
}
