-- What every product of the house meets. Other repositories use this one as a pack; see docs/packs.md.
policy "com.example.house" {
  summary = "What every Example product meets before it ships",
  version = "1.0.0",
  include = { "ios" },
}

local ids = import "bundle_ids"

rule "our-identifier" {
  summary   = "Every application has an identifier of the house",
  rationale = "The store accepts no update under another one.",
  applies   = { kind = "application" },
  check = function(bundle, report)
    local id = bundle.info.CFBundleIdentifier
    if id == nil then return report:missing(bundle.info, "CFBundleIdentifier") end
    if not ids.is_ours(id) then report:at(bundle.info, "CFBundleIdentifier", "'%s' is not ours", id) end
  end,
  examples = {
    pass = { { info = { CFBundleIdentifier = "com.example.Hello" } } },
    fail = { { info = { CFBundleIdentifier = "org.stranger.Hello" } } },
  },
}
