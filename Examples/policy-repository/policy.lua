-- Requirements for every product of the company. Other repositories use this policy as a pack; see docs/packs.md.
policy "com.example.house" {
  summary = "Requirements for every Example product before it ships",
  version = "1.0.0",
  include = { "ios" },
}

local ids = import "bundle_ids"

rule "our-identifier" {
  summary   = "Every app must have an identifier of the company",
  rationale = "The store does not accept an update with another identifier.",
  applies   = { kind = "application" },
  check = function(bundle, report)
    local id = bundle.info.CFBundleIdentifier
    if id == nil then return report:missing(bundle.info, "CFBundleIdentifier") end
    if not ids.is_ours(id) then report:at(bundle.info, "CFBundleIdentifier", "'%s' is not an identifier of the company", id) end
  end,
  examples = {
    pass = { { info = { CFBundleIdentifier = "com.example.Hello" } } },
    fail = { { info = { CFBundleIdentifier = "org.stranger.Hello" }, at = "/CFBundleIdentifier" } },
  },
}
