-- Each test plants one defect in an otherwise sound suite of two applications.
local sound = import "fixtures.sound"
local mac = sound.mac
local second = mac:with { name = "Second.app", info = { CFBundleIdentifier = "com.example.second" } }

test "a sound suite" { given = { mac, second }, expect = { verdict = "pass", findings = 0 } }

test "a suite of one" { given = mac, expect = { verdict = "pass", findings = 0 } }

test "one application has another version" {
  given  = { mac, second:with { info = { CFBundleShortVersionString = "0.1" } } },
  expect = { findings = 1, ["one-version"] = { key = "CFBundleShortVersionString", message = "Second.app has version 0.1" } },
}

test "two applications have one identifier" {
  given  = { mac, mac:with { name = "Second.app" } },
  expect = { findings = 1, ["identifiers-differ"] = { key = "CFBundleIdentifier" } },
}
