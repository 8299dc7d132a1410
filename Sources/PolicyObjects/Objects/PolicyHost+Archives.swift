import Basics
import FileFacts
import LuaRuntime

// Static libraries.
extension PolicyHost {
  static let archive = ObjectSchema<(archive: StaticArchive, node: LuaNode)>(
    "Archive", "an archive", "A static library: an archive of object files.",
    [
      .answer("members", "ArchiveMember[]", "Its files, in order, without the tables of symbols and names.") {
        host, this, answer in host.readMembers(of: this.node, this.archive, answer)
      },
      .boolean("has_symbol_table", "Whether it has the table of symbols that linkers need.") {
        $0.archive.hasSymbolTable
      },
    ])

  static let archiveMember = ObjectSchema<(member: StaticArchive.Member, node: LuaNode)>(
    "ArchiveMember", "an archive member", "A file in a static library.",
    [
      .text("name", "Its name; several members may have the same.") { $0.member.name },
      .integer("offset", "Where it starts in the file, in bytes.") { $0.member.offset },
      .integer("size", "In bytes.") { $0.member.size },
      .answer("slice?", "Slice", "Its code; nil if it is not a Mach-O file.") { host, this, answer in
        host.readSlice(ofMember: this.node, answer)
      },
    ])

  func readArchive(_ file: UInt32, slice: Int, _ answer: LuaAnswer) {
    let archives = facts(Int(file), \.archives, answer, StaticArchive.read)
    if archives?[slice] != nil { answer.set(LuaNode(.archive, owner: Int(file), index: slice)) }
  }

  private func readMembers(of node: LuaNode, _ archive: StaticArchive, _ answer: LuaAnswer) {
    guard let archives = objects.facts.archives[Int(node.owner)]?.facts else {
      return answer.fail("this object is no longer valid")
    }
    let first = archives.filter { $0.key < Int(node.index) }.reduce(0) { $0 + $1.value.members.count }
    answer.charge(UInt64(archive.members.count))
    let members = archive.members.indices.map { LuaNode(.archiveMember, owner: Int(node.owner), index: first + $0) }
    answer.set(LuaValue.list(members.map(LuaValue.node)))
  }

  private func readSlice(ofMember node: LuaNode, _ answer: LuaAnswer) {
    guard let member = archiveMember(node) else { return answer.fail("this object is no longer valid") }
    if facts(behind: node, \.memberSlices, bytesPerUnit: 8, answer, member.slice(in:file:)) != nil {
      answer.set(LuaNode(.machOSlice, owner: Int(node.owner), index: MachOFile.sliceLimit + Int(node.index)))
    }
  }

  // MARK: Objects of handles

  func archive(_ node: LuaNode) -> StaticArchive? { objects.facts.archives[Int(node.owner)]?.facts?[Int(node.index)] }

  /// Members are numbered over all archives of a file.
  func archiveMember(_ node: LuaNode) -> StaticArchive.Member? {
    guard let archives = objects.facts.archives[Int(node.owner)]?.facts else { return nil }
    var number = Int(node.index)
    for (_, archive) in archives.sorted(by: { $0.key < $1.key }) {
      if number < archive.members.count { return archive.members[number] }
      number -= archive.members.count
    }
    return nil
  }

  /// The code of an archive member; its number follows the numbers of the slices.
  func slice(ofMember position: Int, in file: UInt32) -> MachOSlice? {
    let node = LuaNode(.archiveMember, owner: Int(file), index: position - MachOFile.sliceLimit)
    return objects.facts.memberSlices[node]?.facts
  }
}
