rule "links-stay-inside" {
  summary   = "Symbolic links lead to something in the outer bundle",
  severity  = "error",
  rationale = "A link to a place of the build machine leads nowhere, or elsewhere, on the machine of a user, and a code signature "
    .. "with such a link is invalid.",
  source    = { "Technical Note TN2206", "CFBundle.c" },
  tags      = { "S8" },
  applies   = { nested = false },
  check = function(bundle, report)
    for path, file in pairs(bundle.files) do
      -- The system's folders, and those for everybody's software, are on every Mac.
      local is_of_mac = file.target and (file.target:find("^/System/") or file.target:find("^/Library/"))
      if file.type == "symbolicLink" and not file.destination and not is_of_mac then
        report:file(path, "the link to '%s' leads to nothing in the bundle", file.target, {
          expected = "a relative link to something in the bundle", fix = "copy what is meant into the bundle",
        })
      end
    end
  end,
  examples = {
    pass = {
      {}, { kind = "framework" }, { files = { ["Contents/Resources/a"] = { link = "../Info.plist" } } },
      { files = { ["Contents/Resources/a"] = { link = "/System/Library/Fonts" }, ["Contents/Resources/b"] = { link = "/Library/Fonts" } } },
    },
    fail = {
      { files = { ["Contents/Resources/a"] = { link = "../../../other" } } },
      { files = { ["Contents/Resources/a"] = { link = "../../../../Library/Fonts" } } },
      { files = { ["Contents/Resources/a"] = { link = "../../../../System/Library" } } },
      { files = { ["Contents/Resources/a"] = { link = "/usr/lib/libz.dylib" } } },
      { files = { ["Contents/Resources/a"] = { link = "missing" } } },
    },
  },
}
