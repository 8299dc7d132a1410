local parts = import "apple.entitlements.parts"
local values = import "apple.values"

local key, groups = "NSExtensionFileProviderDocumentGroup", "com.apple.security.application-groups"
local code = "PlugIns/Files.appex/Files:/" .. groups

local function has(list, wanted)
  for _, group in ipairs(values.list(list)) do
    if group == wanted then return true end
  end
  return false
end

-- For the examples.
local identity = { ["application-identifier"] = "ABCDE12345.com.example.app.files" }
local function signed(own)
  local result = { [groups] = own }
  for name, value in pairs(identity) do result[name] = value end
  return result
end
local class = "Provider"
local function app(group, own, at, more)
  local extension = {
    entitlements = own,
    info = { NSExtension = {
      NSExtensionPointIdentifier = "com.apple.fileprovider-nonui", NSExtensionPrincipalClass = class, [key] = group,
    } },
  }
  for name, value in pairs(more or {}) do extension[name] = value end
  return { kind = "application", platform = "ios", at = at, bundles = { ["PlugIns/Files.appex"] = extension } }
end
local place = "PlugIns/Files.appex:/NSExtension/" .. key

rule "file-provider-group" {
  summary   = "A file provider must name an app group that it is signed with",
  severity  = "error",
  rationale = "The system keeps the files of a provider in the container of the group that " .. key .. " names. If the extension may not "
    .. "use that group, its storage does not exist: the location is missing in the Files app, and NSFileProviderManager ends the app with "
    .. "'documentStorageURL is not set'. A missing key is a warning, because a replicated extension can do without. Code that is signed "
    .. "without a profile's identifier will be signed again, so its groups are not compared.",
  source    = {
    "https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/documentstorageurl",
    "https://github.com/owncloud/ios-app/issues/1267", "https://github.com/altstoreio/AltStore/issues/335",
  },
  applies   = { kind = "extension", platform = { "ios", "visionos" }, key = "NSExtension" },
  check     = function(bundle, report)
    local declared = bundle.info.NSExtension
    if plist.type(declared) ~= "dictionary" or declared.NSExtensionPointIdentifier ~= "com.apple.fileprovider-nonui" then return end
    local group = declared[key]
    if group == nil or type(group) == "string" and values.is_blank(group) then
      return report:missing(declared, key, "the file provider names no app group: it has no storage", {
        expected = "an app group of the extension", fix = "add the key with the app group that the app shares", severity = "warning",
      })
    end
    if not values.text(group) then return end
    for _, part in ipairs(parts(bundle)) do
      if part.list["application-identifier"] ~= nil and not has(part.list[groups], group) then
        report:missing(part.list, groups, ("%s is not signed with the app group '%s', in which the file provider keeps its files"):format(
          part.code, group), {
          expected = group, fix = "add the group to the extension's capability App Groups, or correct " .. key,
          discriminator = part.architecture,
        })
      end
    end
  end,
  examples  = {
    pass = {
      { platform = "ios", kind = "extension" }, app("group.a", signed { "group.b", "group.a" }),
      app("group.a", { [groups] = { "group.b" } }),
      app("group.a"), app("$(GROUP)", signed { "group.a" }), app(1, signed { "group.a" }),
      app("group.a", signed { "group.b" }, nil, { info = { NSExtension = {
        NSExtensionPointIdentifier = "com.apple.fileprovider-ui", NSExtensionPrincipalClass = "A",
      } } }),
      { platform = "ios", kind = "extension", info = { NSExtension = "x", CFBundleExecutable = { true } } },
      { kind = "application", platform = "macos", bundles = { ["Contents/PlugIns/Files.appex"] = {
        entitlements = signed { "group.b" }, info = app("group.a").bundles["PlugIns/Files.appex"].info,
      } } },
      { platform = "ios", bundles = { ["Frameworks/Kit.framework"] = { info = { NSExtension = {
        NSExtensionPointIdentifier = "com.apple.fileprovider-nonui",
      } } } } },
    },
    fail = {
      app(nil, nil, place), app(" ", signed { "group.a" }, place), app("group.a", signed { "group.b" }, code),
      app("group.a", identity, code), app("group.a", signed("group.a"), code),
      {
        kind = "application", platform = "visionos", bundles = app("group.a", identity).bundles,
        at = code,
      },
    },
  },
}
