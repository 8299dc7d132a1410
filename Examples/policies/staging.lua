-- A rule whose examples leave something out, to show what `test --mutate` makes of them.

policy "com.example.staging" { summary = "Nothing of ours talks to a staging host" }

rule "no-staging-host" {
  summary   = "The application knows its host, which is no staging host",
  rationale = "Build 311 shipped one.",
  check = function(bundle, report)
    local host = bundle.info["com.example.APIHost"]
    if host == nil then return report:missing(bundle.info, "com.example.APIHost") end
    if host:find("staging", 1, true) then
      report:at(bundle.info, "com.example.APIHost", "'%s' is a staging host", host, { fix = "use api.example.com" })
    end
  end,
  examples = {
    pass = { { info = { ["com.example.APIHost"] = "api.example.com" } } },
    fail = { { info = { ["com.example.APIHost"] = "staging.example.com" } } },
  },
}
