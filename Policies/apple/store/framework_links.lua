local links = import "apple.frameworks.links"
local values = import "apple.values"

rule "framework-links" {
  summary   = "A framework in a Mac app must have links at the top level to its library and resources",
  severity  = "error",
  rationale = "The store rejects the upload without them. The framework still loads and can be signed.",
  source    = { "ITMS-90291", "ITMS-90292" },
  tags      = { "S8", "ITMS-90291", "ITMS-90292" },
  applies   = { kind = "framework", platform = { "macos", "catalyst" }, nested = true },
  check = function(bundle, report)
    -- Only versioned-links reports a framework that stands alone, has no versions, or has no current one.
    if values.host(bundle) == nil or bundle.files["Versions/Current"] == nil then return end
    for _, name in ipairs(links(bundle)) do
      if bundle.files[name] == nil then
        report:file(name, "the link to Versions/Current/%s does not exist", name, {
          expected = "a symbolic link to Versions/Current/" .. name, fix = "run ln -s Versions/Current/" .. name .. " " .. name,
        })
      end
    end
  end,
  examples = {
    pass = {
      { kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = {} } },
      { kind = "application", platform = "catalyst", bundles = { ["Contents/Frameworks/Kit.framework"] = {} } },
      {
        kind = "application",
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { Kit = false, ["Versions/Current"] = false } } },
      },
      {
        kind = "application",
        bundles = {
          ["Contents/Frameworks/Kit.framework"] = {},
          ["Contents/Frameworks/Phone.framework"] = { platform = "ios", files = { ["Versions/Current/a"] = "x" } },
          ["Contents/PlugIns/Plug.bundle"] = { files = { ["Versions/Current/a"] = "x" } },
        },
      },
      { kind = "framework", bundles = { ["Versions/A/Frameworks/Inner.framework"] = { files = { Inner = false } } } },
    },
    fail = {
      {
        kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { Kit = false } } },
        at = "Contents/Frameworks/Kit.framework/Kit",
      },
      {
        kind = "application", platform = "catalyst",
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { Resources = false } } },
        at = "Contents/Frameworks/Kit.framework/Resources",
      },
      {
        kind = "application",
        bundles = { ["Contents/Frameworks/Kit.framework"] = { bundles = { ["Versions/A/Frameworks/Inner.framework"] = {
          files = { Inner = false },
        } } } },
        at = "Contents/Frameworks/Kit.framework/Versions/A/Frameworks/Inner.framework/Inner",
      },
    },
  },
}
