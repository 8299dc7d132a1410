-- Whether codesign accepts this file beside the folder Versions: a link to the file of the same name in the current version, and
-- files without code that build tools and the Finder leave.
local function is_accepted(name, file, current)
  if file.type == "symbolicLink" then
    local chosen, target = file.target:match("Versions/([^/]+)/(.*)")
    return target == name and (chosen == "Current" or chosen == current)
  end
  return name == "Versions" or (name == ".DS_Store" or name == "module.map") and file.type == "file" and not file.executable
end

-- Whether another rule reports the file: versioned-links a copy in place of a link, links-stay-inside a link that leads nowhere, but
-- not one into the folders of the system and /Library.
local function is_known(bundle, name, file)
  if file.type == "symbolicLink" then
    return not file.destination and not file.target:find("^/System/") and not file.target:find("^/Library/")
  end
  return name == "Resources" or bundle.executable ~= nil and name == bundle.executable:match("[^/]*$")
end

rule "unsealed-root" {
  summary   = "A versioned framework must contain only Versions and links into it at the top level",
  severity  = "error",
  rationale = "A signature covers one version. Files beside the versions are not covered: macOS and notarization reject the app that "
    .. "contains the framework, and so does the store.",
  source    = { "bundlediskrep.cpp: validateFrameworkRoot", "ITMS-90238", "Technical Note TN2206: macOS Code Signing In Depth" },
  tags      = { "S8", "ITMS-90238", "codesign-unsealed-framework", "codesign-ambiguous" },
  applies   = { kind = "framework", platform = { "macos", "catalyst" } },
  check     = function(bundle, report)
    local link = bundle.files["Versions/Current"]
    -- Without this link, or with another layout, the framework is reported by versioned-links.
    if not link or link.type ~= "symbolicLink" or bundle.layout ~= "versioned" then return end
    local current, others = link.target:match("([^/]+)/?$"), {}
    for _, name in ipairs(bundles.walk(bundle, "*")) do
      local file = bundle.files[name]
      if not is_known(bundle, name, file) and not is_accepted(name, file, current) then others[#others + 1] = name end
    end
    if #others > 0 then
      report:file(others[1], #others == 1 and "%s is beside the framework's versions"
        or "%s and %d other files are beside the framework's versions",
        others[1], #others - 1, {
        expected = "only Versions and links to the current version at the top level",
        fix = ("move it into Versions/%s, and link to it if needed"):format(current),
      })
    end
  end,
  examples  = {
    pass = {
      {},
      { files = {
        [".DS_Store"] = "x", ["module.map"] = "x", Headers = { link = "Versions/Current/Headers" }, ["Versions/A/Headers/Kit.h"] = "x",
      } },
      { files = {
        Headers = { link = "./Versions/A/Headers" }, ["Versions/A/Headers/Kit.h"] = "x", ["Versions/Current"] = { link = "./A/" },
      } },
      {
        files = { Resources = false, ["Resources/Info.plist"] = "{}" },
        info = { CFBundleExecutable = { true }, LSMinimumSystemVersion = { true } },
      },
      { files = { Headers = { link = "Versions/Current/Headers" } } }, { files = { Headers = { link = "Headers/System/Library/" } } },
      { files = { Kit = { mach_o = {} } }, info = { LSMinimumSystemVersion = "0" } },
      { kind = "framework", files = { ["Versions/Current"] = false, ["Versions/Current/Resources/Info.plist"] = "{}", LICENSE = "x" } },
    },
    fail = {
      { files = { LICENSE = "x" }, at = "LICENSE" }, { platform = "catalyst", files = { LICENSE = "x", NOTES = "x" }, at = "LICENSE" },
      { files = { ["Headers/Kit.h"] = "x" }, at = "Headers" },
      { files = { [".DS_Store"] = { text = "x", executable = true } }, at = ".DS_Store" },
      { files = { ["module.map/x"] = "x" }, at = "module.map" },
      { files = { Headers = { link = "Versions/Current/Include" }, ["Versions/A/Include/Kit.h"] = "x" }, at = "Headers" },
      { files = { Headers = { link = "Resources" } }, at = "Headers" },
      { files = { Headers = { link = "/System/Library/Frameworks/Foundation.framework/Headers" } }, at = "Headers" },
      { files = { Headers = { link = "/Library/Headers" } }, at = "Headers" },
    },
  },
}
