-- Help books of macOS.
local reference = "Apple Help Programming Guide"

return {
  {
    key = "HPDBookAccessPath", type = "string", platforms = { macos = "10.6" },
    summary = "First page of the help book", source = reference,
  },
  {
    key = "HPDBookCSIndexPath", type = "string", platforms = { macos = true },
    summary = "Search index made for Core Spotlight", source = reference,
  },
  {
    key = "HPDBookIconPath", type = "string", platforms = { macos = "10.6" },
    summary = "Icon of the help book", source = reference,
  },
  {
    key = "HPDBookIndexPath", type = "string", platforms = { macos = "10.6" },
    summary = "Search index", source = reference,
  },
  {
    key = "HPDBookKBProduct", type = "string", platforms = { macos = "10.6" },
    summary = "Product for searches in support articles", source = reference,
  },
  {
    key = "HPDBookKBURL", type = "string", platforms = { macos = "10.6" },
    summary = "URL of the support articles", source = reference,
  },
  {
    key = "HPDBookRemoteURL", type = "string", platforms = { macos = "10.6" },
    summary = "URL of newer pages", source = reference,
  },
  {
    key = "HPDBookTitle", type = "string", platforms = { macos = "10.6" }, localizable = true,
    summary = "Title of the help book", source = reference,
  },
  {
    key = "HPDBookTopicListCSSPath", type = "string", platforms = { macos = "10.6" },
    summary = "Style of generated lists", source = reference,
  },
  {
    key = "HPDBookTopicListTemplatePath", type = "string", platforms = { macos = "10.6" },
    summary = "Template of generated lists", source = reference,
  },
  {
    key = "HPDBookType", type = "any", platforms = { macos = "10.6" },
    summary = "Version of the help book format, currently 3", source = reference,
  },
  {
    key = "HPDBookUsesExternalViewer", type = "boolean", platforms = { macos = true },
    summary = "Whether the browser shows the help book", source = reference,
  },
}
