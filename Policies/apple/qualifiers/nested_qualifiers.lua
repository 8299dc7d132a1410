local values = import "apple.values"

-- The lists of dictionaries whose fields the platform reads, none of them by device.
local lists = { "CFBundleDocumentTypes", "CFBundleURLTypes", "UTExportedTypeDeclarations", "UTImportedTypeDeclarations", "UILaunchImages" }
local devices = { ["~iphone"] = true, ["~ipad"] = true, ["~ipod"] = true, ["~appletv"] = true, ["~applewatch"] = true }

rule "nested-qualifiers" {
  summary   = "Only keys at the top level of Info.plist may have forms for a platform or device",
  severity  = "warning",
  rationale = "The platform chooses the form when it reads Info.plist, and looks at the top level only. Nothing reads a form of a field inside an entry.",
  source    = "CFBundle_InfoPlist.c",
  tags      = { "S5" },
  check     = function(bundle, report)
    for _, list in ipairs(lists) do
      for _, entry in ipairs(values.list(bundle.info[list])) do
        for field in pairs(values.dictionary(entry)) do
          local base, device = field:match("^(%w+)(~%a+)$")
          if device and devices[device] then
            report:at(entry, field, "nothing reads '%s' here: fields have no forms for devices", field, {
              expected = base, fix = "write one value, or give " .. list .. " itself a form: " .. list .. device,
            })
          end
        end
      end
    end
  end,
  examples  = {
    pass = { {}, { info = { ["CFBundleURLTypes~ipad"] = { { CFBundleURLSchemes = { "a" } } }, CFBundleURLTypes = { { CFBundleURLSchemes = { "a" } } } } } },
    fail = {
      { info = { CFBundleURLTypes = { { CFBundleURLSchemes = { "a" }, ["CFBundleURLSchemes~ipad"] = { "b" } } } } },
      { platform = "ios", info = { CFBundleDocumentTypes = { { CFBundleTypeName = "A", ["CFBundleTypeIconFiles~ipad"] = { "b" } } } } },
    },
  },
}
