-- Compares the bundles of a check: see docs/comparing.md.

policy "com.example.suite" { summary = "What our applications have in common" }

rule "one-host" {
  summary = "All applications must use the same host",
  applies = { kind = "application", nested = false },
  collect = function(bundle) return { host = bundle.info["com.example.APIHost"] } end,
  across = function(bundles, report)
    for _, bundle in ipairs(bundles) do
      if bundle.facts.host ~= bundles[1].facts.host then
        report:at(bundle, "com.example.APIHost", "%s uses another host than %s", bundle.outer_path, bundles[1].outer_path)
      end
    end
  end,
  examples = {
    pass = { { { info = { ["com.example.APIHost"] = "a" } }, { info = { ["com.example.APIHost"] = "a" } } } },
    fail = { { { info = { ["com.example.APIHost"] = "a" } }, { at = "/com.example.APIHost" } } },
  },
}
