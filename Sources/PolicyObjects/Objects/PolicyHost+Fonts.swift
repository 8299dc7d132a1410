import FileFacts

// `file.font`
extension PolicyHost {
  static let font = ObjectSchema<FontFile>(
    record: "Font", "A TrueType or OpenType font, or a collection of fonts.",
    [
      .text("kind", as: "FontKind", "The format.") { $0.kind.rawValue },
      .value("faces", "FontFace[]", "Its fonts: one, or those of a collection.") {
        .list($0.faces.map(fontFace.record))
      },
    ])

  static let fontFace = ObjectSchema<FontFile.Face>(
    record: "FontFace", "A font of a font file.",
    [
      .text("family?", "The name of its family: `Example Sans`.") { $0.family },
      .text("style?", "The name of its style: `Bold`.") { $0.style },
      .text("full_name?", "Its full name: `Example Sans Bold`.") { $0.fullName },
      .text("postscript_name?", "The name by which programs find it: `ExampleSans-Bold`.") { $0.postScriptName },
      .text("version?", "Its version: `Version 1.0`.") { $0.version },
      .text("manufacturer?", "Its manufacturer.") { $0.manufacturer },
      .text("copyright?", "Its copyright notice.") { $0.copyright },
      .texts("tables", "The tags of its tables, in order: `cmap`, `glyf`, …") { $0.tables },
    ])
}
