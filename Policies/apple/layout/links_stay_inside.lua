-- Whether a link of a framework uses its link to the current version, and that one does not exist or is broken itself:
-- versioned-links reports the one, this rule the other.
local function is_of_lost_version(bundle, path, target)
  local place, version = path:match("(.*)/"), target:match("^Versions/Current/")
  if not version then return false end
  local current = bundle.files[(place and place .. "/" or "") .. "Versions/Current"]
  return current == nil or current.type == "symbolicLink" and not current.destination
end

rule "links-stay-inside" {
  summary   = "Symbolic links must point to existing files inside the outermost bundle",
  severity  = "error",
  rationale = "A link to a path of the build machine is broken, or points elsewhere, on a user's machine, and a code signature "
    .. "that covers such a link is invalid.",
  source    = { "Technical Note TN2206", "CFBundle.c" },
  tags      = { "S8", "ITMS-90018", "ITMS-90332", "codesign-link" },
  applies   = { nested = false },
  check = function(bundle, report)
    for _, link in ipairs(bundles.files(bundle, nil, "symbolicLink")) do
      -- The folders of the system and /Library exist on every Mac.
      local is_of_mac = link.target:find("^/System/") or link.target:find("^/Library/")
      if not link.destination and not is_of_mac and not is_of_lost_version(bundle, link.path, link.target) then
        report:file(link.path, "the link target '%s' does not exist in the bundle", link.target, {
          expected = "a relative link to a file in the bundle", fix = "copy the target into the bundle and link to the copy",
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { kind = "framework" }, { files = { ["Contents/Resources/a"] = { link = "../Info.plist" } } },
      { files = { ["Contents/Resources/a"] = { link = "/System/Library/Fonts" }, ["Contents/Resources/b"] = { link = "/Library/Fonts" } } },
      { kind = "framework", files = { ["Versions/Current"] = false } },
      { bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/Current"] = false } } } },
    },
    fail = {
      { files = { ["Contents/Resources/a"] = { link = "../../../other" } }, at = "Contents/Resources/a" },
      { files = { ["Contents/Resources/a"] = { link = "../../../../Library/Fonts" } }, at = "Contents/Resources/a" },
      { files = { ["Contents/Resources/a"] = { link = "../../../../System/Library" } }, at = "Contents/Resources/a" },
      { files = { ["Contents/Resources/a"] = { link = "/usr/lib/libz.dylib" } }, at = "Contents/Resources/a" },
      { files = { ["Contents/Resources/a"] = { link = "missing" } }, at = "Contents/Resources/a" },
      -- One finding for the version, none for the links through it.
      { kind = "framework", files = { ["Versions/Current"] = { link = "B" } }, at = "Versions/Current" },
      { kind = "framework", files = { Headers = { link = "Versions/Current/Headers" } }, at = "Headers" },
      {
        bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { Headers = { link = "Versions/Current/Headers" } } } },
        at = "Contents/Frameworks/Kit.framework/Headers",
      },
      {
        kind = "framework", files = { ["Versions/Current"] = false, Headers = { link = "./Versions/Current/Headers" } }, at = "Headers",
      },
    },
  },
}
