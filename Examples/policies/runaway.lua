-- A rule that never ends, to show the limits: the rule has an error, and the other rules still run.

policy "com.example.runaway" { summary = "Shows the limits" }

rule "endless" {
  summary = "Counts forever",
  check = function()
    local count = 0
    while true do count = count + 1 end
  end,
}

rule "named" { summary = "Every application must have a name", applies = { kind = "application" }, require = { "CFBundleName" } }
