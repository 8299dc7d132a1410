-- Tests of org.lua with whole bundles; tests of single rules with small bundles are in its examples.

local shipped = fixture.application {
  info = { CFBundleVersion = "42" },
  history = { { info = { CFBundleVersion = "41" } } },
}

test "a valid build passes, whatever the keys and versions of a vendored framework" {
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

test "the build number must increase" {
  given  = shipped:with { info = { CFBundleVersion = "41" } },
  expect = { ["build-grows"] = { key = "CFBundleVersion", findings = 1, message = "equals" } },
}

test "the prefix also applies to the keys of an extension" {
  given  = shipped:with {
    bundles = { ["Contents/PlugIns/Share.appex"] = fixture.extension { info = { ShareHost = "x" } } },
  },
  expect = { ["own-keys"] = { findings = 1, key = "ShareHost" } },
}

test "orientations for the iPad only" {
  given  = fixture.application {
    platform = "ios", without = "UISupportedInterfaceOrientations",
    info = { ["UISupportedInterfaceOrientations~ipad"] = { "UIInterfaceOrientationPortrait" } },
  },
  expect = { ["qualified-keys"] = { findings = 1, key = "/UISupportedInterfaceOrientations~0ipad" } },
}

test "a plug-in of somebody else may qualify its keys as it likes" {
  given  = fixture.plugin { info = { ["VendorKey~ipad"] = 1 } },
  expect = { ["qualified-keys"] = "not-applicable" },
}
