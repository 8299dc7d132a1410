local images = import "apple.code.images"
local required_reasons = import "apple.privacy.required_reasons"
local unreadable_symbols = import "apple.code.unreadable_symbols"
local uses = import "apple.code.uses"
local values = import "apple.values"

-- The API of an entry that code refers to; nil if there is none.
local function used(code, entry)
  for _, symbol in ipairs(entry.symbols or {}) do
    if code.symbol(symbol) then return symbol:sub(2) end
  end
  for _, class in ipairs(entry.classes or {}) do
    if code.class(class) then return class end
  end
  for _, selector in ipairs(entry.selectors or {}) do
    if code.class(entry.class) and code.selector(selector) then return selector end
  end
  return nil
end

-- Adds the API categories for which a manifest has an entry.
local function add_declared(bundle, path, declared)
  -- privacy-manifest reports a damaged one.
  local manifest = not bundles.problem(bundle, path) and bundles.read(bundle, path)
  for _, entry in ipairs(values.list(values.dictionary(manifest).NSPrivacyAccessedAPITypes)) do
    local category = values.dictionary(entry).NSPrivacyAccessedAPIType
    if type(category) == "string" then declared[category] = true end
  end
end

-- Returns the declarations of manifests in resource bundles, into which package managers put the manifests of libraries.
local function declared_in_resources(bundle)
  local declared = {}
  for _, path in ipairs(bundles.walk(bundle, "**/*.bundle/**/PrivacyInfo.xcprivacy")) do
    -- Those in frameworks and extensions are for these.
    if not path:find "%.framework/" and not path:find "%.appex/" then add_declared(bundle, path, declared) end
  end
  return declared
end

-- Returns the declarations of a bundle's manifest and of the bundles that contain it. A framework's may be in a resource bundle.
local function declared_around(bundle)
  local declared = bundle.kind == "framework" and declared_in_resources(bundle) or {}
  while bundle do
    local path = bundles.resource(bundle, "PrivacyInfo", "xcprivacy")
    if path then add_declared(bundle, path, declared) end
    bundle = bundle.parent
  end
  return declared
end

-- For the examples: an executable, a framework that looks at the times of files, and a manifest with an entry.
local function app(uses_of)
  uses_of.platform = "ios"
  return { mach_o = uses_of }
end
local function kit(files)
  files = files or {}
  files.Kit = { mach_o = { platform = "ios", file_type = "dylib", imports = "_stat" } }
  return { files = files }
end
local manifest = '<plist version="1.0"><dict><key>NSPrivacyAccessedAPITypes</key><array><dict>'
  .. "<key>NSPrivacyAccessedAPIType</key><string>%s</string></dict></array></dict></plist>"
local function declaring(category) return manifest:format(category) end

