local listed = import "apple.privacy.listed_names"
local values = import "apple.values"

-- Whether somebody else built a framework: with another Xcode than the app.
local function is_prebuilt(framework, app)
  local own, around = values.text(framework.info.DTXcodeBuild), values.text(app.info.DTXcodeBuild)
  return own ~= nil and around ~= nil and own ~= around
end

-- Whether the archive contains the signature of an .xcframework with this name.
local function has_signature(delivery, name)
  for path in pairs(delivery.files) do
    if path:sub(1, #name + 24) == "Signatures/" .. name .. ".xcframework-" then return true end
  end
  return false
end

-- For the examples: an app in an .ipa with a framework that another Xcode built.
local current, other, unsigned = { DTXcodeBuild = "17A324" }, { DTXcodeBuild = "16A242d" }, { a = "x" }
local function app(framework, files)
  return {
    info = current, delivery = { files = files or unsigned }, bundles = { ["Frameworks/" .. framework .. ".framework"] = { info = other } },
  }
end
local function failing(framework, files)
  local result = app(framework, files)
  result.at = "Frameworks/" .. framework .. ".framework"
  return result
end
local signature = { ["Signatures/Alamofire.xcframework-ios.signature"] = "x" }

rule "listed-sdks-signed" {
  summary   = "An SDK on Apple's list that is delivered as a binary must be signed by its maker",
  severity  = "error",
  rationale = "Xcode puts the signature of each .xcframework into the folder Signatures of an archive and of the .ipa that it exports. "
    .. "The store "
    .. "rejects a new app with one of these SDKs without it, or an update that adds one. A framework counts as a binary if another Xcode "
    .. "built it. An SDK that an earlier build contains is not checked.",
  source    = { "ITMS-91065", "Apple Developer: Third-party SDK requirements" },
  help      = "https://developer.apple.com/support/third-party-SDK-requirements/",
  tags      = { "S3", "ITMS-91065" },
  applies   = {
    kind = "application", platform = { "ios", "tvos", "watchos", "visionos" }, files = "Frameworks/*.framework/**",
    when = function(bundle) return bundle.delivery ~= nil and bundle.delivery.kind ~= "archive" end,
  },
  check     = function(bundle, report)
    if bundle.history[1] then return end
    for _, inner in ipairs(bundle.bundles) do
      local name = inner.name:match("(.*)%.framework")
      if name and listed[name] and is_prebuilt(inner, bundle) and not has_signature(bundle.delivery, name) then
        report:file(inner.path, "%s is on Apple's list of SDKs and was built elsewhere, but its signature is missing", name, {
          expected = ("Signatures/%s.xcframework-….signature"):format(name),
          fix = "use an .xcframework that its maker signed, and export the archive with Xcode 15 or later", discriminator = name,
        })
      end
    end
  end,
  examples  = {
    pass = {
      app("Alamofire", signature), app "Kit", {},
      -- It is not known which Xcode built one of the two.
      { delivery = { files = unsigned }, bundles = { ["Frameworks/Alamofire.framework"] = { info = other } } },
      { info = current, delivery = { files = unsigned }, bundles = { ["Frameworks/Alamofire.framework"] = {} } },
      -- An update.
      {
        info = current, delivery = { files = unsigned }, bundles = { ["Frameworks/Alamofire.framework"] = { info = other } },
        history = { {} },
      },
      {
        info = current, delivery = { kind = "archive", files = unsigned },
        bundles = { ["Frameworks/Alamofire.framework"] = { info = other } },
      },
      { delivery = { files = { a = "x" } }, bundles = { ["Frameworks/Alamofire.framework"] = {} } },
      { info = { DTXcodeBuild = "17A324" }, bundles = { ["Frameworks/Alamofire.framework"] = { info = { DTXcodeBuild = "16A242d" } } } },
    },
    fail = { failing "Alamofire", failing("SnapKit", signature) },
  },
}
