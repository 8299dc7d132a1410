-- Stamps that Xcode and its relatives leave, which tell with what a bundle was built.
return {
  {
    key = "BuildMachineOSBuild", type = "string",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Build of the system the bundle was built on", source = "Xcode build stamps",
  },
  {
    key = "DTBundleClientLibraries", type = "array",
    platforms = { ios = true, tvos = true, watchos = true, visionos = true },
    schema = { items = "string" },
    summary = "Libraries merged into the bundle", source = "Xcode build stamps",
  },
  {
    key = "DTCompiler", type = "string",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Compiler", source = "Xcode build stamps",
  },
  {
    key = "DTPlatformBuild", type = "string",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Build of the platform", source = "Xcode build stamps",
  },
  {
    key = "DTPlatformName", type = "string",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Platform, such as iphoneos", source = "Xcode build stamps",
  },
  {
    key = "DTPlatformVersion", type = "string",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Version of the platform", source = "Xcode build stamps",
  },
  {
    key = "DTSDKBuild", type = "string",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Build of the SDK", source = "Xcode build stamps",
  },
  {
    key = "DTSDKName", type = "string",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "SDK with its version, such as iphoneos18.0", source = "Xcode build stamps",
  },
  {
    key = "DTSwiftPlaygroundsBuild", type = "string", platforms = { macos = true, ios = true },
    summary = "Build of Swift Playgrounds", source = "Xcode build stamps",
  },
  {
    key = "DTSwiftPlaygroundsVersion", type = "string", platforms = { macos = true, ios = true },
    summary = "Version of Swift Playgrounds", source = "Xcode build stamps",
  },
  {
    key = "DTXcode", type = "string",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Version of Xcode as four digits", source = "Xcode build stamps",
  },
  {
    key = "DTXcodeBuild", type = "string",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Build of Xcode", source = "Xcode build stamps",
  },
  {
    key = "MergeableMetadata", type = "boolean",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Whether the library can be merged into another", source = "Xcode build stamps",
  },
  {
    key = "NSBuiltWithThreadSanitizer", type = "boolean",
    platforms = { macos = true, ios = true, tvos = true, watchos = true, visionos = true },
    summary = "Marks a build with the thread sanitizer", source = "Xcode build stamps",
  },
  {
    key = "OSMinimumDriverKitVersion", type = "string", platforms = { macos = "10.15" },
    summary = "First DriverKit version the driver runs on", source = "Xcode build stamps",
  },
  {
    key = "XCTContainsUITests", type = "boolean", platforms = { macos = true, ios = true },
    summary = "Marks a test runner with user interface tests", source = "Xcode build stamps",
  },
  {
    key = "DVTPlugInCompatibilityUUIDs", type = "array", platforms = { macos = true },
    schema = { items = "string" },
    summary = "Xcode versions an Xcode plug-in works with", source = "Xcode build stamps",
  },
  {
    key = "XCPluginHasUI", type = "boolean", platforms = { macos = true },
    summary = "Whether an Xcode plug-in shows something", source = "Xcode build stamps",
  },
  {
    key = "XCGCReady", type = "boolean", platforms = { macos = true }, deprecated = { macos = true },
    summary = "Whether an Xcode plug-in supported garbage collection", source = "Xcode build stamps",
  },
  {
    key = "XC4Compatible", type = "boolean", platforms = { macos = true }, deprecated = { macos = true },
    summary = "Whether an Xcode plug-in worked with Xcode 4", source = "Xcode build stamps",
  },
  {
    key = "XC5Compatible", type = "boolean", platforms = { macos = true }, deprecated = { macos = true },
    summary = "Whether an Xcode plug-in worked with Xcode 5", source = "Xcode build stamps",
  },
}
