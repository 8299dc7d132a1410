local covered = import "apple.signatures.covered"

rule "one-team" {
  summary   = "All applications of a suite must be signed by the same team",
  severity  = "error",
  rationale = "Applications share a keychain, an app group or a container only with applications of their own team.",
  source    = "Technical Note TN3125: Inside Code Signing: Provisioning Profiles",
  tags      = { "security", "suite" },
  applies   = { kind = "application", nested = false },
  collect   = function(bundle)
    local teams, seen = {}, {}
    for _, entry in ipairs(covered.signatures(bundle)) do
      local team = entry.signature.team
      if team and not seen[team] then seen[team], teams[#teams + 1] = true, team end
    end
    if #teams > 0 then return { team = table.concat(teams, " and "), executable = bundle.executable } end
  end,
  across    = function(bundles, report)
    local first
    for _, bundle in ipairs(bundles) do
      if bundle.facts then
        first = first or bundle
        local own, expected = bundle.facts.team, first.facts.team
        if own ~= expected then
          report:file(bundle, bundle.facts.executable, "%s is signed by the team %s, but %s by %s",
            bundle.name, own, first.name, expected, {
              expected = expected, fix = "sign all applications of the suite with certificates of one team", discriminator = "",
            })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, { signed = { team = "A" } }, { { signed = { team = "A" } }, { signed = { team = "A" } } },
      { { signed = { team = "A" } }, { signed = true }, {} },
      { { signed = { team = "A" } }, { kind = "framework", signed = { team = "B" } } },
      { { signed = { team = "A" } }, { bundles = { ["Contents/Library/LoginItems/Helper.app"] = { signed = { team = "B" } } } } },
      { { signed = { team = "A" } }, { files = { ["Contents/MacOS/App"] = { mach_o = { architectures = "arm64", team = "A" } } } } },
    },
    fail = {
      {
        { signed = { team = "A" } },
        { files = { ["Contents/MacOS/App"] = { mach_o = {
          { architectures = "arm64", team = "A" }, { architectures = "x86_64", team = "B" },
        } } }, at = "Contents/MacOS/App" },
      },
      { { signed = { team = "A" } }, { signed = { team = "B" }, at = "Contents/MacOS/App" } },
      { {}, { signed = { team = "A" } }, { signed = { team = "B" }, at = "Contents/MacOS/App" } },
    },
  },
}
