-- Tests for which the examples beside the rules are too narrow: which rules do not apply, and how severe a finding is.
local tracked = { files = { ["a.js"] = "'https://tracker.example.org'" } }

test "without lists of hosts, no host is wrong" {
  given  = fixture.application { platform = "ios", files = tracked.files },
  expect = { verdict = "pass", hosts = "not-applicable" },
}

for _, name in ipairs { "allowed_hosts", "forbidden_hosts" } do
  local params = { [name] = { "api.example.com" } }
  test("one of the two lists of hosts is enough: " .. name) {
    given  = fixture.application { platform = "ios", files = { ["a.js"] = "'https://api.example.com' 'https://tracker.example.org'" } },
    params = params, expect = { verdict = "fail", hosts = { findings = 1 } },
  }
end

-- A certain leak fails the bundle; the keys of a library's tests do not.
local key = "-----BEGIN PRIVATE KEY-----\n" .. ("MIIEexample0"):rep(5)
for path, verdict in pairs {
  ["key.txt"] = "fail", ["node_modules/a/key.txt"] = "pass", ["lib/site-packages/a/key.txt"] = "pass",
  ["lib/python3.12/test/key.txt"] = "pass", ["lib/python/test/key.txt"] = "fail",
} do
  test(("a private key in %s: verdict %s"):format(path, verdict)) {
    given  = fixture.application { files = { ["Contents/Resources/" .. path] = key } },
    expect = { verdict = verdict, ["private-keys"] = { findings = 1 } },
  }
end

test "a bare property list is not searched" {
  given  = fixture.plist { info = { Host = "http://localhost:3000", Key = "AIza" .. ("aB3dE"):rep(7) } },
  params = { allowed_hosts = { "example.com" } },
  expect = {
    ["debug-endpoints"] = "not-applicable", ["files-searched"] = "not-applicable", hosts = "not-applicable",
    ["no-inline-source-maps"] = "not-applicable",
    ["private-keys"] = "not-applicable", ["restricted-keys"] = "not-applicable", ["secret-keys"] = "not-applicable",
  },
}
