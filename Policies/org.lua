-- What every bundle of an organisation must satisfy before it ships. Copy it, put in your own prefix, and keep it beside
-- the code: `bundlepolicy check --policy org.lua --previous Shipped.app Built.app`.

policy "com.example.release" {
  summary = "What every Example bundle meets before it ships",
  version = "1.0.0",
}

local prefix = parameter "prefix" {
  default = "com.example.",
  summary = "what the names of our own Info.plist keys start with",
}

rule "required-keys" {
  summary   = "Every application names, identifies and versions itself",
  rationale = "Without these keys the system cannot launch, list or update the application.",
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
      { without = "CFBundleIdentifier" }, { info = { CFBundleName = " " } }, { without = "CFBundleVersion" },
      { without = "CFBundleExecutable" },
    },
  },
}

rule "build-grows" {
  summary   = "Every build has a higher number than the one before",
  rationale = "Installers and stores take a build that is not newer for one they already have.",
  -- Frameworks inside keep the numbers of whoever builds them.
  applies   = { nested = false },
  increases = { key = "CFBundleVersion", dialect = "apple" },
  examples  = {
    pass = { { info = { CFBundleVersion = "1.10" }, history = { { info = { CFBundleVersion = "1.9" } } } } },
    fail = {
      -- Above the newest, but not above all.
      {
        info = { CFBundleVersion = "42" },
        history = { { info = { CFBundleVersion = "41" } }, { info = { CFBundleVersion = "43" } } },
      },
      { info = { CFBundleVersion = "43-beta" }, history = { { info = { CFBundleVersion = "42" } } } },
    },
  },
}

rule "own-keys" {
  summary     = "Keys of our own carry our prefix",
  rationale   = "Without a prefix a key may collide with one that the platform defines later.",
  applies     = { kind = { "application", "extension", "plist" } },
  custom_keys = { prefix = prefix },
  examples    = {
    pass = { { kind = "plist", info = { [prefix .. "Host"] = "api.example.com" } } },
    -- The name of somebody else, which begins as ours does.
    fail = { { info = { ["com.examples.Host"] = "api.example.com" } } },
  },
}

rule "qualified-keys" {
  summary        = "Every key for one platform or device has a default for the others",
  rationale      = "A device that no variant names would find nothing under the key.",
  qualified_keys = { default = "present" },
  examples       = {
    pass = { { info = { UIMainStoryboardFile = "Main", ["UIMainStoryboardFile~ipad"] = "Main-iPad" } } },
    fail = { { info = { ["NSUserNotificationAlertStyle-macos"] = "banner" } } },
  },
}
