-- A rule with incomplete examples, to show the results of `test --mutate`.

policy "com.example.staging" { summary = "Bundles do not use staging hosts" }

rule "no-staging-host" {
  summary   = "The app must name its host, which must not be a staging host",
  rationale = "Build 311 shipped with one.",
  check = function(bundle, report)
    local host = bundle.info["com.example.APIHost"]
    if host == nil then return report:missing(bundle.info, "com.example.APIHost") end
    if host:find("staging", 1, true) then
      report:at(bundle.info, "com.example.APIHost", "'%s' is a staging host", host, { fix = "use api.example.com" })
    end
  end,
  examples = {
    pass = { { info = { ["com.example.APIHost"] = "api.example.com" } } },
    fail = { { info = { ["com.example.APIHost"] = "staging.example.com" }, at = "/com.example.APIHost" } },
  },
}
