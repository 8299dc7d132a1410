local elsewhere = import "apple.elsewhere"
local parts = import "apple.entitlements.parts"
local values = import "apple.values"

local sandbox = "com.apple.security.app-sandbox"
local writes, reads = "com.apple.security.files.user-selected.read-write", "com.apple.security.files.user-selected.read-only"

-- The highest role for which an app declares documents of its own classes; nil if it declares none.
local function role(bundle)
  local found
  for _, entry in ipairs(plist.find(bundle.info, "/CFBundleDocumentTypes/*")) do
    local declared = values.dictionary(entry.value)
    if values.text(declared.NSDocumentClass) then
      if declared.CFBundleTypeRole == "Editor" then return "Editor" end
      if declared.CFBundleTypeRole == "Viewer" then found = "Viewer" end
    end
  end
  return found
end

-- For the examples.
local function app(kind, list, at)
  local own = { [sandbox] = true }
  for key, value in pairs(list) do own[key] = value end
  return {
    info = { CFBundleDocumentTypes = { { CFBundleTypeName = "Text", CFBundleTypeRole = kind, NSDocumentClass = "Document" } } },
    entitlements = own, at = at and "Contents/MacOS/App:/" .. at,
  }
end

rule "sandboxed-documents" {
  summary   = "A sandboxed app with documents must be allowed to use the files that users choose",
  severity  = "error",
  rationale = "Without the entitlement for user-selected files, the Open and Save panels of a sandboxed app do not appear, and with the "
    .. "one "
    .. "for reading, an editor cannot save.",
  source    = { "App Sandbox: Accessing files from the macOS App Sandbox",
    "Bundle Resources: com.apple.security.files.user-selected.read-write" },
  applies   = { kind = "application", platform = "macos", key = "CFBundleDocumentTypes" },
  check     = function(bundle, report)
    local wanted = role(bundle)
    for _, part in ipairs(wanted and parts(bundle) or {}) do
      local list = part.list
      if list[sandbox] == true and list[writes] ~= true and (wanted == "Editor" or list[reads] ~= true) then
        report:missing(list, writes, "the app is sandboxed and " .. (wanted == "Editor" and "edits" or "shows")
          .. " documents, but may not " .. (list[reads] == true and "save" or "open") .. " the files that users choose", {
          expected = (wanted == "Editor" and writes or reads) .. " with the value true",
          fix = "set User Selected File in the capability App Sandbox", discriminator = part.architecture,
        })
      end
    end
  end,
  examples  = {
    pass = {
      elsewhere(app("Editor", {}), { platform = "catalyst" }),
      {}, app("Editor", { [writes] = true }), app("Viewer", { [reads] = true }), app("Viewer", { [writes] = true }), app("None", {}),
      { info = app("Editor", {}).info, files = { ["Contents/MacOS/App"] = false } }, { info = { CFBundleDocumentTypes = "x" } },
      app("Editor", { [sandbox] = false }), { info = app("Editor", {}).info },
      { info = { CFBundleDocumentTypes = { { CFBundleTypeRole = "Editor" }, "x" } }, entitlements = { [sandbox] = true } },
      { bundles = {
        ["Contents/PlugIns/A.bundle"] = app("Editor", {}),
        ["Contents/PlugIns/A.appex"] = { platform = "catalyst", info = app("Editor", {}).info, entitlements = { [sandbox] = true } },
      } },
    },
    fail = {
      app("Editor", {}, writes), app("Editor", { [reads] = true }, writes), app("Viewer", {}, writes),
      app("Viewer", { [reads] = false }, writes),
    },
  },
}
