-- Info.plist files of documentation: DocC catalogs and archives, and the documentation sets of Xcode before.
local catalogs = "Swift-DocC: DocumentationBundle+Info.swift"
local sets = "Documentation Set Guide: Documentation-Set Property List Key Reference"

return {
  {
    key = "CDDefaultCodeListingLanguage", type = "string", platforms = { macos = true },
    summary = "Language of code listings that name none", source = catalogs,
  },
  {
    key = "CDDefaultModuleKind", type = "string", platforms = { macos = true },
    summary = "What the title of the documentation calls the module", source = catalogs,
  },
  {
    key = "CDAppleDefaultAvailability", type = "dictionary", platforms = { macos = true },
    schema = {
      others = {
        type = "array",
        items = {
          type = "dictionary",
          keys = {
            name = { type = "string", required = true, summary = "Name of the platform" },
            version = { type = "string", summary = "First version" },
            unavailable = { type = "boolean", summary = "Whether the module is not there at all" },
          },
        },
      },
    },
    summary = "By module, the platforms of symbols that state none", source = catalogs,
  },
  {
    key = "CDExperimentalFeatureFlags", type = "dictionary", platforms = { macos = true },
    summary = "Features of the documentation compiler that are not final", source = catalogs,
  },
  {
    key = "DocSetFeedName", type = "string", platforms = { macos = true },
    summary = "Name of the feed that offers the documentation set", source = sets,
  },
  {
    key = "DocSetFeedURL", type = "string", platforms = { macos = true },
    summary = "Feed that offers newer versions of the documentation set", source = sets,
  },
  {
    key = "DocSetFallbackURL", type = "string", platforms = { macos = true },
    summary = "Web address of pages that are not installed", source = sets,
  },
  {
    key = "DocSetPublisherIdentifier", type = "string", platforms = { macos = true },
    summary = "Identifier of the publisher, a domain in reverse", source = sets,
  },
  {
    key = "DocSetPublisherName", type = "string", platforms = { macos = true },
    summary = "Name of the publisher", source = sets,
  },
  {
    key = "DocSetMinimumXcodeVersion", type = "string", platforms = { macos = true },
    summary = "Oldest Xcode that can show the documentation set", source = sets,
  },
  {
    key = "DocSetPlatformFamily", type = "string", platforms = { macos = true },
    summary = "Platform the documentation is for", source = sets,
  },
  {
    key = "DocSetDescription", type = "string", platforms = { macos = true },
    summary = "What the documentation set is about", source = sets,
  },
  {
    key = "DocSetCertificateIssuer", type = "string", platforms = { macos = true },
    summary = "Issuer of the certificate the documentation set is signed with", source = sets,
  },
  {
    key = "DocSetCertificateSigner", type = "string", platforms = { macos = true },
    summary = "Subject of the certificate the documentation set is signed with", source = sets,
  },
}
