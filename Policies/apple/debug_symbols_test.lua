-- Tests for which the examples beside the rules are too narrow: which rules do not apply, and how severe a finding is.
local function code(fields)
  fields.platform = "ios"
  return { mach_o = fields }
end
local function library(uuid, path, build)
  return {
    info = { DTXcodeBuild = build }, files = { [path] = code { file_type = "dylib", id = path, uuid = uuid } },
  }
end
local function uuid(number) return tostring(number):rep(8) .. "-0000-4000-8000-000000000000" end

local app = {
  kind = "application", platform = "ios", info = { DTXcodeBuild = "17A324" },
  files = {
    App = code { uuid = uuid(1) }, ["Frameworks/libany.dylib"] = code { file_type = "dylib", id = "libany", uuid = uuid(2) },
    -- The system's, by its place and name.
    ["Frameworks/libswiftCore.dylib"] = code { file_type = "dylib", id = "libswiftCore", uuid = uuid(3) },
  },
  bundles = {
    ["Frameworks/Own.framework"] = library(uuid(4), "Own", "17A324"),
    ["Frameworks/Other.framework"] = library(uuid(5), "Other", "16A242d"),
  },
}
local symbols = { ["dSYMs/Spare.dSYM/Contents/Resources/DWARF/Spare"] = code { file_type = "dsym", uuid = uuid(9) } }

test "code of the team is a warning, and code of others a note" {
  given    = fixture.archive { platform = "ios", bundles = { ["Products/Applications/App.app"] = app }, files = symbols },
  expect   = { verdict = "pass", ["debug-symbols-complete"] = { findings = 4 } },
  snapshot = "severities",
}

test "symbols elsewhere in the archive do not count" {
  given  = fixture.archive { platform = "ios", bundles = { ["Products/Applications/App.app"] = {
    kind = "application", platform = "ios", files = { App = code { uuid = uuid(1) } },
  } }, files = {
    ["Old/dSYMs/App.dSYM/Contents/Resources/DWARF/App"] = code { file_type = "dsym", uuid = uuid(1) },
    ["dSYMs/App.dSYM/Contents/Resources/DWARF/App/Copy"] = code { file_type = "dsym", uuid = uuid(1) },
    ["dSYMs/Spare.dSYM/Contents/Resources/DWARF/Spare"] = code { file_type = "dsym", uuid = uuid(9) },
  } },
  expect = { ["debug-symbols-complete"] = { findings = 1 } },
}

test "an app without an archive has no symbols to compare" {
  given  = fixture.application { platform = "ios" },
  expect = { ["debug-symbols-complete"] = "not-applicable", ["debug-information-stripped"] = "pass" },
}

test "a framework that is archived beside the app" {
  given  = fixture.archive { platform = "ios", bundles = {
    ["Products/Applications/App.app"] = { kind = "application", platform = "ios", files = { App = code { uuid = uuid(9) } } },
    ["Products/Library/Frameworks/Kit.framework"] = { kind = "framework", platform = "ios", files = { Kit = code { uuid = uuid(1) } } },
  }, files = symbols },
  expect = { ["debug-symbols-complete"] = { status = "pass", findings = 0 } },
}

test "a bare property list has no code" {
  given  = fixture.plist {},
  expect = { ["debug-symbols-complete"] = "not-applicable", ["debug-information-stripped"] = "not-applicable" },
}

for kind, path in pairs { extension = "Share", framework = "Kit", plugin = "Plug" } do
  test("debug information in code of kind " .. kind) {
    given  = fixture[kind] {
      platform = "ios", info = { CFBundleExecutable = path }, files = { [path] = code { debug_symbols = "/tmp/a.o" } },
    },
    expect = { ["debug-information-stripped"] = { findings = 1 } },
  }
end
