-- A rule that never ends, to show what becomes of it: an error of that rule, and the others are judged all the same.

policy "com.example.runaway" { summary = "Shows the limits" }

rule "endless" {
  summary = "Counts for ever",
  check = function()
    local count = 0
    while true do count = count + 1 end
  end,
}

rule "named" { summary = "Every bundle has a name", require = { "CFBundleName" } }
