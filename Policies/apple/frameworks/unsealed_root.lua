-- Whether codesign accepts this file beside the folder Versions: a link to the file of the same name in the current version, and
-- files without code that build tools and the Finder leave.
local function is_accepted(name, file, current)
  if name == "Versions" then return true end
  if file.type == "symbolicLink" then
    local target = file.target:gsub("^%./", "")
    return target == "Versions/Current/" .. name or target == "Versions/" .. current .. "/" .. name
  end
  return (name == ".DS_Store" or name == "module.map") and file.type == "file" and not file.executable
end

rule "unsealed-root" {
  summary   = "A versioned framework must contain only Versions and links into it at the top level",
  severity  = "error",
  rationale = "A signature covers one version. Files beside the versions are not covered: macOS and notarization reject the app around the framework, and so does "
    .. "the store.",
  source    = { "bundlediskrep.cpp: validateFrameworkRoot", "ITMS-90238", "Technical Note TN2206: macOS Code Signing In Depth" },
  tags      = { "S8", "ITMS-90238" },
  applies   = { kind = "framework", platform = { "macos", "catalyst" } },
  check     = function(bundle, report)
    local link = bundle.files["Versions/Current"]
    -- Without these links, the framework is reported by versioned-links.
    if bundle.layout ~= "versioned" or not link or link.type ~= "symbolicLink" then return end
    local current, executable, others = link.target:gsub("^%./", ""):gsub("/$", ""), bundle.executable and bundle.executable:match("[^/]*$"), {}
    for _, name in ipairs(bundles.walk(bundle, "*")) do
      local file = bundle.files[name]
      -- What should be a link and is a file is reported by versioned-links, a link that leads nowhere by links-stay-inside.
      local is_known = (name == "Resources" or name == executable) and file.type ~= "symbolicLink" or file.type == "symbolicLink" and not file.destination
      if not is_known and not is_accepted(name, file, current) then others[#others + 1] = name end
    end
    if #others > 0 then
      report:file(others[1], #others == 1 and "%s is beside the framework's versions" or "%s and %d other files are beside the framework's versions",
        others[1], #others - 1, {
        expected = "only Versions and links to the current version at the top level", fix = "move it into Versions/" .. current .. ", and link to it if needed",
        discriminator = "",
      })
    end
  end,
  examples  = {
    pass = {
      {}, { files = { [".DS_Store"] = "x", ["module.map"] = "x", Headers = { link = "Versions/Current/Headers" }, ["Versions/A/Headers/Kit.h"] = "x" } },
      { files = { Headers = { link = "./Versions/A/Headers" }, ["Versions/A/Headers/Kit.h"] = "x" } },
      { files = { Headers = { link = "Versions/Current/Headers" } } }, { files = { Kit = { mach_o = {} }, Resources = false } },
      { kind = "framework", files = { ["Versions/Current"] = false, ["Versions/Current/Resources/Info.plist"] = "{}", LICENSE = "x" } },
    },
    fail = {
      { files = { LICENSE = "x" } }, { platform = "catalyst", files = { LICENSE = "x", NOTES = "x" } }, { files = { ["Headers/Kit.h"] = "x" } },
      { files = { [".DS_Store"] = { text = "x", executable = true } } }, { files = { ["module.map/x"] = "x" } },
      { files = { Headers = { link = "Versions/Current/Include" }, ["Versions/A/Include/Kit.h"] = "x" } },
      { files = { Headers = { link = "Resources" } } },
    },
  },
}
