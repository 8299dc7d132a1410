-- Dictionaries for the Dictionary app.
local reference = "Dictionary Services Programming Guide"

return {
  {
    key = "DCSDictionaryCopyright", type = "string", platforms = { macos = "10.5" }, localizable = true,
    summary = "Copyright of the dictionary", source = reference,
  },
  {
    key = "DCSDictionaryDefaultPrefs", type = "dictionary", platforms = { macos = "10.5" },
    summary = "Default settings of the dictionary", source = reference,
  },
  {
    key = "DCSDictionaryFrontMatterReferenceID", type = "string", platforms = { macos = "10.5" },
    summary = "Entry shown as the front page", source = reference,
  },
  {
    key = "DCSDictionaryLanguages", type = "array", platforms = { macos = true },
    schema = { items = "dictionary" },
    summary = "Languages of headwords and descriptions", source = reference,
  },
  {
    key = "DCSDictionaryManufacturerName", type = "string", platforms = { macos = "10.5" }, localizable = true,
    summary = "Maker of the dictionary", source = reference,
  },
  {
    key = "DCSDictionaryPrefsHTML", type = "string", platforms = { macos = "10.5" },
    summary = "Page of the settings", source = reference,
  },
  {
    key = "DCSDictionaryPrimaryLanguage", type = "string", platforms = { macos = true },
    summary = "Main language of the dictionary", source = reference,
  },
  {
    key = "DCSDictionaryUseSystemAppearance", type = "boolean", platforms = { macos = true },
    summary = "Whether the dictionary follows Dark Mode", source = reference,
  },
  {
    key = "DCSDictionaryXSL", type = "string", platforms = { macos = "10.5" },
    summary = "Style sheet that converts entries to pages", source = reference,
  },
  {
    key = "IDXDictionaryIndexes", type = "array", platforms = { macos = "10.5" },
    schema = { items = "dictionary" },
    summary = "Indexes of the dictionary", source = reference,
  },
  {
    key = "IDXDictionaryVersion", type = "integer", platforms = { macos = "10.5" },
    summary = "Format of the dictionary", source = reference,
  },
}
