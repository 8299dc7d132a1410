// What files contain.
extension APITable {
  static let factClasses: [APIClass] = [
    APIClass(
      "PNG", .object, "The header of a PNG.",
      fields: [
        APIField("width", "integer", "In pixels."), APIField("height", "integer", "In pixels."),
        APIField("bit_depth", "integer", "Bits of a sample: 1, 2, 4, 8 or 16."),
        APIField("color_type", "ColorType", "What its samples are."),
        APIField("has_alpha", "boolean", "Whether pixels may be transparent."),
        APIField("is_interlaced", "boolean", "Whether it is drawn in passes."),
        APIField("is_cgbi", "boolean", "Whether it is Apple's variant for iOS, which other programs can't show."),
      ]),
    APIClass(
      "IconFamily", .object, "What is in an `.icns` file.",
      fields: [
        APIField("types", "string[]", "The types of all its elements, in order."),
        APIField("images", "IconImage[]", "Its pictures."),
        APIField("largest", "integer", "The width in pixels of the widest picture; 0 if there is none."),
        APIField("trailing_bytes", "integer", "How many bytes follow the end that it states."),
      ]),
    APIClass(
      "IconImage", .object, "A picture of an icon family.",
      fields: [
        APIField("type", "string", "Its type: `ic10`."), APIField("format", "IconFormat", "How it is kept."),
        APIField("width", "integer", "In pixels."), APIField("height", "integer", "In pixels."),
        APIField("points", "integer", "The size in points that its type stands for."),
        APIField("scale", "integer", "The scale that its type stands for."),
      ]),
    APIClass(
      "MachO", .object, "A Mach-O file.",
      fields: [
        APIField("is_fat", "boolean", "Whether it holds several slices, or could."),
        APIField("architectures", "Architecture[]", "What it has code for, in order."),
        APIField("slices", "Slice[]", "The code for each."),
      ]),
    APIClass(
      "Slice", .object, "The code for one architecture.",
      fields: [
        APIField("architecture", "Architecture", "What it is for."),
        APIField("cpu_type", "integer", "The number behind the architecture."),
        APIField("cpu_subtype", "integer", "The number of its variant."),
        APIField("offset", "integer", "Where it starts in the file."), APIField("size", "integer", "In bytes."),
        APIField("file_type", "string", "What is built: `execute`, `dylib`, `bundle`, `archive`, …"),
        APIField("is_64_bit", "boolean", "Whether it is 64-bit code."),
        APIField("is_big_endian", "boolean", "Whether its numbers start with the highest byte."),
        APIField("flags", "string[]", "The header's flags by name."),
        APIField("is_pie", "boolean", "Whether it can be loaded anywhere."),
        APIField("builds", "CodeBuild[]", "What it is built for; for macOS and Mac Catalyst at once there are two."),
        APIField("platform?", "CodePlatform", "The system of the first build."),
        APIField("minimum_os?", "string", "The least system version of the first build."),
        APIField("sdk?", "string", "The SDK of the first build."),
        APIField("libraries", "Library[]", "What it links to."),
        APIField("id?", "Library", "What a dynamic library calls itself."),
        APIField("rpaths", "string[]", "Where `@rpath` is looked up."),
        APIField("uuid?", "string", "The UUID that the linker gave it."),
        APIField("has_code_signature", "boolean", "Whether there is a signature; it is not looked at."),
        APIField("cryptid?", "integer", "0 for not encrypted; nil when there is no room for it."),
      ]),
    APIClass(
      "CodeBuild", .object, "A system that code is built for.",
      fields: [
        APIField("platform", "CodePlatform", "The system."),
        APIField("minimum_os", "string", "Its least version."),
        APIField("sdk?", "string", "The version of the SDK."),
      ]),
    APIClass(
      "Library", .object, "A library that code links to.",
      fields: [
        APIField("name", "string", "Its install name."), APIField("kind", "LibraryKind", "How it is used."),
        APIField("is_weak", "boolean", "Whether it may be absent."),
        APIField("current_version", "string", "The version linked against."),
        APIField("compatibility_version", "string", "The least version that will do."),
      ]),
  ]
}
