local point_of = import "apple.extensions.point"
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

-- Extension points whose extensions start with an @main type as well.
local typed = { ["com.apple.widgetkit-extension"] = true }

local function starts(slice, unreadable)
  local used = uses(slice, unreadable)
  for _, name in ipairs(mains) do
    if used.symbol(name) then return true end
  end
  return false
end

local new = { EXAppExtensionAttributes = { EXExtensionPointIdentifier = "com.apple.appintents-extension" } }
local classed = { EXAppExtensionAttributes = { EXExtensionPointIdentifier = "com.example.point", EXPrincipalClass = "Handler" } }
local widget = { NSExtension = { NSExtensionPointIdentifier = "com.apple.widgetkit-extension" } }

-- For the examples: the section of an @main type.
local entry = { { name = "__TEXT2", sections = { { name = "__swift5_entry" } } } }

-- Declares the rule for bundles of these platforms.
return function(platforms)
  local is_for_ios = platforms[1] == "ios"
  local place = is_for_ios and "Share" or "Contents/MacOS/Share"
  local function code(has_type, imports)
    return { [place] = { mach_o = {
      platform = platforms[1], imports = imports,
      segments = has_type and entry or nil,
    } } }
  end
  rule "extension-entry" {
    summary   = "The code of an app extension must have the entry point of its kind",
    severity  = "error",
    rationale = "An extension of ExtensionKit starts with its @main type or with its principal class, but not with both; a widget has an "
      .. "@main "
      .. "type, too. All others start with NSExtensionMain. The store rejects an extension that was linked like an app.",
    source    = { "ITMS-90896", "ITMS-90898", "ITMS-90979", "ExtensionFoundation" },
    tags      = { "ITMS-90896", "ITMS-90898", "ITMS-90979" },
    applies   = {
      kind = "extension", platform = platforms, key = { "NSExtension", "EXAppExtensionAttributes" }, when = values.is_app_extension,
    },
    check     = function(bundle, report)
      local attributes = bundle.info.EXAppExtensionAttributes
      local all, is_new = slices(bundle), plist.type(attributes) == "dictionary"
      local has_class = is_new and attributes.EXPrincipalClass ~= nil
      local needs_type = is_new and not has_class or typed[point_of(bundle)]
      local unreadable = unreadable_symbols(report, bundle.executable)
      for _, slice in ipairs(all) do
        local is_program = slice.file_type == "execute"
        if has_class and has_swift_entry(slice) then
          return report:at(attributes, "EXPrincipalClass", "the extension has both a principal class and an @main type", {
            expected = "one of the two", fix = "remove EXPrincipalClass",
          })
        elseif is_program and needs_type and not has_swift_entry(slice) then
          return report:file(bundle.executable, "the extension has no @main type (section __swift5_entry)", {
            expected = "an @main type", fix = is_new and "add it, or name a class in EXPrincipalClass"
            or "mark the widget bundle with @main",
            discriminator = "type",
          })
        elseif is_program and not is_new and values.readable(slice, "imports") and not starts(slice, unreadable) then
          return report:file(bundle.executable, "the extension does not start with NSExtensionMain", {
            expected = "the entry point _NSExtensionMain", fix = "link with -e _NSExtensionMain, as targets for app extensions do",
            discriminator = "main",
          })
        end
      end
    end,
    examples  = {
      pass = {
        {}, { files = code(false, "_NSExtensionMain") }, { files = code(false, "_WKExtensionMain") },
        { info = new, without = "NSExtension", files = code(true) }, { info = classed, without = "NSExtension", files = code(false) },
        { info = widget, files = code(true, "_NSExtensionMain") }, { info = widget, files = { [place] = "no code" } },
      },
      fail = {
        { files = code(false, "_UIApplicationMain"), message = "NSExtensionMain", at = place },
        { info = new, without = "NSExtension", files = code(false), message = "no @main type", at = place },
        { info = widget, files = code(false, "_NSExtensionMain"), message = "no @main type", at = place },
        { info = classed, without = "NSExtension", files = code(true), at = "/EXAppExtensionAttributes/EXPrincipalClass" },
      },
    },
  }
end
