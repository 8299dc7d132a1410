-- Types of data that the bundle defines or uses, and the keys for previews and indexing of documents.
local reference = "Bundle Resources: Information Property List"

local declarations = {
  items = {
    type = "dictionary",
    keys = {
      UTTypeIdentifier = { type = "string", required = true, summary = "The type's identifier" },
      UTTypeConformsTo = {
        type = "string_or_array", items = "string", required = true, summary = "Types that it conforms to",
      },
      UTTypeDescription = { type = "string", localizable = true, summary = "Name that users see" },
      UTTypeIconFile = { type = "string", platforms = { macos = true }, summary = "Icon file" },
      UTTypeIconFiles = {
        type = "array", items = "string", platforms = { ios = true }, summary = "Icon image files",
      },
      UTTypeIconName = { type = "string", summary = "Asset catalog entry of the icon" },
      UTTypeIcons = {
        type = "dictionary",
        platforms = { macos = "11.0" },
        summary = "Parts from which the system composes the icon",
      },
      UTTypeReferenceURL = { type = "string", summary = "Document that describes the type" },
      UTTypeVersion = { type = "string", summary = "Version of the type" },
      UTTypeSize64IconFile = { type = "string", platforms = { ios = true }, summary = "Icon of 64 pixels" },
      UTTypeSize320IconFile = { type = "string", platforms = { ios = true }, summary = "Icon of 320 pixels" },
      UTTypeTagSpecification = {
        type = "dictionary",
        required = true,
        summary = "File extensions, MIME types and codes of the type",
        keys = {
          ["public.filename-extension"] = { type = "string_or_array", items = "string" },
          ["public.mime-type"] = { type = "string_or_array", items = "string" },
          ["com.apple.ostype"] = { type = "string_or_array", items = "string" },
          ["com.apple.nspboard-type"] = { type = "string_or_array", items = "string" },
        },
      },
    },
  },
}

return {
  {
    key = "UTExportedTypeDeclarations", type = "array",
    platforms = { macos = "10.4", ios = "3.2", visionos = "1.0" },
    schema = declarations,
    summary = "Types of data the bundle owns", source = reference,
  },
  {
    key = "UTImportedTypeDeclarations", type = "array",
    platforms = { macos = "10.4", ios = "3.2", visionos = "1.0" },
    schema = declarations,
    summary = "Types of data that the bundle uses but does not own", source = reference,
  },
  {
    key = "QLNeedsToBeRunInMainThread", type = "boolean",
    platforms = { macos = "10.5", ios = "2.0", visionos = "1.0" },
    summary = "Whether the Quick Look generator needs the main thread", source = reference,
  },
  {
    key = "QLPreviewHeight", type = "number", platforms = { macos = "10.5", ios = "2.0", visionos = "1.0" },
    summary = "Height of previews in points, a hint", source = reference,
  },
  {
    key = "QLPreviewWidth", type = "number", platforms = { macos = "10.5", ios = "2.0", visionos = "1.0" },
    summary = "Width of previews in points, a hint", source = reference,
  },
  {
    key = "QLSandboxUnsupported", type = "boolean", platforms = { macos = "10.6" },
    summary = "Whether the Quick Look generator cannot run in a sandbox",
    source = "Information Property List Key Reference: macOS Keys",
  },
  {
    key = "QLSupportsConcurrentRequests", type = "boolean",
    platforms = { macos = "10.5", ios = "2.0", visionos = "1.0" },
    summary = "Whether the generator answers several requests at once", source = reference,
  },
  {
    key = "QLThumbnailMinimumSize", type = "number", platforms = { macos = "10.5", ios = "2.0", visionos = "1.0" },
    summary = "Smallest side of thumbnails worth drawing, in points", source = reference,
  },
  {
    key = "CoreSpotlightActions", type = "array", platforms = { ios = "15.0", visionos = "1.0" },
    schema = {
      items = {
        type = "dictionary",
        keys = {
          CoreSpotlightActionTitle = { type = "string", localizable = true },
          CoreSpotlightActionSymbolImage = "string",
          CoreSpotlightActionIdentifier = "string",
        },
      },
    },
    summary = "Actions of Spotlight results", source = reference,
  },
  {
    key = "CKSharingSupported", type = "boolean", platforms = { macos = "10.12", ios = "10.0", visionos = "1.0" },
    summary = "Whether the app opens CloudKit shares", source = reference,
  },
}
