local slices = import "apple.code.slices"
local values = import "apple.values"

local framework = "/System/Library/Frameworks/AppIntents.framework/"
-- Protocols of AppIntents that code imports when a type of its own conforms to them.
local protocols = {
  "_$s10AppIntents0A6IntentMp", "_$s10AppIntents0A17ShortcutsProviderMp", "_$s10AppIntents0A6EntityMp", "_$s10AppIntents0A4EnumMp",
  "_$s10AppIntents15AudioPlaybackIntentMp", "_$s10AppIntents26WidgetConfigurationIntentMp", "_$s10AppIntents21ControlConfigurationIntentMp",
}

-- Whether slices have intents of their own: one links against the framework and, if its symbols are there, conforms to a protocol.
local function has_intents(all)
  for _, slice in ipairs(all) do
    for _, library in ipairs(slice.libraries) do
      if library.name:sub(1, #framework) == framework then
        local imports = values.readable(slice, "imports")
        if not imports then return true end
        for _, name in ipairs(protocols) do
          if imports[name] then return true end
        end
      end
    end
  end
  return false
end

local function place(bundle) return bundle.layout == "contents" and "Contents/Resources/" or "" end

-- For the examples.
local function app(imports, files, at)
  local all = { App = { mach_o = { platform = "ios", libraries = { framework .. "AppIntents" }, imports = imports } } }
  for path, file in pairs(files or {}) do all[path] = file end
  return { kind = "application", platform = "ios", files = all, at = at and "Metadata.appintents" }
end
local conforms = { protocols[1] }
local metadata = { ["Metadata.appintents/extract.actionsdata"] = "{}" }

rule "app-intents-metadata" {
  summary   = "An app with App Intents must contain the metadata that the build extracts from them",
  severity  = "error",
  rationale = "Shortcuts, Siri and Spotlight read Metadata.appintents and do not look into the code: without it, the app's actions do not "
    .. "exist for them. Xcode writes it; builds with other tools must run appintentsmetadataprocessor.",
  source    = { "App Intents: Making actions and content discoverable", "Xcode: appintentsmetadataprocessor" },
  applies   = { kind = { "application", "extension" }, links = "AppIntents.framework" },
  check     = function(bundle, report)
    local path, all = place(bundle) .. "Metadata.appintents", slices(bundle)
    if bundles.exists(bundle, path) or not has_intents(all) then return end
    report:file(path, "the code has App Intents, but the bundle has no Metadata.appintents: the system does not know the actions", {
      expected = path, fix = "build with Xcode, or run appintentsmetadataprocessor and copy its output",
    })
  end,
  examples  = {
    pass = {
      { kind = "application" }, { kind = "application", platform = "ios" }, app(conforms, metadata), app(nil, metadata),
      -- Another framework has the intents, or only types of AppIntents are used.
      app({ "_$s10AppIntents0A6IntentPAAE" }), app({}),
      { kind = "application", files = { ["Contents/MacOS/App"] = "#!/bin/sh\n" } },
      { kind = "application", files = { ["Contents/MacOS/App"] = { mach_o = {
        libraries = { "/System/Library/Frameworks/AppIntentsTesting.framework/AppIntentsTesting" },
      } } } },
      { kind = "application", bundles = { ["Contents/Frameworks/Kit.framework"] = { files = { ["Versions/A/Kit"] = { mach_o = {
        file_type = "dylib", id = "x", libraries = { framework .. "AppIntents" },
      } } } } } },
    },
    fail = {
      app(conforms, nil, true), app(nil, nil, true), app({ "_a", protocols[2] }, nil, true), app({ protocols[3] }, nil, true),
      {
        kind = "application", platform = "macos", at = "Contents/Resources/Metadata.appintents",
        files = { ["Contents/MacOS/App"] = { mach_o = { libraries = { framework .. "Versions/A/AppIntents" } } } },
      },
      {
        kind = "extension", platform = "ios", at = "Metadata.appintents",
        files = { Share = { mach_o = { platform = "ios", libraries = { framework .. "AppIntents" } } } },
      },
    },
  },
}
