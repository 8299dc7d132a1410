-- Where codesign writes the list.
local places = {
  "Contents/_CodeSignature/CodeResources", "Versions/*/_CodeSignature/CodeResources", "_CodeSignature/CodeResources",
}

local function place(bundle)
  for _, pattern in ipairs(places) do
    local path = bundles.walk(bundle, pattern)[1]
    if path then return path end
  end
  return bundles.walk(bundle, "**/_CodeSignature")[1]
end

rule "seal-readable" {
  summary   = "The list of sealed files in a code signature must be a complete property list",
  severity  = "error",
  rationale = "If the system cannot read the list, the signature is invalid: devices do not install the app, and Gatekeeper refuses to "
    .. "open it. The rule sealed-files compares the files with the list.",
  source    = "Technical Note TN2206: macOS Code Signing In Depth",
  tags      = { "S8" },
  applies   = { files = "**/_CodeSignature" },
  check     = function(bundle, report)
    local is_read, problem = pcall(function() return bundle.seal end)
    if not is_read then
      report:file(place(bundle), "the list of sealed files is incomplete or damaged: %s",
        tostring(problem):match("error: ([^\n;]*)") or "it cannot be read", {
        expected = "a property list in XML", fix = "sign the bundle again, and copy it whole", discriminator = "",
      })
    end
  end,
  examples  = {
    pass = {
      {}, { signed = true }, { platform = "ios", files = { ["_CodeSignature/CodeResources"] = { directory = true } } },
      { kind = "framework", signed = true },
      { kind = "plugin", without = "CFBundleExecutable", files = { ["Contents/MacOS/Plugin"] = false } },
    },
    fail = {
      { files = { ["Contents/_CodeSignature/CodeResources"] = "" }, at = "Contents/_CodeSignature/CodeResources" },
      { platform = "ios", files = { ["_CodeSignature/CodeResources"] = "<plist><dict>" }, at = "_CodeSignature/CodeResources" },
      {
        kind = "framework", files = { ["Versions/A/_CodeSignature/CodeResources"] = { base64 = "/////w==" } },
        at = "Versions/A/_CodeSignature/CodeResources",
      },
      { files = { ["Contents/_CodeSignature/CodeResources"] = "<plist><dict/></plist>\n" }, at = "Contents/_CodeSignature/CodeResources" },
    },
  },
}
