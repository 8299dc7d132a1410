-- What org.lua makes of whole bundles; what each rule alone makes of small ones stands beside it, under examples.

local shipped = fixture.application {
  info = { CFBundleVersion = "42" },
  history = { { info = { CFBundleVersion = "41" } } },
}

test "a sound build passes, whatever the keys and numbers of a vendored framework are" {
  given  = shipped:with {
    bundles = {
      ["Contents/Frameworks/Vendor.framework"] = fixture.framework { without = "CFBundleName", info = { VendorKey = 1 } },
    },
  },
  expect = {
    verdict = "pass",
    ["required-keys"] = "pass", ["build-grows"] = "pass", ["own-keys"] = "pass", ["qualified-keys"] = "pass",
  },
}

test "the build number may not stand still" {
  given  = shipped:with { info = { CFBundleVersion = "41" } },
  expect = { ["build-grows"] = { key = "CFBundleVersion", findings = 1, message = "equals" } },
}

test "an extension's keys are ours" {
  given  = shipped:with {
    bundles = { ["Contents/PlugIns/Share.appex"] = fixture.extension { info = { ShareHost = "x" } } },
  },
  expect = { ["own-keys"] = { findings = 1, key = "ShareHost" } },
}

test "only an iPad's orientations" {
  given  = fixture.application {
    platform = "ios", without = "UISupportedInterfaceOrientations",
    info = { ["UISupportedInterfaceOrientations~ipad"] = { "UIInterfaceOrientationPortrait" } },
  },
  expect = { ["qualified-keys"] = { findings = 1, key = "/UISupportedInterfaceOrientations~0ipad" } },
}
