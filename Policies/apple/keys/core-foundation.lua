-- Keys that identify and describe a bundle, read by Core Foundation and everything above it.
local source = "Information Property List Key Reference: Core Foundation Keys"
local everywhere = { macos = "10.0", ios = "2.0", tvos = "9.0", watchos = "2.0", visionos = "1.0" }
local mac = { macos = "10.0" }
local roles = { "Editor", "Viewer", "Shell", "None", "QLGenerator", "MDImporter" }

local icon_files = { type = "array", items = "string", summary = "Names of the icon's image files, preferably without extension" }
local document_type = {
  CFBundleTypeName = { type = "string", required = true, localizable = true, summary = "The document type's name" },
  CFBundleTypeRole = {
    type = "string", required = true, platforms = mac, values = roles,
    summary = "What the bundle does with such documents",
  },
  CFBundleTypeIconFile = {
    type = "string", recommended = true, platforms = mac, summary = "Icon file of such documents",
  },
  CFBundleTypeIconFiles = {
    type = "array", items = "string", platforms = { ios = "3.2" },
    summary = "Image files of the document icon: 64 and 320 pixels square on iPad, 22 by 29 and 44 by 58 on iPhone",
  },
  CFBundleTypeIconSystemGenerated = {
    type = "any", platforms = { macos = "11.0" },
    summary = "Whether the system draws the document icon from the app icon",
  },
  CFBundleTypeExtensions = {
    type = "array", items = "string", platforms = mac, deprecated = { macos = "10.5" }, successor = "LSItemContentTypes",
    summary = "File extensions without the period; * for any",
  },
  CFBundleTypeMIMETypes = {
    type = "array", items = "string", platforms = mac, deprecated = { macos = "10.5" }, successor = "LSItemContentTypes",
    summary = "MIME types of such documents",
  },
  CFBundleTypeOSTypes = {
    type = "array", items = "string", platforms = mac, deprecated = { macos = "10.5" }, successor = "LSItemContentTypes",
    summary = "Four-character type codes; **** for any",
  },
  LSItemContentTypes = {
    type = "array", items = "string", platforms = { macos = "10.4", ios = "3.2" },
    summary = "Type identifiers of such documents; takes precedence over extensions, MIME and OS types",
  },
  LSHandlerRank = {
    type = "string", platforms = { macos = "10.5", ios = "3.0" }, values = { "Owner", "Default", "Alternate", "None" },
    summary = "How the bundle ranks among those that open the type",
  },
  LSTypeIsPackage = {
    type = "boolean", platforms = mac, summary = "Whether the document is a directory shown as a file",
  },
  LSIsAppleDefaultForType = {
    type = "boolean", platforms = mac, summary = "Marks a system application as the type's default",
  },
  NSDocumentClass = { type = "string", platforms = mac, summary = "The document class that opens the type" },
  NSUbiquitousDocumentUserActivityType = {
    type = "string", platforms = { macos = "10.10", ios = "8.0" },
    summary = "User activity handed off while the document is open",
  },
  NSExportableAs = {
    type = "array", items = "string", platforms = mac, deprecated = { macos = "10.5" }, successor = "NSExportableTypes",
    summary = "Document types as which the document can be saved",
  },
  NSExportableTypes = {
    type = "array", items = "string", platforms = { macos = "10.5" },
    summary = "Type identifiers as which the document can be saved",
  },
  NSIsRelatedItemType = {
    type = "boolean", platforms = { macos = "10.8" },
    summary = "Marks files opened along with a document of the sandboxed app",
  },
  NSPersistentStoreTypeKey = {
    type = "string", platforms = { macos = "10.4" }, summary = "Core Data store type that stores the document",
  },
}