rule "required-reasons-declared" {
  summary   = "A privacy manifest must declare the APIs that require a reason and that the code uses",
  severity  = "error",
  rationale = "The store rejects an app with code that refers to one of these APIs, if the manifest of the app or of the framework does "
    .. "not give a reason. Code of a static library is part of the file that it is linked into; the manifest in the library's resource "
    .. "bundle may not count for it, which is a warning. A reason in the app's manifest also counts for extensions and frameworks.",
  source    = { "Describing use of required reason API", "ITMS-91053" },
  help      = "https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api",
  tags      = { "S3", "ITMS-91053" },
  applies   = { kind = { "application", "extension", "framework" }, platform = { "ios", "tvos", "watchos", "visionos" } },
  check     = function(bundle, report)
    -- A framework by itself may become part of an app that gives the reasons.
    if bundle.kind ~= "application" and not values.host(bundle) then return end
    local declared, in_resources, reported = nil, nil, {}
    for _, image in ipairs(images(bundle)) do
      -- Xcode copies Swift's own libraries into apps for old systems.
      local is_of_swift = image.file.path:find("Frameworks/libswift") ~= nil
      local unreadable = unreadable_symbols(report, image.file.path)
      for _, slice in ipairs(is_of_swift and {} or image.slices) do
        local code = uses(slice, unreadable)
        for _, entry in ipairs(required_reasons.uses) do
          local category, api = entry.category, not reported[entry.category] and used(code, entry)
          if api then
            declared = declared or declared_around(bundle)
            if not declared[category] and not declared[entry.other] then
              reported[category] = true
              in_resources = in_resources or declared_in_resources(bundle)
              local is_in_resources = in_resources[category] or in_resources[entry.other]
              report:file(image.file.path, "the code uses %s, but %s declares %s", api,
                is_in_resources and "only the privacy manifest of a resource bundle" or "no privacy manifest", category, {
                  expected = ("an entry for %s in PrivacyInfo.xcprivacy, with a reason: %s"):format(
                    category, table.concat(required_reasons.reasons[category], ", ")
                  ),
                  fix = ("add it to %s/PrivacyInfo.xcprivacy with the reason that applies"):format(bundle.name),
                  severity = is_in_resources and "warning" or nil, discriminator = category,
                })
            end
          end
        end
      end
    end
  end,
  examples  = {
    pass = {
      {}, { bundles = { ["Kit.bundle"] = { files = { Kit = app { imports = "_stat" } } } } },
      { files = { App = app {
        imports = { "_malloc" }, used_classes = { "NSProcessInfo", "UIDocument" }, selectors = { "init", "activeInputModes" },
      } } },
      -- The class of another kit has the method.
      { files = { App = app { imports = { "_free" }, selectors = { "systemUptime" } } } },
      { files = {
        App = app { used_classes = "NSUserDefaults" }, ["PrivacyInfo.xcprivacy"] = declaring "NSPrivacyAccessedAPICategoryUserDefaults",
      } },
      -- Apple lists this function under two categories.
      { files = { App = app { imports = "_getattrlist" }, ["PrivacyInfo.xcprivacy"] = declaring "NSPrivacyAccessedAPICategoryDiskSpace" } },
      { files = {
        App = app { imports = "_getattrlist" }, ["PrivacyInfo.xcprivacy"] = declaring "NSPrivacyAccessedAPICategoryFileTimestamp",
      } },
      -- The app's manifest has the reason.
      {
        files = { ["PrivacyInfo.xcprivacy"] = declaring "NSPrivacyAccessedAPICategoryFileTimestamp" },
        bundles = { ["Frameworks/Kit.framework"] = kit() },
      },
      { bundles = { ["Frameworks/Kit.framework"] = kit {
        ["PrivacyInfo.xcprivacy"] = declaring "NSPrivacyAccessedAPICategoryFileTimestamp",
      } } },
      {
        bundles = { ["Frameworks/Kit.framework"] = kit {
          ["Kit_Privacy.bundle/PrivacyInfo.xcprivacy"] = declaring "NSPrivacyAccessedAPICategoryFileTimestamp",
        } },
      },
      { kind = "framework", name = "Kit.framework", files = kit().files },
      { files = { ["Frameworks/libswiftCore.dylib"] = { mach_o = {
        platform = "ios", file_type = "dylib", imports = "_mach_absolute_time",
      } } } },
    },
    fail = {
      -- A table of symbols that the file does not contain.
      { files = { App = { base64 = "z/rt/gwAAAEAAAAAAgAAAAEAAAAYAAAAAAAAAAAAAAACAAAAGAAAADgAAABkAAAAOAAAAGQAAAA=" } }, at = "App" },
      { files = { App = app { imports = { "_stat", "_lstat" } } }, at = "App", message = "the code uses stat," },
      -- One finding for all code of the bundle.
      {
        files = { App = app { imports = "_stat" }, ["Frameworks/libkit.dylib"] = kit().files.Kit },
        at = "App", count = 1,
      },
      -- The manifests in frameworks and extensions are for these.
      {
        files = { App = app { imports = "_stat" } },
        bundles = { ["Frameworks/Kit.framework"] = kit {
          ["Kit.bundle/PrivacyInfo.xcprivacy"] = declaring "NSPrivacyAccessedAPICategoryFileTimestamp",
        } },
        at = "App", message = "but no privacy manifest declares",
      },
      {
        files = { App = app { imports = "_stat" } },
        bundles = { ["PlugIns/Share.appex"] = { files = {
          ["Kit.bundle/PrivacyInfo.xcprivacy"] = declaring "NSPrivacyAccessedAPICategoryFileTimestamp",
        } } },
        at = "App", message = "but no privacy manifest declares",
      },
      { files = { App = app { imports = "_getattrlist" } }, at = "App" },
      {
        files = { App = app { imports = "_statfs" }, ["PrivacyInfo.xcprivacy"] = declaring "NSPrivacyAccessedAPICategoryFileTimestamp" },
        at = "App",
      },
      { files = { App = app { used_classes = "NSProcessInfo", selectors = "systemUptime" } }, at = "App" },
      { files = {
        App = app { used_classes = "UITextInputMode", selectors = "activeInputModes" }, ["PrivacyInfo.xcprivacy"] = "<plist><dict>",
      }, at = "App" },
      { platform = "tvos", files = { App = { mach_o = { platform = "tvos", used_classes = "NSUserDefaults" } } }, at = "App" },
      { files = { ["Frameworks/libkit.dylib"] = { mach_o = {
        platform = "ios", file_type = "dylib", imports = "_NSURLCreationDateKey",
      } } }, at = "Frameworks/libkit.dylib" },
      { bundles = { ["Frameworks/Kit.framework"] = kit() }, at = "Frameworks/Kit.framework/Kit" },
      { platform = "watchos", files = { App = { mach_o = { platform = "watchos", used_classes = "NSUserDefaults" } } }, at = "App" },
      { platform = "visionos", files = { App = { mach_o = { platform = "visionos", used_classes = "NSUserDefaults" } } }, at = "App" },
      { bundles = { ["PlugIns/Share.appex"] = { files = { Share = app { imports = "_fstat" } } } }, at = "PlugIns/Share.appex/Share" },
      {
        files = {
          App = app { imports = "_fgetattrlist" },
          ["Kit_Kit.bundle/PrivacyInfo.xcprivacy"] = declaring "NSPrivacyAccessedAPICategoryDiskSpace",
        },
        at = "App", message = "but only the privacy manifest of a resource bundle",
      },
      {
        files = {
          App = app { used_classes = "NSUserDefaults" },
          ["Kit_Kit.bundle/PrivacyInfo.xcprivacy"] = declaring "NSPrivacyAccessedAPICategoryUserDefaults",
          ["PrivacyInfo.xcprivacy"] = "<plist><dict><key>NSPrivacyAccessedAPITypes</key><array><dict/></array></dict></plist>",
        },
        at = "App", message = "but only the privacy manifest of a resource bundle",
      },
      {
        files = { App = app { imports = "_stat" } },
        bundles = { ["Frameworks/Kit.framework"] = kit {
          ["Kit_Privacy.bundle/PrivacyInfo.xcprivacy"] = declaring "NSPrivacyAccessedAPICategoryFileTimestamp",
        } },
        at = "App",
      },
    },
  },
}
