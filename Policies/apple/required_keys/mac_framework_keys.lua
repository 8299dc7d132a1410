local lists = import "apple.required_keys.lists"

rule "mac-framework-keys" {
  summary   = "A Mac framework must have an identifier and a library",
  severity  = "warning",
  rationale = "Without them, NSBundle finds neither the framework by its identifier nor its code. Its versions tell only developers "
    .. "something: frameworks of Electron declare one of them or none, in apps of the Mac App Store, too.",
  source    = "Bundle Programming Guide: Framework bundles",
  tags      = { "S2" },
  applies   = { kind = "framework", platform = { "macos", "catalyst" } },
  require   = lists.mac_framework,
  examples  = {
    pass = { {}, { without = { "CFBundleShortVersionString", "CFBundleVersion" } }, { info = { CFBundleVersion = "" } } },
    fail = { { info = { CFBundleExecutable = "" } }, { without = "CFBundleIdentifier" } },
  },
}
