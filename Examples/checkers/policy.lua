-- A rule for the included checker: it looks at the pixels of images, which Lua cannot read.
-- docs/icons.md says which FOLDER has it:
--
--   bundlepolicy check --plugins FOLDER --policy Examples/checkers/policy.lua App.app
policy "com.example.checkers" {
  summary = "Icons are fit to ship",
  version = "1.0.0",
}

rule "icons" {
  summary = "Icons must decode, and their variants must show the same image",
  checker = "bundlepolicy.icons",
  rationale = "Only users whose screens need one size see a wrong image in that size.",
  with = { tolerance = 0.1 },
  examples = {
    pass = {
      {
        platform = "ios",
        info = { CFBundleIconFiles = { "Icon" } },
        files = {
          ["Icon.png"] = { png = { width = 60, height = 60 } },
          ["Icon@2x.png"] = { png = { width = 120, height = 120 } },
        },
      },
    },
    fail = {
      {
        platform = "ios",
        info = { CFBundleIconFiles = { "Icon" } },
        files = {
          ["Icon.png"] = { png = { width = 60, height = 60 } },
          ["Icon@2x.png"] = { png = { width = 100, height = 100 } },
        },
      },
    },
  },
}
