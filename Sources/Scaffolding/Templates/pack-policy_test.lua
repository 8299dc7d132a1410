-- Tests of policy.lua on whole bundles, run by `bundlepolicy test`. Small examples are in the rules themselves.

test "an app with our identifier passes" {
  given  = fixture.application { info = { CFBundleIdentifier = "com.example.Hello" } },
  expect = { verdict = "pass", ["our-identifier"] = "pass" },
}

test "an app of somebody else is reported at its identifier" {
  given  = fixture.application { info = { CFBundleIdentifier = "org.stranger.Hello" } },
  expect = { verdict = "fail", ["our-identifier"] = { findings = 1, key = "CFBundleIdentifier" } },
}
