import SampleFiles
import FileFacts
import PolicySchema
import LuaRuntime
import PolicyEngine

/// A static library described by a fixture: `{ members = { { name = "a.o", mach_o = { file_type = "object" } } } }`.
struct FixtureArchive {
  static let definition = APIClass(
    "ArchiveDescription", .declaration, "A static library of a described bundle.",
    fields: [APIField("members?", "ArchiveMemberDescription[]", "Its files, after a table of symbols.")])

  static let memberDefinition = APIClass(
    "ArchiveMemberDescription", .declaration, "A file of a described static library.",
    fields: [
      APIField("name", "string", "Its name."),
      APIField("mach_o?", "CodeDescription", "A Mach-O file without code, usually with `file_type = \"object\"`."),
      APIField("text?", "string", "Its contents, if it is not a Mach-O file."),
    ])

  let bytes: [UInt8]

  init(_ value: LuaValue, in place: String) throws(DeclarationError) {
    let reader = try DeclarationReader(value, place: place, of: Self.definition)
    var members: [(name: String, content: [UInt8])] = []
    for (member, place) in try reader.tables("members", limit: 1_000) {
      members.append(try Self.member(member, in: place))
    }
    bytes = SampleArchive.bytes(members)
  }

  private static func member(
    _ value: LuaValue, in place: String
  ) throws(DeclarationError) -> (name: String, content: [UInt8]) {
    let reader = try DeclarationReader(value, place: place, of: memberDefinition)
    guard let name = try reader.text("name"), !name.isEmpty else {
      throw DeclarationError("\(place): 'name' is missing: the name of the file, such as \"a.o\"")
    }
    if reader.has("mach_o") {
      return (name, try FixtureCode(reader.value("mach_o"), in: "\(place), mach_o").bytes)
    }
    return (name, Array((try reader.text("text") ?? "").utf8))
  }
}
