-- Keys that Launch Services reads: how a bundle is started, on which systems, and in which App Store category.
local reference = "Information Property List Key Reference: Launch Services Keys"

return {
  {
    key = "LSApplicationCategoryType", type = "string", platforms = { macos = "10.0" },
    schema = {
      values = {
        "public.app-category.business", "public.app-category.developer-tools", "public.app-category.education",
        "public.app-category.entertainment", "public.app-category.finance", "public.app-category.games",
        "public.app-category.action-games", "public.app-category.adventure-games",
        "public.app-category.arcade-games", "public.app-category.board-games", "public.app-category.card-games",
        "public.app-category.casino-games", "public.app-category.dice-games",
        "public.app-category.educational-games", "public.app-category.family-games",
        "public.app-category.kids-games", "public.app-category.music-games", "public.app-category.puzzle-games",
        "public.app-category.racing-games", "public.app-category.role-playing-games",
        "public.app-category.simulation-games", "public.app-category.sports-games",
        "public.app-category.strategy-games", "public.app-category.trivia-games", "public.app-category.word-games",
        "public.app-category.graphics-design", "public.app-category.healthcare-fitness",
        "public.app-category.lifestyle", "public.app-category.medical", "public.app-category.music",
        "public.app-category.news", "public.app-category.photography", "public.app-category.productivity",
        "public.app-category.reference", "public.app-category.social-networking", "public.app-category.sports",
        "public.app-category.travel", "public.app-category.utilities", "public.app-category.video",
        "public.app-category.weather",
      },
    },
    summary = "App Store category of a Mac app, as a type identifier", source = reference,
  },
  {
    key = "LSApplicationQueriesSchemes", type = "array", platforms = { ios = "9.0", tvos = "9.0", visionos = "1.0" },
    schema = { items = "string" },
    summary = "URL schemes that the app may query before opening them", source = reference,
  },
  {
    key = "LSApplicationLaunchProhibited", type = "boolean", platforms = { ios = true },
    summary = "Marks an iOS app that only contains extensions or a watch app and cannot be opened",
    source = "Messages and watch-only app templates",
  },
  {
    key = "LSArchitecturePriority", type = "array", platforms = { macos = "10.1" },
    schema = {items = { type = "string", values = { "i386", "x86_64", "arm64", "arm64e", "ppc", "ppc64" } } },
    summary = "Architectures in order of preference", source = reference,
  },
  {
    key = "CFBundleAlternateNames", type = "array", platforms = { macos = true, ios = true }, localizable = true,
    schema = { items = "string" },
    summary = "Alternative names for searching the app", source = "Bundles of the system",
  },
  {
    key = "SBAppTags", type = "array", platforms = { ios = true },
    schema = { items = "string" },
    summary = "Special kinds of app, such as hidden on the Home Screen", source = "Bundles of the system",
  },
  {
    key = "LSBackgroundOnly", type = "boolean", platforms = { macos = "10.0" },
    summary = "Whether the app runs without any user interface", source = reference,
  },
  {
    key = "LSBundleContainsCoreMLmlmodelc", type = "boolean",
    platforms = { macos = "10.0", ios = "2.0", tvos = "9.0", watchos = "2.0", visionos = "1.0" },
    summary = "Whether the bundle contains a compiled Core ML model that should load quickly",
    source = "Bundle Resources: Information Property List",
  },
  {
    key = "LSEnvironment", type = "dictionary", platforms = { macos = "10.0" },
    schema = { others = "string" },
    summary = "Environment variables set before the app starts", source = reference,
  },
  {
    key = "LSExecutableArchitectures", type = "array", platforms = { macos = "10.0" },
    schema = { items = "string" },
    summary = "Architectures in the executable", source = reference,
  },
  {
    key = "LSFileQuarantineEnabled", type = "boolean", platforms = { macos = "10.5" },
    summary = "Whether files the app writes are quarantined", source = reference,
  },
  {
    key = "LSFileQuarantineExcludedPathPatterns", type = "array", platforms = { macos = "10.5" },
    schema = { items = "string" },
    summary = "Path patterns that stay out of quarantine", source = reference,
  },
  {
    key = "LSGetAppDiedEvents", type = "boolean", platforms = { macos = "10.0" },
    summary = "Whether the app is notified when a child process ends", source = reference,
  },
  {
    key = "LSHasLocalizedDisplayName", type = "boolean", platforms = { macos = "10.2" },
    summary = "Whether the name in InfoPlist.strings may differ from the file name", source = reference,
  },
  {
    key = "LSMinimumSystemVersion", type = "string", platforms = { macos = "10.0", catalyst = "13.0" },
    recommended = true,
    summary = "First macOS version that supports the app, as n.n.n", source = reference,
  },
  {
    key = "LSMinimumSystemVersionByArchitecture", type = "dictionary", platforms = { macos = "10.0" },
    schema = {keys = { i386 = "string", x86_64 = "string", arm64 = "string", ppc = "string", ppc64 = "string" } },
    summary = "First macOS version for each architecture", source = reference,
  },
  {
    key = "LSMultipleInstancesProhibited", type = "boolean", platforms = { macos = "10.0" },
    summary = "Whether only one user at a time may run the app", source = reference,
  },
  {
    key = "LSPrefersCarbon", type = "boolean", platforms = { macos = "10.0" }, deprecated = { macos = "10.5" },
    summary = "Whether the Finder offered to run the app in Classic, Carbon by default", source = reference,
  },
  {
    key = "LSPrefersClassic", type = "boolean", platforms = { macos = "10.0" }, deprecated = { macos = "10.5" },
    summary = "Whether the Finder offered to run the app in Classic, and did by default", source = reference,
  },
  {
    key = "LSRequiresCarbon", type = "boolean", platforms = { macos = "10.0" }, deprecated = { macos = "10.5" },
    summary = "Whether the app had to run in Carbon", source = reference,
  },
  {
    key = "LSRequiresClassic", type = "boolean", platforms = { macos = "10.0" }, deprecated = { macos = "10.5" },
    summary = "Whether the app had to run in Classic", source = reference,
  },
  {
    key = "LSRequiresIPhoneOS", type = "boolean", platforms = { ios = "2.0" }, required = true,
    summary = "Whether the app runs only on iOS; true for every iOS app", source = reference,
  },
  {
    key = "LSRequiresNativeExecution", type = "boolean", platforms = { macos = "10.0" },
    summary = "Whether the app must run in the processor's native architecture", source = reference,
  },
  {
    key = "LSSupportsGameMode", type = "boolean", platforms = { macos = true, ios = true },
    summary = "Whether the app takes part in Game Mode", source = "Bundle Resources: Information Property List",
  },
  {
    key = "LSSupportsOpeningDocumentsInPlace", type = "boolean", platforms = { ios = "2.0", visionos = "1.0" },
    summary = "Whether the app opens documents where they are instead of copies", source = reference,
  },
  {
    key = "LSUIElement", type = "boolean", platforms = { macos = "10.0" },
    summary = "Whether the app is an agent without a Dock icon or menu bar", source = reference,
  },
  {
    key = "LSUIPresentationMode", type = "number", platforms = { macos = "10.0" },
    schema = {values = { "0", "1", "2", "3", "4" } },
    summary = "How much of the system's interface is visible at launch, 0 to 4", source = reference,
  },
  {
    key = "LSVisibleInClassic", type = "boolean", platforms = { macos = "10.0" }, deprecated = { macos = "10.5" },
    summary = "Whether Classic applications see the agent", source = reference,
  },
  {
    key = "LSCounterpartIdentifiers", type = "array", platforms = { macos = true },
    schema = { items = "string" },
    summary = "Identifiers of older editions that are considered the same app", source = reference,
  },
  {
    key = "MinimumOSVersion", type = "string",
    platforms = { ios = "3.0", tvos = "9.0", watchos = "1.0", visionos = "1.0" },
    summary = "First version of iOS, tvOS, watchOS or visionOS that supports the bundle", source = reference,
  },
  {
    key = "DTAppStoreToolsBuild", type = "string",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Build of the App Store tools that exported the app", source = "Xcode build stamps",
  },
  {
    key = "APInstallerURL", type = "string", platforms = { macos = "10.0" },
    summary = "Base URL of the files the app installs", source = reference,
  },
  {
    key = "APFiles", type = "dictionary", platforms = { macos = "10.0" },
    schema = {
      keys = {
        APDisplayedAsContainer = "boolean",
        APFileDescriptionKey = "string",
        APFileDestinationPath = "string",
        APFileName = "string",
        APFileSourcePath = "string",
        APInstallAction = { type = "string", values = { "Copy", "Open" } },
      },
    },
    summary = "Files and folders the app installs", source = reference,
  },
  {
    key = "CSResourcesFileMapped", type = "boolean", platforms = { macos = "10.0" },
    summary = "Whether Carbon resource files are mapped into memory",
    source = "Information Property List Key Reference: Cocoa Keys",
  },
  {
    key = "LSAppNapIsDisabled", type = "boolean", platforms = { macos = "10.9" },
    summary = "Whether App Nap never slows the app down", source = "Undocumented; in applications such as OBS Studio",
  },
}
