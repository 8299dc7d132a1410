-- Info.plist files of containers of bundles or compiled resources: XCFrameworks, Xcode archives, storyboards.
local reference = "Interface Builder: compiled storyboards"

return {
  {
    key = "AvailableLibraries", type = "array",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true, catalyst = true },
    schema = {
      items = {
        type = "dictionary",
        keys = {
          LibraryIdentifier = { type = "string", required = true, summary = "Folder of the variant" },
          LibraryPath = { type = "string", required = true, summary = "Library or framework in the folder" },
          BinaryPath = { type = "string", summary = "Executable in the folder" },
          SupportedArchitectures = {
            type = "array", items = "string", required = true, summary = "Architectures of the variant",
          },
          SupportedPlatform = { type = "string", required = true, summary = "Platform of the variant" },
          SupportedPlatformVariant = { type = "string", summary = "simulator or maccatalyst" },
          HeadersPath = { type = "string", summary = "Folder of headers" },
          DebugSymbolsPath = { type = "string", summary = "Folder of debug symbols" },
          BitcodeSymbolMapsPath = { type = "string", summary = "Folder of symbol maps" },
          MergeableMetadata = { type = "boolean", summary = "Whether the library can be merged" },
        },
      },
    },
    summary = "Variants in the XCFramework", source = "Xcode: XCFrameworks",
  },
  {
    key = "XCFrameworkFormatVersion", type = "string",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true, catalyst = true },
    summary = "Version of the XCFramework format, currently 1.0", source = "Xcode: XCFrameworks",
  },
  {
    key = "ApplicationProperties", type = "dictionary",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    schema = {
      keys = {
        ApplicationPath = "string",
        Architectures = { type = "array", items = "string" },
        CFBundleIdentifier = "string",
        CFBundleShortVersionString = "string",
        CFBundleVersion = "string",
        SigningIdentity = "string",
        Team = "string",
      },
    },
    summary = "The archived app", source = "Xcode: archives",
  },
  {
    key = "ArchiveVersion", type = "integer",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Version of the archive format", source = "Xcode: archives",
  },
  {
    key = "SchemeName", type = "string",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Scheme that created the archive", source = "Xcode: archives",
  },
  {
    key = "NSStoryboardDesignatedEntryPointIdentifier", type = "string", platforms = { macos = "10.10" },
    summary = "Initial controller of a compiled storyboard", source = reference,
  },
  {
    key = "NSStoryboardMainMenu", type = "string", platforms = { macos = "10.10" },
    summary = "Main menu of a compiled storyboard", source = reference,
  },
  {
    key = "NSStoryboardVersion", type = "integer", platforms = { macos = "10.10" },
    summary = "Format of a compiled storyboard", source = reference,
  },
  {
    key = "NSViewControllerIdentifiersToNibNames", type = "dictionary", platforms = { macos = "10.10" },
    schema = { others = "string" },
    summary = "Nib files of a compiled storyboard's controllers", source = reference,
  },
  {
    key = "UIStoryboardDesignatedEntryPointIdentifier", type = "string",
    platforms = { ios = "5.0", tvos = "9.0", watchos = "2.0", visionos = "1.0" },
    summary = "Initial controller of a compiled storyboard", source = reference,
  },
  {
    key = "UIStoryboardVersion", type = "integer",
    platforms = { ios = "5.0", tvos = "9.0", watchos = "2.0", visionos = "1.0" },
    summary = "Format of a compiled storyboard", source = reference,
  },
  {
    key = "UIViewControllerIdentifiersToNibNames", type = "dictionary",
    platforms = { ios = "5.0", tvos = "9.0", watchos = "2.0", visionos = "1.0" },
    schema = { others = "string" },
    summary = "Nib files of a compiled storyboard's controllers", source = reference,
  },
  {
    key = "NSViewControllerIdentifiersToUUIDs", type = "dictionary", platforms = { macos = "10.10" },
    schema = { others = "string" },
    summary = "Identities of a compiled storyboard's controllers", source = reference,
  },
}
