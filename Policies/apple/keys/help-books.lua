-- Help books of macOS.
return {
  {
    key = "HPDBookAccessPath", type = "string", platforms = { macos = "10.6" },
    summary = "First page of the help book", source = "Apple Help Programming Guide",
  },
  {
    key = "HPDBookCSIndexPath", type = "string", platforms = { macos = "10.14" },
    summary = "Search index made for Core Spotlight", source = "Apple Help Programming Guide",
  },
  {
    key = "HPDBookIconPath", type = "string", platforms = { macos = "10.6" },
    summary = "Icon of the help book", source = "Apple Help Programming Guide",
  },
  {
    key = "HPDBookIndexPath", type = "string", platforms = { macos = "10.6" },
    summary = "Search index", source = "Apple Help Programming Guide",
  },
  {
    key = "HPDBookKBProduct", type = "string", platforms = { macos = "10.6" },
    summary = "Product searched for in the support articles", source = "Apple Help Programming Guide",
  },
  {
    key = "HPDBookKBURL", type = "string", platforms = { macos = "10.6" },
    summary = "Address of the support articles", source = "Apple Help Programming Guide",
  },
  {
    key = "HPDBookRemoteURL", type = "string", platforms = { macos = "10.6" },
    summary = "Address of newer pages", source = "Apple Help Programming Guide",
  },
  {
    key = "HPDBookTitle", type = "string", platforms = { macos = "10.6" }, localizable = true,
    summary = "Title of the help book", source = "Apple Help Programming Guide",
  },
  {
    key = "HPDBookTopicListCSSPath", type = "string", platforms = { macos = "10.6" },
    summary = "Style of generated lists", source = "Apple Help Programming Guide",
  },
  {
    key = "HPDBookTopicListTemplatePath", type = "string", platforms = { macos = "10.6" },
    summary = "Template of generated lists", source = "Apple Help Programming Guide",
  },
  {
    key = "HPDBookType", type = "any", platforms = { macos = "10.6" },
    summary = "Version of the help book format, at present 3", source = "Apple Help Programming Guide",
  },
  {
    key = "HPDBookUsesExternalViewer", type = "boolean", platforms = { macos = "10.14" },
    summary = "Whether the browser shows the help book", source = "Apple Help Programming Guide",
  },
}
