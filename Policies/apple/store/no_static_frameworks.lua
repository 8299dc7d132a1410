local is_static = import "apple.frameworks.is_static"
local values = import "apple.values"

-- For the examples: an app with a framework, and one that fails at its executable.
local function within(files) return { kind = "application", bundles = { ["Frameworks/Kit.framework"] = { files = files } } } end
local function inside(files)
  local result = within(files)
  result.at = "Frameworks/Kit.framework/Kit"
  return result
end
local object = { mach_o = { platform = "ios", file_type = "object" } }

rule "no-static-frameworks" {
  summary   = "The frameworks in an app must be dynamic",
  severity  = "error",
  rationale = "The code of a static framework is in the app already, or missing there. The store rejects an app that has the framework, "
    .. "too, and tools that look into the app report an unexpected Mach-O header code, 0x72613c21.",
  source    = { "ITMS-90171", "ITMS-90124", "ITMS-90210", "Technical Note TN2435: Embedding Frameworks In An App" },
  tags      = { "ITMS-90171", "ITMS-90124", "ITMS-90210", "altool-header" },
  applies   = { kind = "framework", platform = { "ios", "tvos", "watchos", "visionos" } },
  check     = function(bundle, report)
    if values.host(bundle) and is_static(bundle) then
      report:file(bundle.executable, "%s is a static framework, and %s contains it", bundle.name, values.host(bundle).name, {
        expected = "only dynamic frameworks in the app",
        fix = "link the framework, and choose Do Not Embed in the app's target", discriminator = "",
      })
    end
  end,
  examples  = {
    pass = {
      { files = { Kit = "!<arch>\n" } }, { files = { Kit = object } }, within { Kit = "no code" }, within {},
      within { Kit = { mach_o = { platform = "ios", file_type = "dylib", id = "Kit" } } }, within { Kit = { link = "gone" } },
    },
    fail = {
      inside { Kit = "!<arch>\n" }, inside { Kit = object },
      inside { Kit = { mach_o = {
        { platform = "ios", architectures = "arm64", file_type = "dylib", id = "Kit" },
        { platform = "ios", architectures = "arm64e", file_type = "object" },
      } } },
    },
  },
}
