-- Info.plist files of documentation: DocC catalogs and archives, and the documentation sets of Xcode before.
local catalogs = "Swift-DocC: DocumentationBundle+Info.swift"
local sets = "Documentation Set Guide: Documentation-Set Property List Key Reference"

return {
  {
    key = "CDDefaultCodeListingLanguage", type = "string", platforms = { macos = true },
    summary = "Default language of code listings", source = catalogs,
  },
  {
    key = "CDDefaultModuleKind", type = "string", platforms = { macos = true },
    summary = "Kind of module named in the title of the documentation", source = catalogs,
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
            unavailable = { type = "boolean", summary = "Whether the module is unavailable" },
          },
        },
      },
    },
    summary = "Default platforms of symbols, by module", source = catalogs,
  },
  {
    key = "CDExperimentalFeatureFlags", type = "dictionary", platforms = { macos = true },
    summary = "Experimental features of the documentation compiler", source = catalogs,
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
    summary = "URL of pages that are not installed", source = sets,
  },
  {
    key = "DocSetPublisherIdentifier", type = "string", platforms = { macos = true },
    summary = "Identifier of the publisher, a reversed domain", source = sets,
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
    summary = "Topic of the documentation set", source = sets,
  },
  {
    key = "DocSetCertificateIssuer", type = "string", platforms = { macos = true },
    summary = "Issuer of the certificate that signed the documentation set", source = sets,
  },
  {
    key = "DocSetCertificateSigner", type = "string", platforms = { macos = true },
    summary = "Subject of the certificate that signed the documentation set", source = sets,
  },
}
