local places = { "_CodeSignature/CodeResources", "Contents/_CodeSignature/CodeResources", "Versions/A/_CodeSignature/CodeResources" }

rule "seal-readable" {
  summary   = "The list of sealed files in a code signature must be a complete property list",
  severity  = "error",
  rationale = "With a list that the system cannot read, the signature is invalid: devices do not install the app, and Gatekeeper refuses to open it. The contents are not verified.",
  source    = "Technical Note TN2206: macOS Code Signing In Depth",
  tags      = { "S8" },
  applies   = { kind = { "application", "extension", "framework", "plugin" } },
  check     = function(bundle, report)
    for _, path in ipairs(places) do
      local file = bundles.exists(bundle, path) and bundle.files[path]
      local is_read, text = pcall(function() return file and file.type == "file" and file.text or nil end)
      -- codesign writes XML. Parsing all of a long list takes more time than it is worth.
      if not is_read or text and not text:find("</plist>%s*$") then
        report:file(path, "the list of sealed files is incomplete or damaged", { expected = "a property list in XML", fix = "sign the bundle again, and copy it whole", discriminator = "" })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { files = { ["Contents/_CodeSignature/CodeResources"] = "<plist><dict/></plist>\n" } }, { platform = "ios", files = { ["_CodeSignature/CodeResources"] = { directory = true } } },
      { kind = "framework", files = { ["Versions/A/_CodeSignature/CodeResources"] = "<plist><dict/></plist>" } },
    },
    fail = {
      { files = { ["Contents/_CodeSignature/CodeResources"] = "" } }, { platform = "ios", files = { ["_CodeSignature/CodeResources"] = "<plist><dict>" } },
      { kind = "framework", files = { ["Versions/A/_CodeSignature/CodeResources"] = { base64 = "/////w==" } } },
    },
  },
}
