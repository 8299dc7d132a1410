-- Tests of policy.lua on whole bundles, run by `bundlepolicy test`. Small examples are in the rules themselves.

local shipped = fixture.application {
  info = { ["{{prefix}}Host"] = "api.example.com" },
}

test "a valid build passes" {
  given  = shipped,
  expect = { verdict = "pass", ["required-keys"] = "pass", ["own-keys"] = "pass", ["release-hosts"] = "pass" },
}

test "a staging host is reported at its key" {
  given  = shipped:with { info = { ["{{prefix}}Host"] = "staging.example.com" } },
  expect = {
    verdict = "fail",
    ["release-hosts"] = { findings = 1, key = "{{prefix}}Host", message = "staging host" },
  },
}

test "an extension's keys are ours, a framework's are not" {
  given  = shipped:with {
    bundles = {
      ["Contents/PlugIns/Share.appex"] = fixture.extension { info = { ShareHost = "x" } },
      ["Contents/Frameworks/Vendor.framework"] = fixture.framework { info = { VendorKey = 1 } },
    },
  },
  expect = { ["own-keys"] = { findings = 1, key = "ShareHost" } },
}
