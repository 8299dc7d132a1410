local slices = import "apple.code.slices"
local unreadable_symbols = import "apple.code.unreadable_symbols"
local uses = import "apple.code.uses"
local values = import "apple.values"

-- Whether a slice has the entry point that @main makes for an extension.
local function has_swift_entry(slice)
  for _, segment in ipairs(values.readable(slice, "segments") or {}) do
    for _, section in ipairs(segment.sections) do
      if section.name == "__swift5_entry" then return true end
    end
  end
  return false
end

-- The functions with which extensions start.
local mains = { "_NSExtensionMain", "_WKExtensionMain", "_TVExtensionMain" }

local new = { EXAppExtensionAttributes = { EXExtensionPointIdentifier = "com.apple.appintents-extension" } }
local classed = { EXAppExtensionAttributes = { EXExtensionPointIdentifier = "com.example.point", EXPrincipalClass = "Handler" } }
local swift = { platform = "ios", segments = { { name = "__TEXT2", sections = { { name = "__swift5_entry" } } } } }

rule "extension-entry" {
  summary   = "The code of an app extension must have the entry point of its kind",
  severity  = "error",
  rationale = "An extension of ExtensionKit starts with its @main type or with its principal class, but not with both; any other starts "
    .. "with "
    .. "NSExtensionMain. The store rejects an extension that was linked like an app.",
  source    = { "ITMS-90896", "ITMS-90898", "ITMS-90979", "ExtensionFoundation" },
  tags      = { "ITMS-90896", "ITMS-90898", "ITMS-90979" },
  applies   = {
    kind = "extension", platform = { "ios", "tvos", "watchos", "visionos" }, key = { "NSExtension", "EXAppExtensionAttributes" },
    when = values.is_app_extension,
  },
  check     = function(bundle, report)
    local attributes = bundle.info.EXAppExtensionAttributes
    local all, is_new = slices(bundle), plist.type(attributes) == "dictionary"
    local unreadable = #all > 0 and unreadable_symbols(report, bundle.executable)
    for _, slice in ipairs(all) do
      if is_new and attributes.EXPrincipalClass ~= nil and has_swift_entry(slice) then
        return report:at(attributes, "EXPrincipalClass", "the extension has both a principal class and an @main type", {
          expected = "one of the two", fix = "remove EXPrincipalClass",
        })
      elseif is_new and attributes.EXPrincipalClass == nil and slice.file_type == "execute" and not has_swift_entry(slice) then
        return report:file(bundle.executable, "the extension has no @main type (section __swift5_entry)", {
          expected = "an @main type that conforms to AppExtension", fix = "add it, or name a class in EXPrincipalClass", discriminator = "",
        })
      elseif not is_new and slice.file_type == "execute" and values.readable(slice, "imports") then
        local used, is_started = uses(slice, unreadable), false
        for _, name in ipairs(mains) do is_started = is_started or used.symbol(name) end
        if not is_started then
          return report:file(bundle.executable, "the extension does not start with NSExtensionMain", {
            expected = "the entry point _NSExtensionMain", fix = "link with -e _NSExtensionMain, as targets for app extensions do",
            discriminator = "",
          })
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, { files = { Share = { mach_o = { platform = "ios", imports = "_NSExtensionMain" } } } },
      { info = new, without = "NSExtension", files = { Share = { mach_o = swift } } },
      { info = classed, without = "NSExtension", files = { Share = { mach_o = { platform = "ios" } } } },
      { platform = "watchos", files = { Share = { mach_o = { platform = "watchos", imports = "_WKExtensionMain" } } } },
    },
    fail = {
      { files = { Share = { mach_o = { platform = "ios", imports = "_UIApplicationMain" } } }, at = "Share" },
      { info = new, without = "NSExtension", files = { Share = { mach_o = { platform = "ios" } } }, at = "Share" },
      {
        info = classed, without = "NSExtension", files = { Share = { mach_o = swift } }, at = "/EXAppExtensionAttributes/EXPrincipalClass",
      },
    },
  },
}
