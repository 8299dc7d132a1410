-- Extensions match their app: the same versions, and an identifier that starts with the app's.

policy "cookbook.extensions" { summary = "Extensions match their app" }

local host = { CFBundleIdentifier = "com.example.app", CFBundleShortVersionString = "1.4.0", CFBundleVersion = "42" }

-- An app with an extension whose Info.plist has these values.
local function with_extension(info, at)
  local all = { CFBundleIdentifier = "com.example.app.share", CFBundleShortVersionString = "1.4.0", CFBundleVersion = "42" }
  for key, value in pairs(info) do all[key] = value end
  return {
    kind = "application", info = host, bundles = { ["Contents/PlugIns/Share.appex"] = { kind = "extension", info = all } },
    at = at and "Contents/PlugIns/Share.appex:" .. at,
  }
end

rule "extension-versions" {
  summary   = "An extension must have the version and the build number of its app",
  rationale = "Developers raise the number in the app's target and forget the extension's; the store rejects the upload.",
  applies   = { kind = "extension", nested = true },
  check = function(bundle, report)
    for _, key in ipairs { "CFBundleShortVersionString", "CFBundleVersion" } do
      local own, app = bundle.info[key], bundle.parent.info[key]
      if own == nil then
        report:missing(bundle.info, key)
      elseif own ~= app then
        report:at(bundle.info, key, "%s %s differs from the app's, %s", key, own, app or "none", {
          expected = app, fix = "set both from one build setting",
        })
      end
    end
  end,
  examples  = {
    pass = { with_extension {} },
    fail = {
      with_extension({ CFBundleVersion = "41" }, "/CFBundleVersion"),
      with_extension({ CFBundleShortVersionString = "1.3.0" }, "/CFBundleShortVersionString"),
    },
  },
}

rule "extension-identifiers" {
  summary   = "An extension's identifier must start with the identifier of its app",
  rationale = "Installers reject an extension whose identifier is not the app's, followed by a period and a name.",
  applies   = { kind = "extension", nested = true },
  check = function(bundle, report)
    local prefix = (bundle.parent.identifier or "") .. "."
    local own = bundle.identifier
    if own == nil then
      report:missing(bundle.info, "CFBundleIdentifier")
    elseif not text.starts_with(own, prefix) or #own == #prefix then
      report:at(bundle.info, "CFBundleIdentifier", "the identifier %s does not start with that of %s", own,
        bundle.parent.identifier or "the app", {
        expected = prefix .. "…",
      })
    end
  end,
  examples  = {
    pass = { with_extension {} },
    fail = {
      with_extension({ CFBundleIdentifier = "com.example.share" }, "/CFBundleIdentifier"),
      with_extension({ CFBundleIdentifier = "com.example.apps.share" }, "/CFBundleIdentifier"),
      with_extension({ CFBundleIdentifier = "com.example.app." }, "/CFBundleIdentifier"),
    },
  },
}
