local known = import "apple.components.known"

local listed = {}
for _, entry in ipairs(known) do listed[entry.name] = entry.is_listed end

-- Whether the bundle that contains code has a privacy manifest of its own: the framework or extension at its path, or else the app.
local function has_manifest(bundle, path)
  local file = bundle.files[path]
  if not file or file.type ~= "directory" then return bundles.exists(bundle, "PrivacyInfo.xcprivacy") end
  return bundles.exists(bundle, path .. "/PrivacyInfo.xcprivacy")
end

-- Whether the SDK has one in a resource bundle with its name, such as Name_Name.bundle or Name_Privacy.bundle.
local function has_resources(bundle, name)
  return #bundles.walk(bundle, "**/*" .. name .. "*.bundle/**/PrivacyInfo.xcprivacy") > 0
end

-- For the examples: an app, with a framework that contains the classes of an SDK.
local function code(fields)
  fields.platform = "ios"
  return { mach_o = fields }
end
local function app(files, changes)
  local result = { platform = "ios", files = files }
  for key, value in pairs(changes or {}) do result[key] = value end
  return result
end
local classes = { "AFURLSessionManager", "AFHTTPSessionManager" }
local function kit(fields, files)
  fields.file_type = "dylib"
  files = files or {}
  files.Kit = code(fields)
  return { bundles = { ["Frameworks/Kit.framework"] = { files = files } } }
end
local function failing(at, example)
  example.at = at
  return example
end

rule "listed-sdks-linked" {
  summary   = "An SDK on Apple's list that is linked into other code needs a privacy manifest",
  severity  = "warning",
  rationale = "The requirements for these SDKs also apply if the SDK is a static library, or a part of another framework. The rule "
    .. "recognizes an SDK by its classes or strings, and reports it if neither the SDK nor the app or framework that contains it has a "
    .. "privacy manifest. listed-sdks checks the SDKs that are frameworks.",
  source    = { "ITMS-91061", "Apple Developer: Third-party SDK requirements" },
  help      = "https://developer.apple.com/support/third-party-SDK-requirements/",
  tags      = { "ITMS-91061" },
  applies   = { kind = "application", platform = { "ios", "tvos", "watchos", "visionos" }, nested = false },
  check     = function(bundle, report)
    if bundle.history[1] then return end
    for _, part in ipairs(bundles.components(bundle)) do
      if part.kind == "linked" and listed[part.name] and not has_manifest(bundle, part.path) and not has_resources(bundle, part.name) then
        report:file(part.file, "%s is on Apple's list of SDKs and is linked into this code, but there is no privacy manifest", part.name, {
          expected = "PrivacyInfo.xcprivacy of " .. part.name,
          fix = "add the resource bundle of the SDK, or a privacy manifest that covers it", discriminator = part.name,
        })
      end
    end
  end,
  examples  = {
    pass = {
      app { App = code {} }, app { App = code { classes = classes[1] } },
      app { App = code { classes = classes }, ["PrivacyInfo.xcprivacy"] = "{}" },
      app { App = code { classes = classes }, ["AFNetworking_AFNetworking.bundle/PrivacyInfo.xcprivacy"] = "{}" },
      app {
        App = code {}, ["PrivacyInfo.xcprivacy"] = "{}", ["Frameworks/libx.dylib"] = code { file_type = "dylib", classes = classes },
      },
      app({ App = code {} }, kit({ classes = classes }, { ["PrivacyInfo.xcprivacy"] = "{}" })),
      app({ App = code { classes = classes } }, { history = { {} } }),
      -- For nested bundles, the manifest is in the app.
      app({ App = code {}, ["AFNetworking_AFNetworking.bundle/PrivacyInfo.xcprivacy"] = "{}" }, kit { classes = classes }),
      app({ App = code {}, ["AFNetworking_AFNetworking.bundle/PrivacyInfo.xcprivacy"] = "{}" }, {
        bundles = { ["Watch/W.app"] = { platform = "watchos", files = { W = { mach_o = { platform = "watchos", classes = classes } } } } },
      }),
      -- Code that was only compiled with the header of OpenSSL.
      app { App = code { strings = "OpenSSL 3.0.12 24 Oct 2023" } },
    },
    fail = {
      failing("App", app { App = code { classes = classes } }),
      failing("App", { platform = "tvos", files = { App = { mach_o = { platform = "tvos", classes = classes } } } }),
      failing("App", { platform = "watchos", files = { App = { mach_o = { platform = "watchos", classes = classes } } } }),
      failing("App", { platform = "visionos", files = { App = { mach_o = { platform = "visionos", classes = classes } } } }),
      failing("Frameworks/libx.dylib", app {
        App = code {}, ["Frameworks/libx.dylib"] = code { file_type = "dylib", id = "x", classes = classes },
      }),
      failing("Frameworks/Kit.framework/Kit", app(
        { App = code {} }, kit { classes = { "_TtC9Alamofire7Session", "_TtC9Alamofire11DataRequest" } })),
      failing("Frameworks/Kit.framework/Kit", app(
        { App = code {}, ["PrivacyInfo.xcprivacy"] = "{}" }, kit { strings = { "OpenSSL 3.0.12 24 Oct 2023", 'OPENSSLDIR: "/usr"' } })),
    },
  },
}
