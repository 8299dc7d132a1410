-- Messages and severities that depend on the bundle.

for name, given in pairs {
  ["no device has a default"] = { without = "UIDeviceFamily" }, ["one of two devices has none"] = { info = { UIDeviceFamily = { 2, 1 } } },
  ["a device without a qualifier"] = { info = { UIDeviceFamily = { 2, 3 } } },
} do
  test("qualified-defaults: " .. name) {
    given  = fixture.application { platform = "ios", info = { ["UIMainStoryboardFile~ipad"] = "Main" } }:with(given),
    expect = { ["qualified-defaults"] = { message = "other platforms and devices find no value" } },
  }
end

test "qualified-defaults: every device has its own" {
  given  = fixture.application {
    platform = "ios", info = { UIDeviceFamily = { 2 }, ["UIMainStoryboardFile~ipad"] = "Main" },
  },
  expect = { ["qualified-defaults"] = { message = "covers every device" } },
}

test "deprecated-keys: a deprecated key without a documented version" {
  given = fixture.application { info = { XCGCReady = true } }, expect = { ["deprecated-keys"] = { message = "is deprecated" } },
}

test "launch-images-exist: a name with an extension" {
  given  = fixture.application { platform = "ios", info = { UILaunchImageFile = "Launch.png" } },
  expect = { ["launch-images-exist"] = { message = "contains an extension" } },
}

for value, rule in pairs { YES = "boolean-types", ["0"] = "boolean-types", perhaps = "key-types" } do
  test("a Boolean on ios: '" .. value .. "'") {
    given  = fixture.extension { platform = "ios", info = { CFBundleDisplayName = "Share", UIFileSharingEnabled = value } },
    expect = { verdict = "fail", [rule] = "fail", [rule == "key-types" and "boolean-types" or "key-types"] = "pass" },
  }
end

for value, rule in pairs { [0] = "boolean-types", [1] = "boolean-types", [2] = "key-types" } do
  test("a Boolean on ios: " .. value) {
    given  = fixture.extension { platform = "ios", info = { CFBundleDisplayName = "Share", UIFileSharingEnabled = value } },
    expect = { verdict = "fail", [rule] = "fail", [rule == "key-types" and "boolean-types" or "key-types"] = "pass" },
  }
end

for name, value in pairs { list = {}, text = "x" } do
  test("a key of the app with the name of a function of `keys` is like any other: " .. name) {
    given  = fixture.application { info = { split = value, nearest = value, parents = value, ["is_custom~ipad"] = value } },
    expect = {
      ["complete-entries"] = "pass", ["deprecated-keys"] = "pass", ["exact-types"] = "pass", ["key-types"] = "pass",
      ["known-qualifiers"] = "pass", ["known-values"] = "pass", ["misspelt-fields"] = "pass", ["superseded-keys"] = "pass",
    },
  }
end
