-- Requirements for every bundle of an organization before it ships. Copy it, replace the prefix with your own, and keep it beside
-- the code: `bundlepolicy check --policy org.lua --previous Shipped.app Built.app`.

policy "com.example.release" {
  summary = "Requirements for every Example bundle before it ships",
  version = "1.0.0",
}

local prefix = parameter "prefix" {
  default = "com.example.",
  summary = "prefix of the names of our own Info.plist keys",
}

rule "required-keys" {
  summary   = "Every app must have a name, an identifier, a version and an executable",
  rationale = "Without these keys, the system cannot launch, list or update the app.",
  applies   = { kind = { "application", "plist" } },
  require   = { "CFBundleIdentifier", "CFBundleName", "CFBundleVersion", "CFBundleExecutable" },
  examples  = {
    pass = {
      {
        kind = "plist",
        info = {
          CFBundleIdentifier = "com.example.app", CFBundleName = "App", CFBundleVersion = "1", CFBundleExecutable = "App",
        },
      },
    },
    fail = {
      { without = "CFBundleIdentifier", at = "/CFBundleIdentifier" }, { info = { CFBundleName = " " }, at = "/CFBundleName" },
      { without = "CFBundleVersion", at = "/CFBundleVersion" },
      { without = "CFBundleExecutable", at = "/CFBundleExecutable" },
    },
  },
}

rule "build-grows" {
  summary   = "Every build must have a higher number than the builds before it",
  rationale = "Installers and stores treat a build without a higher number as one that they already have.",
  -- Nested frameworks keep the versions of their vendors.
  applies   = { nested = false },
  increases = { key = "CFBundleVersion", dialect = "apple" },
  examples  = {
    pass = { { info = { CFBundleVersion = "1.10" }, history = { { info = { CFBundleVersion = "1.9" } } } } },
    fail = {
      -- Higher than the newest build, but not than all of them.
      {
        info = { CFBundleVersion = "42" },
        history = { { info = { CFBundleVersion = "41" } }, { info = { CFBundleVersion = "43" } } },
        at = "/CFBundleVersion",
      },
      { info = { CFBundleVersion = "43-beta" }, history = { { info = { CFBundleVersion = "42" } } }, at = "/CFBundleVersion" },
    },
  },
}

rule "own-keys" {
  summary     = "Our own keys must start with our prefix",
  rationale   = "A key without a prefix may collide with one that the platform defines later.",
  applies     = { kind = { "application", "extension", "plist" } },
  custom_keys = { prefix = prefix },
  examples    = {
    pass = { { kind = "plist", info = { [prefix .. "Host"] = "api.example.com" } } },
    -- Another organization's prefix that begins with the same letters.
    fail = { { info = { ["com.examples.Host"] = "api.example.com" }, at = "/com.examples.Host" } },
  },
}

rule "qualified-keys" {
  summary        = "Every key for one platform or device must have a default for the others",
  rationale      = "A device that no variant names finds no value for the key.",
  applies        = { kind = { "application", "extension", "plist" } },
  qualified_keys = { default = "present" },
  examples       = {
    pass = {
      { info = { UIMainStoryboardFile = "Main", ["UIMainStoryboardFile~ipad"] = "Main-iPad" } },
      { kind = "extension" },
      { kind = "plist" },
    },
    fail = { { info = { ["NSUserNotificationAlertStyle-macos"] = "banner" }, at = "/NSUserNotificationAlertStyle-macos" } },
  },
}