return {
  {
    key = "CFAppleHelpAnchor", type = "string", platforms = mac,
    summary = "Name of the first help page, without .html or .htm", source = source,
  },
  {
    key = "CFBundleAllowMixedLocalizations", type = "boolean", platforms = everywhere,
    summary = "Whether localized strings may also come from frameworks in other languages", source = source,
  },
  {
    key = "CFBundleDevelopmentRegion", type = "string", platforms = everywhere, recommended = true,
    summary = "Language the bundle falls back to, as a language identifier", source = source,
  },
  {
    key = "CFBundleDisplayName", type = "string", platforms = everywhere, required = true, localizable = true,
    summary = "The bundle's name that users see and Siri pronounces", source = source,
  },
  {
    key = "CFBundleDocumentTypes", type = "array", platforms = everywhere,
    schema = { items = { type = "dictionary", keys = document_type } },
    summary = "Kinds of documents the bundle opens or declares icons for", source = source,
  },
  {
    key = "CFBundleExecutable", type = "string", platforms = everywhere, recommended = true, qualifiable = false,
    summary = "File name of the main executable or library", source = source,
  },
  {
    key = "CFBundleGetInfoString", type = "string", platforms = mac, localizable = true, deprecated = { macos = "10.5" },
    successor = "NSHumanReadableCopyright",
    summary = "Version and copyright line in the Finder's Get Info window", source = source,
  },
  {
    key = "CFBundleHelpBookFolder", type = "string_or_array", platforms = mac,
    schema = { items = "string" },
    summary = "Folder of the help files, in the .lproj folder of the language", source = source,
  },
  {
    key = "CFBundleHelpBookName", type = "string_or_array", platforms = mac, localizable = true,
    schema = { items = "string" },
    summary = "Title or identifier of the help book that Help Viewer opens", source = source,
  },
  {
    key = "CFBundleIconFile", type = "string", platforms = everywhere,
    summary = "Icon file of a macOS bundle; the oldest way to name an iOS icon", source = source,
  },
  {
    key = "CFBundleIconFiles", type = "array", platforms = { ios = "3.2" }, recommended = true,
    schema = { items = "string" },
    summary = "Icon image files of an iOS app; CFBundleIcons takes precedence", source = source,
  },
  {
    key = "CFBundleIconName", type = "string", platforms = { macos = "10.13", ios = "11.0" },
    summary = "Asset catalog entry of the icon", source = source,
  },
  {
    key = "CFBundleIcons", type = "dictionary", platforms = { ios = "5.0", tvos = "9.0", watchos = "2.0", visionos = "1.0" },
    schema = {
      keys = {
        CFBundlePrimaryIcon = {
          type = "any", summary = "The app's own icon: a dictionary on iOS, a string on tvOS",
          keys = {
            CFBundleIconName = {
              type = "string", recommended = true, platforms = { ios = "11.0" },
              summary = "Asset catalog entry of the icon",
            },
            CFBundleIconFiles = icon_files,
            CFBundleSymbolName = { type = "string", summary = "Symbol used as the icon" },
            UIPrerenderedIcon = { type = "boolean", summary = "Whether the image already includes its shine" },
            NSAppIconActionTintColorName = {
              type = "string", summary = "Asset catalog color of the app's quick actions",
            },
            NSAppIconComplementingColorNames = {
              type = "array", items = "string", summary = "Asset catalog colors that match the icon",
            },
          },
        },
        CFBundleAlternateIcons = {
          type = "dictionary_or_array", summary = "Alternate icons of the app: by name on iOS, a list of names on tvOS",
          items = "string",
          others = {
            type = "dictionary",
            keys = {
              CFBundleIconFiles = {
                type = "array", items = "string", required = true, summary = "Names of the icon's image files",
              },
              CFBundleIconName = { type = "string", summary = "Asset catalog entry of the icon" },
              UIPrerenderedIcon = { type = "boolean", summary = "Whether the image already includes its shine" },
            },
          },
        },
        UINewsstandIcon = {
          type = "dictionary", platforms = { ios = "5.0" }, deprecated = { ios = "9.0" },
          summary = "Icon and style of a Newsstand publication",
          keys = {
            CFBundleIconFiles = {
              type = "array", items = "string", required = true, summary = "Icon shown while an issue has no cover",
            },
            UINewsstandBindingType = {
              type = "string", values = { "UINewsstandBindingTypeMagazine", "UINewsstandBindingTypeNewspaper" },
              summary = "How issues are drawn",
            },
            UINewsstandBindingEdge = {
              type = "string",
              values = {
                "UINewsstandBindingEdgeLeft", "UINewsstandBindingEdgeRight", "UINewsstandBindingEdgeBottom",
              },
              summary = "Edge issues are bound on",
            },
          },
        },
      },
    },
    summary = "All icons of the app by purpose; takes precedence over CFBundleIconFiles", source = source,
  },
  {
    key = "CFBundleIdentifier", type = "string", platforms = everywhere, recommended = true, qualifiable = false,
    summary = "Unique name of the bundle in reverse-DNS form", source = source,
  },
  {
    key = "CFBundleInfoDictionaryVersion", type = "string", platforms = everywhere, recommended = true,
    summary = "Version of the Info.plist format, currently 6.0", source = source,
  },
  {
    key = "CFBundleLocalizations", type = "array", platforms = everywhere,
    schema = { items = "string" },
    summary = "Languages that the bundle supports without .lproj folders", source = source,
  },
  {
    key = "CFBundleName", type = "string", platforms = everywhere, recommended = true, localizable = true,
    summary = "Short name of the bundle, under 16 characters", source = source,
  },
  {
    key = "CFBundlePackageType", type = "string", platforms = everywhere, recommended = true,
    summary = "Four-letter code of the bundle type: APPL, FMWK, BNDL or a more specific one", source = source,
  },
  {
    key = "CFBundleShortVersionString", type = "string", platforms = everywhere, localizable = true,
    summary = "Release version that users see, such as 2.1.0", source = source,
  },
  {
    key = "CFBundleSignature", type = "string", platforms = everywhere, recommended = true,
    summary = "Four-character creator code, ???? if there is none", source = "Bundle Programming Guide: Bundle Structures",
  },
  {
    key = "CFBundleSpokenName", type = "string", localizable = true,
    platforms = { macos = "10.10", ios = "8.0", tvos = "9.0", watchos = "2.0", visionos = "1.0" },
    summary = "Pronunciation of the name", source = source,
  },
  {
    key = "CFBundleSupportedPlatforms", type = "array", platforms = everywhere,
    schema = {
      items = {
        type = "string",
        values = {
          "MacOSX", "iPhoneOS", "iPhoneSimulator", "AppleTVOS", "AppleTVSimulator", "WatchOS", "WatchSimulator", "XROS",
          "XRSimulator", "DriverKit",
        },
      },
    },
    summary = "Platform the bundle was built for, written by the build system", source = "Bundle Resources: Information Property List",
  },
  {
    key = "CFBundleURLTypes", type = "array", platforms = everywhere,
    schema = {
      items = {
        type = "dictionary",
        keys = {
          CFBundleTypeRole = {
            type = "string", required = true, values = { "Editor", "Viewer", "Shell", "None" },
            summary = "What the bundle does with such URLs",
          },
          CFBundleURLIconFile = { type = "string", summary = "Icon image of the URL type, without extension" },
          CFBundleURLName = {
            type = "string", localizable = true, summary = "Unique name of the URL type in reverse-DNS form",
          },
          CFBundleURLSchemes = {
            type = "array", items = "string", summary = "Schemes the bundle opens, such as http",
          },
          LSIsAppleDefaultForScheme = {
            type = "boolean", platforms = mac, summary = "Marks a system application as the scheme's default",
          },
          LSIsAppleDefaultForType = {
            type = "boolean", platforms = mac, summary = "Marks a system application as the scheme's default",
          },
          LSHandlerRank = {
            type = "string", values = { "Owner", "Default", "Alternate", "None" },
            summary = "How the bundle ranks among those that open the scheme",
          },
        },
      },
    },
    summary = "URL schemes the bundle opens", source = source,
  },
  {
    key = "CFBundleVersion", type = "string", platforms = everywhere, recommended = true,
    summary = "Build number; increases from build to build", source = source,
  },
  {
    key = "CFBundleLongVersionString", type = "string", platforms = mac, localizable = true,
    summary = "Older, longer form of the version that users see", source = "Core Foundation: CFBundle.h and CFBundle_Internal.h",
  },
  {
    key = "CFBundleNumericVersion", type = "any", platforms = mac,
    summary = "The build version as a packed number, filled in by Core Foundation",
    source = "Core Foundation: CFBundle.h and CFBundle_Internal.h",
  },
  {
    key = "CFBundleExecutablePath", type = "string", platforms = mac,
    summary = "Path of the executable, filled in by Core Foundation", source = "Core Foundation: CFBundle.h and CFBundle_Internal.h",
  },
  {
    key = "CFBundleInfoPlistURL", type = "string", platforms = mac,
    summary = "Location of the Info.plist, filled in by Core Foundation", source = "Core Foundation: CFBundle.h and CFBundle_Internal.h",
  },
  {
    key = "CFBundleResourceSpecification", type = "string", platforms = { ios = true }, deprecated = { ios = "8.0" },
    summary = "File with the code signing rules of old iOS builds; the store now rejects it", source = "Technical Note TN2206",
  },
  {
    key = "CFPlugInDynamicRegistration", type = "string", platforms = mac,
    schema = { values = { "YES", "NO", "yes", "no", "Yes", "No" } },
    summary = "The string YES if a function registers the plug-in, NO if tables do", source = source,
  },
  {
    key = "CFPlugInDynamicRegisterFunction", type = "string", platforms = mac,
    summary = "Function that registers the plug-in, CFPlugInDynamicRegister if absent", source = source,
  },
  {
    key = "CFPlugInDynamicRegistrationFunction", type = "string", platforms = mac, deprecated = { macos = true },
    successor = "CFPlugInDynamicRegisterFunction",
    summary = "A typo in Apple's summary table; Core Foundation never reads it", source = source,
  },
  {
    key = "CFPlugInFactories", type = "dictionary", platforms = mac,
    schema = { others = "string" },
    summary = "Functions that create instances, by the factory's UUID", source = source,
  },
  {
    key = "CFPlugInTypes", type = "dictionary", platforms = mac,
    schema = { others = { type = "string_or_array", items = "string" } },
    summary = "Factories that create instances of each plug-in type, by the type's UUID", source = source,
  },
  {
    key = "CFPlugInUnloadFunction", type = "string", platforms = mac,
    summary = "Function called before the plug-in's code is unloaded", source = source,
  },
  {
    key = "NSExecutable", type = "string", platforms = { macos = "10.0" }, deprecated = { macos = "10.0" },
    successor = "CFBundleExecutable", summary = "OpenStep name of the key for the main executable", source = "CFBundle.c",
  },
  {
    key = "NSInfoPlistVersion", type = "string", platforms = { macos = "10.0" }, deprecated = { macos = "10.0" },
    successor = "CFBundleInfoDictionaryVersion", summary = "OpenStep name of the key for the file format", source = "CFBundle.c",
  },
  {
    key = "NSHumanReadableName", type = "string", platforms = { macos = "10.0" }, deprecated = { macos = "10.0" },
    successor = "CFBundleName", summary = "OpenStep name of the key for the short name", source = "CFBundle.c",
  },
  {
    key = "NSIcon", type = "string", platforms = { macos = "10.0" }, deprecated = { macos = "10.0" },
    successor = "CFBundleIconFile", summary = "OpenStep name of the key for the icon file", source = "CFBundle.c",
  },
  {
    key = "NSTypes", type = "array", platforms = { macos = "10.0" }, deprecated = { macos = "10.0" },
    successor = "CFBundleDocumentTypes", summary = "OpenStep name of the key for the document types", source = "CFBundle.c",
  },
  {
    key = "NSAppVersion", type = "string", platforms = { macos = "10.0" }, deprecated = { macos = "10.0" },
    successor = "CFBundleShortVersionString", summary = "OpenStep name of the key for the user-visible version", source = "CFBundle.c",
  },
  {
    key = "CFBundleCFMLoadAsBundle", type = "boolean", platforms = { macos = "10.0" }, deprecated = { macos = "10.7" },
    summary = "Whether code for the Code Fragment Manager is loaded as a bundle", source = "CFBundle.c",
  },
  {
    key = "CFBundleFollowParentLocalization", type = "boolean",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Whether the bundle uses the language of the app that contains it", source = "CFBundle_Locale.c",
  },
}
