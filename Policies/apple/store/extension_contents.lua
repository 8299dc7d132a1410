local entitlements = import "apple.code.entitlements"
local point_of = import "apple.extensions.point"
local values = import "apple.values"

-- The extensions of an app for an extension point, by a pattern.
local function extensions(app, pattern)
  local result = {}
  for _, inner in ipairs(app.bundles) do
    local point = values.is_app_extension(inner) and point_of(inner)
    if point and point:find(pattern) then result[#result + 1] = inner end
  end
  return result
end

-- The first signed list of entitlements of a bundle; nil if it is not signed.
local function signed(bundle)
  for _, part in ipairs(entitlements.of(bundle)) do
    if part.list then return part.list end
  end
  return nil
end

-- For the examples: an extension.
local function extension(point, changes)
  local result = { info = { NSExtension = { NSExtensionPointIdentifier = point } } }
  for key, value in pairs(changes or {}) do result[key] = value end
  return result
end
local downloader = "com.apple.background-asset-downloader-extension"

rule "shortcut-widget" {
  summary   = "UIApplicationShortcutWidget must name a widget of the app",
  severity  = "error",
  rationale = "The store rejects an app in which the key is not the bundle identifier of a Today extension in the app.",
  source    = { "ITMS-90640", "Bundle Resources: UIApplicationShortcutWidget" },
  tags      = { "ITMS-90640" },
  applies   = { kind = "application", platform = "ios", nested = false, key = "UIApplicationShortcutWidget" },
  check     = function(bundle, report)
    local name = bundle.info.UIApplicationShortcutWidget
    for _, inner in ipairs(extensions(bundle, "com%.apple%.widget")) do
      if inner.info.CFBundleIdentifier == name then return end
    end
    report:at(bundle.info, "UIApplicationShortcutWidget", "the app has no widget '%s'", tostring(name), {
      expected = "the identifier of a widget extension in the app", fix = "correct the identifier, or remove the key",
    })
  end,
  examples  = {
    pass = {
      {},
      {
        info = { UIApplicationShortcutWidget = "com.example.app.today" },
        bundles = {
          ["PlugIns/Today.appex"] = {
            info = {
              CFBundleIdentifier = "com.example.app.today", NSExtension = { NSExtensionPointIdentifier = "com.apple.widget-extension" },
            },
          },
        },
      },
    },
    fail = {
      { info = { UIApplicationShortcutWidget = "com.example.app.today" }, at = "/UIApplicationShortcutWidget" },
      {
        info = { UIApplicationShortcutWidget = "com.example.app.share" },
        bundles = { ["PlugIns/Share.appex"] = { info = { CFBundleIdentifier = "com.example.app.share" } } },
        at = "/UIApplicationShortcutWidget",
      },
    },
  },
}

rule "messages-store-icon" {
  summary   = "An iMessage app must name its icon for the store",
  severity  = "error",
  rationale = "The store shows the icon of 1024 × 768 pixels. Xcode compiles its name into MSMessagesExtensionStoreIconName if the icon "
    .. "set contains it and every other size.",
  source    = { "ITMS-90642", "ITMS-90649", "Messages: Adding an icon to your app" },
  tags      = { "ITMS-90642", "ITMS-90649" },
  applies   = { kind = "application", platform = "ios", nested = false, files = "**/*.appex" },
  check     = function(bundle, report)
    -- A sticker pack without an app of its own has the key in either place.
    if values.text(bundle.info.MSMessagesExtensionStoreIconName) then return end
    for _, inner in ipairs(extensions(bundle, "^com%.apple%.message%-payload%-provider$")) do
      if not values.text(inner.info.MSMessagesExtensionStoreIconName) then
        report:at(inner.info, "MSMessagesExtensionStoreIconName", "the iMessage app does not name its icon for the store", {
          expected = "MSMessagesExtensionStoreIconName",
          fix = "fill all sizes of the iMessage App Icon set, also that of 1024 × 768 pixels",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { info = { LSApplicationLaunchProhibited = true } },
      { bundles = { ["PlugIns/Share.appex"] = extension "com.apple.share-services" } },
      { bundles = { ["PlugIns/A.appex"] = extension "x.com.apple.message-payload-provider" } },
      { bundles = { ["PlugIns/A.appex"] = extension "com.apple.message-payload-provider.x" } },
      { platform = "visionos", bundles = { ["PlugIns/M.appex"] = extension "com.apple.message-payload-provider" } },
      { kind = "plugin", platform = "ios", bundles = { ["M.appex"] = extension "com.apple.message-payload-provider" } },
      { info = { MSMessagesExtensionStoreIconName = "Icon" }, bundles = { ["Inner.app"] = {
        bundles = { ["PlugIns/M.appex"] = extension "com.apple.message-payload-provider" },
      } } },
      {
        info = { LSApplicationLaunchProhibited = true, MSMessagesExtensionStoreIconName = "iMessage App Icon" },
        bundles = { ["PlugIns/M.appex"] = extension "com.apple.message-payload-provider" },
      },
      {
        bundles = { ["PlugIns/M.appex"] = { info = {
          MSMessagesExtensionStoreIconName = "Icon", NSExtension = { NSExtensionPointIdentifier = "com.apple.message-payload-provider" },
        } } },
      },
    },
    fail = {
      {
        info = { LSApplicationLaunchProhibited = true },
        bundles = { ["PlugIns/M.appex"] = extension "com.apple.message-payload-provider" },
        at = "PlugIns/M.appex:/MSMessagesExtensionStoreIconName",
      },
      {
        bundles = { ["PlugIns/M.appex"] = extension "com.apple.message-payload-provider" },
        at = "PlugIns/M.appex:/MSMessagesExtensionStoreIconName",
      },
    },
  },
}

rule "media-device-extension" {
  summary   = "An app with an extension for media devices must have its entitlement, too",
  severity  = "error",
  rationale = "The store rejects an app without com.apple.developer.media-device-extension if one of its extensions has it. In the app, "
    .. "the list "
    .. "may be empty.",
  source    = { "ITMS-91183", "Media Device Extension entitlement" },
  tags      = { "ITMS-91183" },
  applies   = { kind = "application", platform = "ios", nested = false, files = "**/*.appex" },
  check     = function(bundle, report)
    local key, own = "com.apple.developer.media-device-extension", signed(bundle)
    if not own or own[key] ~= nil then return end
    for _, inner in ipairs(bundle.bundles) do
      local list = values.is_app_extension(inner) and signed(inner)
      if list and list[key] ~= nil then
        return report:file(bundle.executable, "%s has the entitlement %s, but the app does not", inner.name, key, {
          expected = key .. " in both", fix = "add it to the app's entitlements, as an empty list", discriminator = key,
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { entitlements = { a = true }, bundles = { ["PlugIns/Share.appex"] = { entitlements = { a = true } } } },
      {
        entitlements = { ["com.apple.developer.media-device-extension"] = { ["$array"] = true } },
        bundles = { ["PlugIns/Share.appex"] = { entitlements = { ["com.apple.developer.media-device-extension"] = { "p" } } } },
      },
      { bundles = { ["PlugIns/Share.appex"] = { entitlements = { ["com.apple.developer.media-device-extension"] = { "p" } } } } },
    },
    fail = { {
      entitlements = { a = true },
      bundles = { ["Extensions/Share.appex"] = { entitlements = { ["com.apple.developer.media-device-extension"] = { "p" } } } },
      at = "App",
    } },
  },
}

-- The keys with which an app says that Apple hosts its assets.
local hosted = { "BAHasManagedAssetPacks", "BAUsesAppleHosting" }
local groups = "com.apple.security.application-groups"

rule "background-assets" {
  summary   = "An app that downloads assets in the background must declare their manifest, sizes and domains, and share an app group",
  severity  = "error",
  rationale = "The store rejects an app with a downloader extension that has neither these keys nor those for assets that Apple hosts, "
    .. "and one "
    .. "whose extension shares no app group with it.",
  source    = { "ITMS-90923", "ITMS-90924", "ITMS-90958", "Background Assets: Configuring an unmanaged Background Assets project" },
  tags      = { "ITMS-90923", "ITMS-90924", "ITMS-90958" },
  applies   = { kind = "application", platform = { "ios", "tvos", "visionos" }, nested = false, files = "**/*.appex" },
  check     = function(bundle, report)
    local info, all = bundle.info, extensions(bundle, "com%.apple%.background%-asset%-downloader%-extension")
    if #all == 0 then return end
    local is_hosted = false
    for _, key in ipairs(hosted) do is_hosted = is_hosted or info[key] == true end
    for _, key in ipairs(is_hosted and {} or { "BAManifestURL", "BAMaxInstallSize", "BAInitialDownloadRestrictions" }) do
      if info[key] == nil then
        report:missing(info, key, "the app has a downloader extension, but no %s", key, {
          expected = key, fix = "add it, or BAHasManagedAssetPacks and BAUsesAppleHosting if Apple hosts the assets",
        })
      end
    end
    local restrictions = info.BAInitialDownloadRestrictions
    for _, key in ipairs(not is_hosted and plist.type(restrictions) == "dictionary"
      and { "BADownloadAllowance", "BADownloadDomainAllowList" }
      or {}) do
      if restrictions[key] == nil then
        report:missing(restrictions, key, "BAInitialDownloadRestrictions has no %s", key, { expected = key, fix = "add it" })
      end
    end
    for _, inner in ipairs(all) do
      local list = signed(inner)
      if list and #values.list(list[groups]) == 0 then
        report:file(inner.path .. "/" .. (inner.executable or ""), "%s is signed without an app group", inner.name, {
          expected = groups, fix = "add the app group of the app to the extension's entitlements",
        })
      end
    end
  end,
  examples  = {
    pass = {
      {}, { bundles = { ["PlugIns/Share.appex"] = {} } },
      {
        info = { BAHasManagedAssetPacks = true }, bundles = { ["Extensions/Assets.appex"] = extension(downloader) },
      },
      {
        info = {
          BAManifestURL = "https://example.com/m", BAMaxInstallSize = 1,
          BAInitialDownloadRestrictions = { BADownloadAllowance = 1, BADownloadDomainAllowList = { "example.com" } },
        },
        bundles = { ["Extensions/Assets.appex"] = extension(downloader, { entitlements = { [groups] = { "group.com.example" } } }) },
      },
    },
    fail = {
      {
        bundles = { ["Extensions/Assets.appex"] = extension(downloader) },
        at = { "/BAManifestURL", "/BAMaxInstallSize", "/BAInitialDownloadRestrictions" },
      },
      {
        info = { BAManifestURL = "https://example.com/m", BAMaxInstallSize = 1,
          BAInitialDownloadRestrictions = { BADownloadAllowance = 1 } },
        bundles = { ["Extensions/Assets.appex"] = extension(downloader) },
        at = "/BAInitialDownloadRestrictions/BADownloadDomainAllowList",
      },
      {
        info = { BAUsesAppleHosting = true },
        bundles = { ["Extensions/Assets.appex"] = extension(downloader, { entitlements = { a = true } }) },
        at = "Extensions/Assets.appex/Assets",
      },
    },
  },
}
