-- Keys of AppKit, Quartz and the Mac desktop.
local reference = "Bundle Resources: Information Property List"

return {
  {
    key = "ATSApplicationFontsPath", type = "string", platforms = { macos = "10.0" },
    summary = "Font file or folder of fonts in the resources",
    source = "Information Property List Key Reference: macOS Keys",
  },
  {
    key = "CGDisableCoalescedUpdates", type = "boolean", platforms = { macos = "10.4" },
    summary = "Whether each window update is drawn separately", source = "Technical Note TN2133",
  },
  {
    key = "NSHighResolutionCapable", type = "boolean",
    platforms = { macos = "10.7", ios = "2.0", tvos = "9.0", watchos = "2.0", visionos = "1.0" },
    summary = "Whether the app supports the resolution of Retina displays", source = reference,
  },
  {
    key = "NSHighResolutionMagnifyAllowed", type = "boolean", platforms = { macos = "10.7" },
    summary = "Whether users may choose to open the app in low resolution",
    source = "High Resolution Guidelines for OS X",
  },
  {
    key = "NSPrefersDisplaySafeAreaCompatibilityMode", type = "boolean", platforms = { macos = "12.0" },
    summary = "Whether the app stays below the camera housing", source = reference,
  },
  {
    key = "NSPrefPaneIconFile", type = "string", platforms = { macos = "10.0" },
    summary = "Icon of a preference pane", source = "Information Property List Key Reference: Cocoa Keys",
  },
  {
    key = "NSPrefPaneIconLabel", type = "string", platforms = { macos = "10.0" }, localizable = true,
    summary = "Name under the icon of a preference pane",
    source = "Information Property List Key Reference: Cocoa Keys",
  },
  {
    key = "NSPrefPaneSearchParameters", type = "string", platforms = { macos = "10.4" },
    summary = "Search terms file of a preference pane", source = "Preference Pane Programming Guide",
  },
  {
    key = "NSPrefPaneHelpAnchors", type = "any", platforms = { macos = "10.4" },
    summary = "Help pages of a preference pane", source = "Preference Panes: NSPreferencePane",
  },
  {
    key = "NSRequiresAquaSystemAppearance", type = "boolean", platforms = { macos = "10.14" },
    summary = "Whether the app stays light in Dark Mode", source = "AppKit: NSAppearance",
  },
  {
    key = "NSSupportsAutomaticGraphicsSwitching", type = "boolean", platforms = { macos = "10.7" },
    summary = "Whether an OpenGL app may run on the integrated graphics processor", source = reference,
  },
  {
    key = "NSHelpFile", type = "string", platforms = { macos = "10.0" }, deprecated = { macos = "10.6" },
    successor = "CFBundleHelpBookName",
    summary = "Help file of the oldest help system", source = "Older Cocoa documentation",
  },
  {
    key = "QuartzGLEnable", type = "boolean", platforms = { macos = "10.5" },
    summary = "Whether Quartz draws with the graphics processor",
    source = "Information Property List Key Reference: macOS Keys",
  },
  {
    key = "PrefersOpenGL", type = "boolean", platforms = { macos = "10.11" },
    summary = "Whether SceneKit and SpriteKit draw with OpenGL", source = "SceneKit: SCNRenderingAPI",
  },
  {
    key = "SCNDisableWideGamut", type = "boolean", platforms = { macos = "10.12", ios = "10.0", tvos = "10.0" },
    summary = "Whether SceneKit uses only standard colors", source = "SceneKit: SCNView",
  },
  {
    key = "CFBundleGetInfoHTML", type = "string", platforms = { macos = "10.0" }, deprecated = { macos = "10.5" },
    summary = "Formatted line in the Finder's Get Info window", source = "Older Cocoa documentation",
  },
  {
    key = "CFBundleHelpTOCFile", type = "string_or_array", platforms = { macos = "10.0" },
    summary = "First page of the help book", source = "Apple Help Programming Guide",
  },
  {
    key = "OSAXHandlers", type = "dictionary", platforms = { macos = "10.4" },
    schema = {
      keys = {
        Events = { type = "dictionary", summary = "Event handlers" },
        Coercions = { type = "any", summary = "Coercion handlers" },
      },
    },
    summary = "Commands of the scripting addition", source = "Technical Note TN1164",
  },
  {
    key = "GPUEjectPolicy", type = "string", platforms = { macos = "10.14" },
    schema = {values = { "relaunch", "wait", "kill", "ignore" } },
    summary = "What happens to the app when its external graphics processor is disconnected", source = reference,
  },
  {
    key = "GPUSelectionPolicy", type = "string", platforms = { macos = "10.14" },
    schema = {values = { "avoidRemovable", "preferRemovable" } },
    summary = "Whether the app prefers external graphics processors", source = reference,
  },
  {
    key = "TICapsLockLanguageSwitchCapable", type = "boolean", platforms = { macos = "10.15" },
    summary = "Whether Caps Lock switches between Latin and another script", source = reference,
  },
  {
    key = "NSViewGestureRecognizerIsExclusive", type = "boolean", platforms = { macos = true },
    summary = "Whether gesture recognizers withhold events from views", source = "Xcode build settings reference",
  },
  {
    key = "NSAppSleepDisabled", type = "boolean", platforms = { macos = "10.9" },
    summary = "Whether App Nap never slows the app down; usually a user default",
    source = "Undocumented; in applications such as UTM",
  },
}
