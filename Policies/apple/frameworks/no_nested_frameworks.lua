local inner_path = import "apple.layout.inner_path"

local code = { application = true, framework = true, extension = true }

rule "no-nested-frameworks" {
  summary   = "On iOS, tvOS and visionOS, frameworks and extensions must not contain other code bundles",
  severity  = "error",
  rationale = "The store accepts such bundles only in the app itself.",
  source    = { "ITMS-90205", "ITMS-90206" },
  tags      = { "S8", "ITMS-90205", "ITMS-90206" },
  -- WatchKit extensions contain frameworks of their own.
  applies   = { kind = { "framework", "extension" }, platform = { "ios", "tvos", "visionos" } },
  check = function(bundle, report)
    local has_code, kind = false, bundle.kind == "extension" and "an extension" or "a framework"
    for _, nested in ipairs(bundle.bundles) do
      if code[nested.kind] then
        has_code = true
        report:file(inner_path(nested, bundle), "%s is inside %s", nested.name, kind, {
          expected = "the bundle in the app's Frameworks or PlugIns", fix = "embed it only in the app",
        })
      end
    end
    -- The store rejects the folder itself, even if it is empty or contains plain libraries.
    if not has_code and bundles.exists(bundle, "Frameworks") then
      report:file("Frameworks", "%s contains a Frameworks folder", kind, {
        expected = "no Frameworks folder", fix = "remove it, and embed its contents only in the app",
      })
    end
  end,
  examples = {
    pass = {
      { bundles = { ["Strings.bundle"] = {} } }, { kind = "extension", platform = "tvos" }, { platform = "visionos" },
      {
        kind = "application",
        bundles = {
          ["Frameworks/Kit.framework"] = {},
          ["Watch/Watch.app"] = {
            platform = "watchos", bundles = { ["PlugIns/Watch.appex"] = { bundles = { ["Frameworks/Kit.framework"] = {} } } },
          },
        },
      },
    },
    fail = {
      { bundles = { ["Frameworks/Other.framework"] = {} }, at = "Frameworks/Other.framework", message = "is inside a framework" },
      { kind = "extension", bundles = { ["Frameworks/Other.framework"] = {} }, at = "Frameworks/Other.framework" },
      {
        kind = "extension", files = { Frameworks = { directory = true } }, at = "Frameworks",
        message = "an extension contains a Frameworks folder",
      },
      {
        kind = "extension", bundles = { ["Strings.bundle"] = {} },
        files = { ["Frameworks/libx.dylib"] = { mach_o = { file_type = "dylib" } } },
        at = "Frameworks",
      },
      { kind = "extension", files = { ["Frameworks/libswiftCore.dylib"] = { mach_o = { file_type = "dylib" } } }, at = "Frameworks" },
    },
  },
}
