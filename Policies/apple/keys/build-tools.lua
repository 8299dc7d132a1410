-- Stamps of Xcode and similar tools, which identify the tools that built a bundle.
local reference = "Xcode build stamps"

return {
  {
    key = "BuildMachineOSBuild", type = "string",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Build number of the system that built the bundle", source = reference,
  },
  {
    key = "DTBundleClientLibraries", type = "array",
    platforms = { ios = true, tvos = true, watchos = true, visionos = true },
    schema = { items = "string" },
    summary = "Libraries merged into the bundle", source = reference,
  },
  {
    key = "DTCompiler", type = "string",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Compiler", source = reference,
  },
  {
    key = "DTPlatformBuild", type = "string",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Build of the platform", source = reference,
  },
  {
    key = "DTPlatformName", type = "string",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Platform, such as iphoneos", source = reference,
  },
  {
    key = "DTPlatformVersion", type = "string",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Version of the platform", source = reference,
  },
  {
    key = "DTSDKBuild", type = "string",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Build of the SDK", source = reference,
  },
  {
    key = "DTSDKName", type = "string",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "SDK with its version, such as iphoneos18.0", source = reference,
  },
  {
    key = "DTSwiftPlaygroundsBuild", type = "string", platforms = { macos = true, ios = true },
    summary = "Build of Swift Playgrounds", source = reference,
  },
  {
    key = "DTSwiftPlaygroundsVersion", type = "string", platforms = { macos = true, ios = true },
    summary = "Version of Swift Playgrounds", source = reference,
  },
  {
    key = "DTXcode", type = "string",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Version of Xcode as four digits", source = reference,
  },
  {
    key = "DTXcodeBuild", type = "string",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Build of Xcode", source = reference,
  },
  {
    key = "MergeableMetadata", type = "boolean",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Whether the library can be merged into another", source = reference,
  },
  {
    key = "SFSafariWebExtensionConverterVersion", type = "string", platforms = { macos = true, ios = true },
    summary = "Version of the tool that converted the web extension", source = reference,
  },
  {
    key = "NSBuiltWithThreadSanitizer", type = "boolean",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Marks a build with the thread sanitizer", source = reference,
  },
  {
    key = "OSMinimumDriverKitVersion", type = "string", platforms = { macos = "10.15" },
    summary = "First DriverKit version the driver runs on", source = reference,
  },
  {
    key = "DVTPlugInCompatibilityUUIDs", type = "array", platforms = { macos = true },
    schema = { items = "string" },
    summary = "Xcode versions an Xcode plug-in works with", source = reference,
  },
  {
    key = "XCPluginHasUI", type = "boolean", platforms = { macos = true },
    summary = "Whether an Xcode plug-in has a user interface", source = reference,
  },
  {
    key = "XCGCReady", type = "boolean", platforms = { macos = true }, deprecated = { macos = true },
    summary = "Whether an Xcode plug-in supported garbage collection", source = reference,
  },
  {
    key = "XC4Compatible", type = "boolean", platforms = { macos = true }, deprecated = { macos = true },
    summary = "Whether an Xcode plug-in worked with Xcode 4", source = reference,
  },
  {
    key = "XC5Compatible", type = "boolean", platforms = { macos = true }, deprecated = { macos = true },
    summary = "Whether an Xcode plug-in worked with Xcode 5", source = reference,
  },
}
