-- Each test plants one defect in an otherwise sound suite.
local sound = import "fixtures.sound"
local mac = sound.mac
local second = mac:with { name = "Second.app", info = { CFBundleIdentifier = "com.example.second" } }
local third = mac:with { name = "Third.app", info = { CFBundleIdentifier = "com.example.third" } }

test "a sound suite" { given = { mac, second, third }, expect = { verdict = "pass", findings = 0 } }

test "a suite of one may have any version" {
  given  = mac:with { info = { CFBundleShortVersionString = "0", CFBundleVersion = "0" } },
  expect = { verdict = "pass", findings = 0 },
}

test "each application has its own build number" {
  given  = { mac, second:with { info = { CFBundleVersion = "0" } }, third:with { info = { CFBundleVersion = "0" } } },
  expect = { verdict = "pass", findings = 0 },
}

-- Other policies look at the keys that a bundle must have, and at their types.
local keys = { "CFBundleExecutable", "CFBundleIdentifier", "CFBundleShortVersionString", "CFBundleVersion" }
local lists = {}
for _, key in ipairs(keys) do lists[key] = { true } end

for name, silent in pairs {
  ["no keys to compare"] = fixture.application { without = keys }, ["lists instead of texts"] = fixture.application { info = lists },
} do
  test("applications with " .. name) {
    given  = { silent:with { name = "First.app" }, silent:with { name = "Second.app" }, silent:with { name = "Third.app" } },
    expect = { verdict = "pass", findings = 0 },
  }
end

test "one application has another version" {
  given  = { mac, second:with { info = { CFBundleShortVersionString = "0.1" } } },
  expect = { findings = 1, ["one-version"] = { key = "CFBundleShortVersionString", message = "Second.app has version 0.1" } },
}

test "two applications have one identifier" {
  given  = { mac, mac:with { name = "Second.app" } },
  expect = { findings = 1, ["identifiers-differ"] = { key = "CFBundleIdentifier" } },
}
