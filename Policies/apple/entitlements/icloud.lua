local parts = import "apple.entitlements.parts"
local values = import "apple.values"

local services_key, containers_key = "com.apple.developer.icloud-services", "com.apple.developer.icloud-container-identifiers"
local documents_key, environment_key = "com.apple.developer.ubiquity-container-identifiers",
  "com.apple.developer.icloud-container-environment"
local services = { CloudKit = true, ["CloudKit-Anonymous"] = true, CloudDocuments = true, ["*"] = true }
local environments = { Development = true, Production = true }

-- For the examples.
local function icloud(list, at) return { platform = "ios", entitlements = list, at = at and "App:/" .. at } end

rule "icloud-entitlements" {
  summary   = "The iCloud entitlements must name containers, services and an environment that exist",
  severity  = "error",
  rationale = "iCloud refuses a container whose identifier does not start with 'iCloud.', and ignores services with other names: nothing "
    .. "is "
    .. "synchronized.",
  source    = {
    "Bundle Resources: com.apple.developer.icloud-container-identifiers", "Bundle Resources: com.apple.developer.icloud-services",
    "Bundle Resources: com.apple.developer.icloud-container-environment",
  },
  applies   = {
    kind = { "application", "extension" }, entitlement = { services_key, containers_key, documents_key, environment_key },
  },
  check     = function(bundle, report)
    for _, part in ipairs(parts(bundle)) do
      local list = part.list
      local function add(node, key, message, value, expected)
        report:at(node, key, message, tostring(value), {
          expected = expected, fix = "correct the entitlement, and sign the app again", discriminator = part.architecture,
        })
      end
      for index, container in ipairs(values.list(list[containers_key])) do
        local text = values.text(container)
        if text and not text:find("^iCloud%.[%w._-]+$") and text ~= "*" then
          add(list[containers_key], index, "'%s' is not an iCloud container", text, "an identifier that starts with iCloud.")
        end
      end
      -- Containers of old apps have the prefix of a team.
      for index, container in ipairs(values.list(list[documents_key])) do
        local text = values.text(container)
        if text and not text:find("^iCloud%.") and not text:find("^%w%w%w%w%w%w%w%w%w%w%.") and text ~= "*" then
          add(list[documents_key], index, "'%s' is not an iCloud container", text, "an identifier that starts with iCloud.")
        end
      end
      for index, service in ipairs(values.list(list[services_key])) do
        if type(service) == "string" and not services[service] then
          add(list[services_key], index, "iCloud has no service '%s'", service, "CloudKit or CloudDocuments")
        end
      end
      local environment = list[environment_key]
      if type(environment) == "string" and not environments[environment] then
        add(list, environment_key, "iCloud has no environment '%s'", environment, "Production")
      end
    end
  end,
  examples  = {
    pass = {
      icloud { [containers_key] = { "iCloud.com.example.my_app" } },
      {}, { platform = "ios" }, { kind = "extension" }, icloud {
        [containers_key] = { "iCloud.com.example.app", "$(CONTAINER)", 1, "*" }, [services_key] = { "CloudKit", "CloudDocuments", 1 },
        [documents_key] = { "iCloud.com.example.app", "ABCDE12345.com.example.app", "*" }, [environment_key] = "Production",
      },
      icloud { [services_key] = "*", [environment_key] = { "Production" }, [containers_key] = {} },
      icloud { [services_key] = { "CloudKit-Anonymous", "*" }, [environment_key] = "Development" },
      { bundles = { ["Contents/Frameworks/Kit.framework"] = { entitlements = { [environment_key] = "x" } } } },
    },
    fail = {
      icloud({ [containers_key] = { "com.example.app" } }, containers_key .. "/0"),
      icloud({ [containers_key] = { "xiCloud.com.example.app" } }, containers_key .. "/0"),
      icloud({ [containers_key] = { "icloud.com.example.app" } }, containers_key .. "/0"),
      icloud({ [containers_key] = { "iCloud.com.example.app " } }, containers_key .. "/0"),
      icloud({ [documents_key] = { "com.example.app" } }, documents_key .. "/0"),
      icloud({ [documents_key] = { "xABCDE12345.com.example.app" } }, documents_key .. "/0"),
      icloud({ [documents_key] = { "xiCloud.com.example.app" } }, documents_key .. "/0"),
      icloud({ [services_key] = { "Cloudkit" } }, services_key .. "/0"), icloud({ [environment_key] = "production" }, environment_key),
      { kind = "extension", entitlements = { [environment_key] = "x" }, at = "Contents/MacOS/Share:/" .. environment_key },
    },
  },
}
