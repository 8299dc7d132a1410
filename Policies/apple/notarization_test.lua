-- Defects that are warnings elsewhere, but certainly fail on the way to the notary service or to users.
local mac = fixture.application {}

test "an app that is not signed yet" { given = mac, expect = { verdict = "pass", findings = 0 } }

for rule, change in pairs {
  ["folder-names"] = { files = { ["Contents/MacOS/lib/python3.12/a.py"] = "x" } },
  ["executable-may-run"] = { files = { ["Contents/MacOS/App"] = { mach_o = {}, executable = false } } },
} do
  test("refused: " .. rule) { given = mac:with(change), expect = { verdict = "fail", [rule] = "fail" } }
end
